import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { changeSettingsFile, parseSettingValue } from './change-settings.ts'
import { configHome, expandHome } from './config-home.ts'
import { loadSettings } from './settings.ts'

let place: TemporaryHome
let file: string
beforeEach(() => {
  place = temporaryHome()
  file = join(place.home, 'settings.json')
  mkdirSync(place.home)
})
afterEach(() => place.remove())
const read = () => JSON.parse(readFileSync(file, 'utf8'))
const write = (data: unknown) => writeFileSync(file, JSON.stringify(data))
const effective = () => loadSettings({ env: place.env, directory: place.project }).get('recall.maxMemories')

describe('changing a settings file', () => {
  it('keeps everything else, also what memdir does not know', () => {
    write({ theirs: [1, { two: 3 }], recall: { enabled: false, unknown: 'x' }, memory: {} })
    changeSettingsFile(file, 'recall.maxMemories', 3)
    expect(read()).toEqual({
      theirs: [1, { two: 3 }],
      recall: { enabled: false, unknown: 'x', maxMemories: 3 },
      memory: {},
    })
    changeSettingsFile(file, 'recall.maxMemories', undefined)
    expect(read()).toEqual({ theirs: [1, { two: 3 }], recall: { enabled: false, unknown: 'x' }, memory: {} })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('drops a group that became empty', () => {
    changeSettingsFile(file, 'recall.maxMemories', 3)
    changeSettingsFile(file, 'recall.maxMemories', undefined)
    expect(read()).toEqual({})
  })

  it.each([
    { recall: { enabled: true }, 'recall.maxMemories': 9 },
    { recall: { enabled: true }, memory: { recall: { max_memories: 9 } } },
    { recall: { max_memories: 9 } },
  ])('replaces and removes the other spellings of the same setting: %j', (data) => {
    write(data)
    expect(effective()).toBe(9)
    changeSettingsFile(file, 'recall.maxMemories', 3)
    expect(effective()).toBe(3)
    changeSettingsFile(file, 'recall.maxMemories', undefined)
    expect(effective()).toBe(5)
  })

  it('makes no file when there is nothing to remove', () => {
    changeSettingsFile(file, 'recall.maxMemories', undefined)
    expect(existsSync(file)).toBe(false)
  })

  it.each(['{ broken', '[1]', '"text"'])('leaves a file alone that is no object: %s', (text) => {
    writeFileSync(file, text)
    expect(() => changeSettingsFile(file, 'recall.maxMemories', 3)).toThrow(/is not a JSON object/)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('accepts a byte order mark and follows a link into dotfiles', () => {
    const dotfile = join(place.root, 'dotfile.json')
    writeFileSync(dotfile, '\ufeff{"language":"zh"}')
    symlinkSync(dotfile, file)
    changeSettingsFile(file, 'recall.maxMemories', 3)
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(dotfile, 'utf8'))).toEqual({ language: 'zh', recall: { maxMemories: 3 } })
  })
})

describe('reading a value from the command line', () => {
  it.each([
    ['recall.enabled', 'off', false],
    ['recall.enabled', 'YES', true],
    ['recall.enabled', '0', false],
    ['recall.maxMemories', '3', 3],
    ['retrieval.budgetRatio', '0.25', 0.25],
    ['language', 'zh', 'zh'],
    ['models.small', 'ollama/qwen', 'ollama/qwen'],
    ['spend.caps', '{"day":{"usd":1}}', { day: { usd: 1 } }],
  ])('%s %s', (key, text, value) => {
    expect(parseSettingValue(key, text)).toEqual({ key, value })
  })

  it.each([
    ['recall.enabled', 'perhaps', /must be true or false/],
    ['recall.maxMemories', 'many', /must be a number from 0 to 20/],
    ['recall.maxMemories', '21', /must be a number/],
    ['recall.maxMemories', '', /must be a number/],
    ['recall.maxMemories', 'NaN', /must be a number/],
    ['language', 'fr', /must be one of auto, en, zh/],
    ['models.small', '', /must be text/],
    ['spend.caps', '[1]', /must be an object/],
    ['spend.caps', '{', /must be an object/],
    ['no.such', '1', /unknown setting/],
    ['__proto__', '1', /unknown setting/],
    ['constructor', '1', /unknown setting/],
  ])('refuses %s %j', (key, text, reason) => {
    expect(() => parseSettingValue(key, text)).toThrow(reason)
  })
})

describe('the config home', () => {
  it('is MEMDIR_HOME, else .memdir in the home directory, never that of another program', () => {
    expect(configHome({ HOME: '/u', CLAUDE_CONFIG_DIR: '/c' })).toBe('/u/.memdir')
    expect(configHome({ HOME: '/u', MEMDIR_HOME: '/m/' })).toBe('/m')
    expect(configHome({ HOME: '/u', MEMDIR_HOME: ' ' })).toBe('/u/.memdir')
    expect(configHome({ HOME: '/u', MEMDIR_HOME: 'x/y' })).toBe('/u/x/y')
  })

  it('expands only a leading ~/', () => {
    expect(expandHome('~/m', { HOME: '/u' })).toBe('/u/m')
    expect(expandHome('~', { HOME: '/u' })).toBe('/u')
    expect(expandHome('~other/m', { HOME: '/u' })).toBe('~other/m')
    expect(expandHome('/a/~/b', { HOME: '/u' })).toBe('/a/~/b')
  })
})
