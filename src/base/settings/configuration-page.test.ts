// The page on configuration is held against the loader: its examples are loaded, its lists compared.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { DEFINITIONS, type Definition } from './definitions.ts'
import { BACKGROUND_VARIABLE, VARIABLES } from './environment.ts'
import { loadSettings } from './settings.ts'

const page = readFileSync('docs/configuration.md', 'utf8')
const example = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
  mkdirSync(join(place.home, 'config'), { recursive: true })
})
afterEach(() => place.remove())

describe('the page on configuration', () => {
  it.each([
    ['yaml', 'config/memory.yaml'],
    ['json', 'config/memory.json'],
    ['json', 'settings.json'],
  ])('has an example in %s that means what it says as %s', (language, file) => {
    writeFileSync(join(place.home, file), example(language))
    const settings = loadSettings({ env: place.env, directory: place.project })
    expect(settings.warnings).toEqual([])
    expect([
      settings.get('recall.maxMemories'),
      settings.get('retrieval.budgetRatio'),
      settings.get('cleanup.retentionDays'),
      settings.get('retention'),
    ]).toEqual([3, 0.2, 10, { workflow: 30, passing: 7 }])
  })

  it('names every variable', () => {
    const rows = page.match(/^\| `MEMDIR_.*$/gm)!.map((row) => row.split('|')[1]!.trim())
    expect(rows).toEqual(
      expect.arrayContaining([
        ...Object.values(VARIABLES).map(([ours, theirs]) => `\`${ours}\` (\`${theirs}\`)`),
        `\`${BACKGROUND_VARIABLE}\``,
        '`MEMDIR_HOME`',
      ]),
    )
  })

  it('names exactly what a project may set without approval', () => {
    const section = page.slice(page.indexOf('## What a project may set'), page.indexOf('## Environment'))
    const [harmless = ''] = section.split('\n').filter((line) => line.startsWith('- numbers'))
    const named = new Set([...harmless.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!))
    const numbers = (Object.entries(DEFINITIONS) as [string, Definition][])
      .filter(([, { kind, unapproved }]) => kind === 'number' && unapproved === 'any')
      .map(([key]) => key)
    expect(named).toEqual(new Set(numbers))
  })
})
