import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { MEMORY_KINDS } from '../../memory/memory.ts'
import type { Message } from '../messages/message.ts'
import { settingLabelsTexts } from '../messages/setting-labels.ts'
import { openTrustStore } from '../trust/trust-store.ts'
import {
  DEFINITIONS,
  type Definition,
  needsApproval,
  RETENTION_NAMES,
  type SettingKey,
  valueProblem,
} from './definitions.ts'
import { VARIABLES } from './environment.ts'
import { memorySwitch } from './memory-switch.ts'
import { loadSettings } from './settings.ts'
import { isUnsupported } from './unsupported-settings.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

function texts(messages: readonly Message[]): string[] {
  return messages.map(({ en }) => en)
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: place.project,
    stdio: 'pipe',
  })

function put(path: string, data: unknown): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof data === 'string' ? data : JSON.stringify(data))
  return path
}
const userFile = () => join(place.home, 'settings.json')
const projectFile = () => join(place.project, '.memdir/settings.json')
const localFile = () => join(place.project, '.memdir/settings.local.json')
const policyPath = () => join(place.root, 'policy.json')
const ownFile = () => join(place.home, 'projects/this-one/settings.json')
const load = (env: Record<string, string> = {}, flags?: Partial<Record<SettingKey, unknown>>) =>
  loadSettings({
    env: { ...place.env, MEMDIR_BACKGROUND: undefined, ...env },
    directory: place.project,
    ownPath: ownFile(),
    flags,
    policyPath: policyPath(),
  })
/** All that waits is approved. */
const approve = async (settings = load()) => {
  const store = openTrustStore(place.home)
  for (const part of settings.trust.waiting) await store.approve(settings.trust.root, part, '', new Date(0))
}

describe('the order of the layers', () => {
  it('lets each later layer win over the one before', () => {
    const key = 'recall.maxMemories'
    const layer = (n: number) => ({ recall: { maxMemories: n } })
    expect(load().find(key)).toMatchObject({ value: 5, origin: 'default' })
    put(join(place.home, 'config/memory.yaml'), 'recall:\n  max_memories: 1\n')
    expect(load().find(key)).toMatchObject({ value: 1, origin: 'memory.yaml' })
    put(userFile(), layer(2))
    expect(load().find(key)).toMatchObject({ value: 2, origin: 'user', path: userFile() })
    put(join(place.project, '.claude/settings.json'), layer(3))
    expect(load().find(key)).toMatchObject({ value: 3, origin: 'project' })
    put(projectFile(), layer(4))
    expect(load().find(key)).toMatchObject({ value: 4, path: projectFile() })
    put(join(place.project, '.claude/settings.local.json'), layer(6))
    expect(load().find(key)).toMatchObject({ value: 6, origin: 'local' })
    put(localFile(), layer(7))
    expect(load().find(key)).toMatchObject({ value: 7, path: localFile() })
    put(ownFile(), layer(10))
    expect(load().find(key)).toMatchObject({ value: 10, origin: 'own', path: ownFile() })
    expect(load({}, { [key]: 8 }).find(key)).toMatchObject({ value: 8, origin: 'flag' })
    put(policyPath(), layer(9))
    expect(load({}, { [key]: 8 }).find(key)).toMatchObject({ value: 9, origin: 'policy' })
    expect(load().warnings).toEqual([])
  })

  it('puts the environment above the files and below flags and policy', () => {
    put(ownFile(), { extraGuidelines: 'from the file' })
    const env = { MEMDIR_EXTRA_GUIDELINES: 'from the environment' }
    expect(load(env).get('extraGuidelines')).toBe('from the environment')
    expect(load(env, { extraGuidelines: 'flag' }).get('extraGuidelines')).toBe('flag')
    put(policyPath(), { extraGuidelines: 'policy' })
    expect(load(env, { extraGuidelines: 'flag' }).get('extraGuidelines')).toBe('policy')
  })

  it('finds the project files from a subdirectory of the repository', () => {
    git('init', '-q')
    put(projectFile(), { recall: { maxMemories: 4 } })
    const deep = join(place.project, 'a/b')
    mkdirSync(deep, { recursive: true })
    expect(loadSettings({ env: place.env, directory: deep }).get('recall.maxMemories')).toBe(4)
  })
})

describe('files that are wrong', () => {
  it.each([
    ['broken JSON', '{ "recall": ', 'it is not valid JSON at line 1, column 13'],
    ['a comma too many', '{\n  "recall": {},\n}', 'it is not valid JSON at line 3, column 1'],
    ['a list', '[1]', 'it is not an object'],
    ['a text', '"x"', 'it is not an object'],
    ['nothing', '', 'it is not valid JSON at line 1, column 1'],
  ])('ignores %s with a warning and goes on with the rest', (_, text, reason) => {
    put(userFile(), text)
    put(projectFile(), { recall: { maxMemories: 4 } })
    const settings = load()
    expect(texts(settings.warnings)).toEqual([`${userFile()} is ignored: ${reason}`])
    expect(settings.broken).toEqual(settings.warnings)
    expect(settings.get('recall.maxMemories')).toBe(4)
  })

  it.each([
    [
      'recall:\n  max_memories: 3\n bad',
      'at line 3, column 1 (All mapping items must start at the same column)',
    ],
    ['recall: [1\n  max: {{{\n', 'at line 1, column 10 (Implicit keys of flow sequence pairs'],
    [`a: &a [1]\nb: [${'*a,'.repeat(50)}]`, '(Excessive alias count'],
  ])('ignores broken YAML with a warning of one line that names the place: %j', (text, reason) => {
    const path = join(place.home, 'config/memory.yaml')
    put(path, text)
    for (const time of ['compiled', 'from the snapshot']) {
      const { warnings: reported, broken } = load()
      const warnings = texts(reported)
      expect([time, warnings]).toEqual([
        time,
        [expect.stringContaining(`${path} is ignored: it is not valid YAML`)],
      ])
      expect(warnings[0]).toContain(reason)
      expect(warnings[0]).toMatch(/^[^\n]*\)$/)
      expect(texts(broken)).toEqual(warnings)
    }
    put(path, 'recall:\n  max_memories: 3\n')
    expect(load().get('recall.maxMemories')).toBe(3)
  })

  it('distinguishes a file that cannot be read from one that is not there', () => {
    mkdirSync(join(place.home, 'config/memory.yaml'), { recursive: true })
    mkdirSync(userFile())
    expect(texts(load().broken)).toEqual([
      expect.stringMatching(/memory\.yaml is ignored: EISDIR/),
      expect.stringMatching(/settings\.json is ignored: EISDIR/),
    ])
  })

  it('keeps the usual retention when one of its names or numbers is wrong', () => {
    put(userFile(), { retention: { workflow: 30, bogus: 'x' } })
    expect(load().get('retention')).toBeUndefined()
    expect(texts(load().warnings)).toEqual([
      expect.stringMatching(
        /"retention" must not contain "bogus"; known are user_preference, .*; it is ignored$/,
      ),
    ])
    put(userFile(), { retention: { workflow: -1 } })
    expect(load().warnings[0]?.en).toContain('must give "workflow" a number from 1 to 36500')
    expect([...RETENTION_NAMES]).toEqual([
      ...MEMORY_KINDS,
      'unknown',
      'passing',
      'project_context_low',
      'permanent_from',
    ])
  })

  it('accepts a byte order mark', () => {
    put(userFile(), '\ufeff{"recall":{"maxMemories":3}}')
    expect(load().get('recall.maxMemories')).toBe(3)
  })

  it('keeps the default for a value of the wrong kind, and says so', () => {
    put(userFile(), { recall: { maxMemories: 'many', enabled: 1 }, language: 'fr', nonsense: { deep: 1 } })
    const settings = load()
    expect(settings.get('recall.maxMemories')).toBe(5)
    expect(settings.get('recall.enabled')).toBe(true)
    expect(settings.warnings).toHaveLength(4)
    expect(texts(settings.warnings).join('\n')).toMatch(/unknown setting "nonsense\.deep"/)
  })

  it('survives a file that nests ten thousand levels', () => {
    put(projectFile(), `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)
    expect(load().get('recall.maxMemories')).toBe(5)
  })

  it('says nothing about what another program keeps in its own file', () => {
    put(join(place.project, '.claude/settings.json'), {
      permissions: { allow: ['Bash'] },
      language: 'japanese',
      hooks: { Stop: [] },
      autoMemoryEnabled: false,
    })
    const settings = load()
    expect(settings.warnings).toEqual([])
    expect(settings.get('autoMemoryEnabled')).toBe(false)
    expect(settings.get('hooks')).toBeUndefined()
    expect(settings.get('language')).toBe('auto')
  })
})

describe('memory.yaml', () => {
  const yaml = () => join(place.home, 'config/memory.yaml')
  const snapshot = () => join(place.home, 'cache/memory-yaml.json')

  it('understands the snake_case names, the same keys below memory in settings.json, and JSON', () => {
    put(
      yaml(),
      'storage:\n  metadata_db_path: /v\n  vector_db_path: /w\nextraction:\n  auto_extract: false\n  trigger:\n    message_interval: 20\n    on_session_end: false\nretrieval:\n  budget_ratio: 0.2\n  similarity_threshold: 0.5\ncleanup:\n  retention_days: 10\n',
    )
    const settings = load()
    expect(settings.warnings).toEqual([])
    expect(settings.get('storage.vectorDbPath')).toBe('/w')
    expect(settings.unsupported).toEqual(['storage.metadataDbPath'])
    expect([
      settings.get('extraction.autoExtract'),
      settings.get('extraction.trigger.messageInterval'),
      settings.get('extraction.trigger.onSessionEnd'),
    ]).toEqual([false, 20, false])
    expect(settings.get('retrieval.budgetRatio')).toBe(0.2)
    expect(settings.get('cleanup.retentionDays')).toBe(10)
    put(userFile(), { memory: { retrieval: { max_memories: 7, budgetRatio: 0.3 } } })
    expect(load().get('retrieval.maxMemories')).toBe(7)
    expect(load().get('retrieval.budgetRatio')).toBe(0.3)
    rmSync(yaml())
    put(join(place.home, 'config/memory.json'), { cleanup: { interval: 48 } })
    expect(load().get('cleanup.interval')).toBe(48)
  })

  it('is compiled once: the second load reads the snapshot, a changed file is read again', () => {
    put(yaml(), 'recall:\n  max_memories: 1\n')
    expect(load().get('recall.maxMemories')).toBe(1)
    const made = JSON.parse(readFileSync(snapshot(), 'utf8'))
    // A snapshot with another value shows which of the two is read.
    made.data.recall.max_memories = 9
    writeFileSync(snapshot(), JSON.stringify(made))
    expect(load().get('recall.maxMemories')).toBe(9)
    writeFileSync(yaml(), 'recall:\n  max_memories: 2\n')
    const later = new Date(statSync(yaml()).mtimeMs + 5_000)
    utimesSync(yaml(), later, later)
    expect(load().get('recall.maxMemories')).toBe(2)
  })

  it('survives a broken snapshot and one of another version', () => {
    put(yaml(), 'recall:\n  max_memories: 1\n')
    put(snapshot(), 'garbage')
    expect(load().get('recall.maxMemories')).toBe(1)
    put(snapshot(), { v: 9, mtimeMs: statSync(yaml()).mtimeMs, size: statSync(yaml()).size, data: {} })
    expect(load().get('recall.maxMemories')).toBe(1)
  })
})

describe("what a project's files may set", () => {
  const FILES = ['.memdir/settings.json', '.memdir/settings.local.json', '.claude/settings.json']
  const values = (definition: Definition): unknown[] => {
    switch (definition.kind) {
      case 'boolean':
        return [true, false]
      case 'number':
        return [definition.min, definition.max]
      case 'choice':
        return [...definition.choices]
      case 'string':
        return ['/some/where']
      case 'object':
        return [definition.numbers ? { [definition.numbers.names[0]!]: 3 } : { some: 'thing' }]
    }
  }
  const nested = (key: string, value: unknown) =>
    key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value)
  const spellings = (key: string, value: unknown) => {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return [nested(key, value), { [key]: value }, { memory: nested(snake, value) }]
  }
  /** The rule in the words of the decision, not in those of the table. */
  const isHarmless = (key: string, { kind }: Definition, value: unknown) =>
    key === 'language' ||
    key === 'autoMemoryEnabled' ||
    (kind === 'boolean' && value === false) ||
    (kind === 'number' && /^(?:recall|retrieval|micro|mcp)\.|^extraction\.min/.test(key))

  it.each(Object.entries(DEFINITIONS) as [SettingKey, Definition][])(
    'is decided for %s, in every file and spelling',
    async (key, definition) => {
      expect(['any', 'off', 'none']).toContain(definition.unapproved)
      expect(settingLabelsTexts[key].en).not.toBe('')
      for (const value of values(definition)) {
        expect(valueProblem(key, value)).toBeUndefined()
        const harmless = isHarmless(key, definition, value)
        expect([key, value, needsApproval(key, value)]).toEqual([key, value, !harmless])
        for (const [i, data] of spellings(key, value).entries()) {
          const file = FILES[i]!
          // Another program's hooks are its own business.
          if (key === 'hooks' && file.startsWith('.claude')) continue
          put(join(place.project, file), data)
          const settings = load()
          expect(settings.warnings).toEqual([])
          if (harmless) {
            expect(settings.find(key)).toMatchObject({ value, path: join(place.project, file) })
            expect(settings.trust.waiting).toEqual([])
          } else {
            expect(settings.find(key)).toEqual({ key, value: definition.default, origin: 'default' })
            expect(settings.trust.waiting).toEqual([
              { kind: 'settings', name: file, content: { [key]: value } },
            ])
            await approve(settings)
            expect(load().find(key)).toMatchObject({ value, path: join(place.project, file) })
          }
          rmSync(join(place.project, file))
          rmSync(join(place.home, 'trust.json'), { force: true })
        }
      }
    },
  )

  it('counts by file: what is harmless at once, the rest only as exactly the content that was approved', async () => {
    put(localFile(), { language: 'zh', models: { main: 'a/b' }, spend: { caps: { perDay: { money: 1 } } } })
    expect([load().get('language'), load().get('models.main')]).toEqual(['zh', undefined])
    await approve()
    expect(load().get('models.main')).toBe('a/b')
    // The order of fields and what is harmless mean nothing.
    put(localFile(), { spend: { caps: { perDay: { money: 1 } } }, 'models.main': 'a/b', language: 'en' })
    expect([load().get('language'), load().get('models.main')]).toEqual(['en', 'a/b'])
    for (const other of [
      { models: { main: 'a/c' }, spend: { caps: { perDay: { money: 1 } } } },
      { models: { main: 'a/b' } },
      { models: { main: 'a/b' }, spend: { caps: { perDay: { money: '1' } } } },
    ]) {
      put(localFile(), other)
      expect([load().get('models.main'), load().get('spend.caps')]).toEqual([undefined, undefined])
    }
  })

  it('is the same with and without git, tracked or not, and from below', () => {
    const data = { autoMemoryDirectory: '/srv/memories/mine' }
    const waits = (directory = place.project) => {
      const settings = loadSettings({ env: place.env, directory })
      expect(settings.get('autoMemoryDirectory')).toBeUndefined()
      expect(settings.trust.waiting.map(({ name }) => name)).toEqual(['.memdir/settings.local.json'])
    }
    put(localFile(), data)
    waits()
    git('init', '-q')
    waits()
    git('add', '-f', localFile())
    waits()
    mkdirSync(join(place.project, 'a/b'), { recursive: true })
    waits(join(place.project, 'a/b'))
  })

  it('is shared by the worktrees of a repository', async () => {
    git('init', '-q')
    put(projectFile(), { models: { main: 'a/b' } })
    git('add', '-A')
    git('commit', '-qm', 'x')
    await approve()
    const tree = join(place.root, 'tree')
    git('worktree', 'add', '-q', tree)
    const of = (directory: string) => loadSettings({ env: place.env, directory }).get('models.main')
    expect([of(place.project), of(tree)]).toEqual(['a/b', 'a/b'])
    put(join(tree, '.memdir/settings.json'), { models: { main: 'a/c' } })
    expect([of(place.project), of(tree)]).toEqual(['a/b', undefined])
  })

  it('is nothing where a link, a submodule, something else than a file, or too much of it is', () => {
    const data = JSON.stringify({ recall: { maxMemories: 1 } })
    const away = put(join(place.project, 'config/settings.json'), data)
    const forms: Record<string, () => void> = {
      link: () => symlinkSync('config', join(place.project, '.memdir')),
      'link ': () => symlinkSync(away, projectFile()),
      'link  ': () => symlinkSync(join(place.root, 'nowhere'), projectFile()),
      submodule: () =>
        put(join(place.project, '.memdir/.git'), 'gitdir: ../.git/modules/x') && put(projectFile(), data),
      not_regular: () => spawnSync('mkfifo', [projectFile()]),
      'not_regular ': () => mkdirSync(projectFile()),
      too_large: () => put(projectFile(), data + ' '.repeat(300_000)),
    }
    for (const [reason, make] of Object.entries(forms)) {
      rmSync(join(place.project, '.memdir'), { recursive: true, force: true })
      if (reason !== 'link') mkdirSync(join(place.project, '.memdir'))
      make()
      const settings = load()
      expect(settings.get('recall.maxMemories')).toBe(5)
      // A folder that is not entered is named once, not by the files that were looked for in it.
      const folder = reason === 'link' || reason === 'submodule'
      const path = folder ? join(place.project, '.memdir') : projectFile()
      expect(settings.trust.refused).toEqual([{ path, reason: reason.trim() }])
      expect(settings.warnings).toEqual([])
    }
  })

  it('is not asked in the home directory, where these files are the person’s own', () => {
    const home = join(place.root, 'user')
    put(join(home, '.claude/settings.json'), { autoMemoryDirectory: '/a/b', autoMemoryEnabled: false })
    put(join(home, '.memdir/settings.json'), { models: { main: 'a/b' } })
    const at = (directory: string, MEMDIR_HOME: string | undefined) =>
      loadSettings({ env: { ...place.env, MEMDIR_HOME }, directory })
    const settings = at(home, undefined)
    expect([settings.get('models.main'), settings.get('autoMemoryEnabled')]).toEqual(['a/b', true])
    expect(settings.trust.waiting).toEqual([])
    // A config home inside a project is not that project's.
    put(join(place.project, '.memdir/settings.json'), { models: { main: 'c/d' } })
    expect(at(place.project, join(place.project, '.memdir')).trust.waiting).toEqual([])
  })

  it('is nothing where trust.json cannot be understood, and that is reported', async () => {
    put(projectFile(), { models: { main: 'a/b' } })
    await approve()
    expect(load().get('models.main')).toBe('a/b')
    for (const text of ['not json', '[]', '{"v":2,"projects":{}}', '{"v":1,"projects":{"/p":7}}']) {
      put(join(place.home, 'trust.json'), text)
      expect(load().get('models.main')).toBeUndefined()
      expect(load().trust.damaged).toBe(join(place.home, 'trust.json'))
    }
  })

  it('is never hooks of another program, and never something that nests without end', () => {
    put(join(place.project, '.claude/settings.json'), { hooks: { Stop: [] } })
    put(projectFile(), `{"hooks":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)
    expect(load().trust.waiting).toEqual([])
    expect(load().get('hooks')).toBeUndefined()
  })
})

describe('environment variables', () => {
  it('each has a namesake of Claude Code', () => {
    for (const [ours, theirs] of Object.values(VARIABLES)) {
      expect(ours).toMatch(/^MEMDIR_/)
      expect(theirs).toMatch(/^CLAUDE_/)
    }
  })

  it.each([
    ['extraGuidelines', VARIABLES.extraGuidelines, 'a', 'b', 'a', 'b'],
    ['compact.window', VARIABLES.autoCompactWindow, '5000', '6000', 5000, 6000],
  ] as const)('sets %s by either name; ours wins', (key, [ours, theirs], first, second, one, two) => {
    expect(load({ [ours]: first }).find(key)).toMatchObject({ value: one, origin: ours })
    expect(load({ [theirs]: second }).find(key)).toMatchObject({ value: two, origin: theirs })
    expect(load({ [ours]: first, [theirs]: second }).get(key)).toBe(one)
    expect(load({ [ours]: ' ', [theirs]: second }).get(key)).toBe(two)
  })

  it('warns of a value that is no value', () => {
    const settings = load({ MEMDIR_AUTO_COMPACT_WINDOW: 'big' })
    expect(texts(settings.warnings)).toEqual([
      'MEMDIR_AUTO_COMPACT_WINDOW must be a number from 1000 to 100000000; it is ignored',
    ])
    expect(settings.get('compact.window')).toBeUndefined()
  })

  it('switches collapse on by either name', () => {
    expect(load({ CLAUDE_CONTEXT_COLLAPSE: '1' }).get('collapse.enabled')).toBe(true)
    const both = { CLAUDE_CONTEXT_COLLAPSE: '1', MEMDIR_CONTEXT_COLLAPSE: '0' }
    expect(load(both).get('collapse.enabled')).toBe(false)
  })
})

describe('whether memory is on', () => {
  const isOn = (env: Record<string, string> = {}, bare = false) => {
    const { on, reason } = memorySwitch(env, load(env), bare)
    return { on, reason: reason.en }
  }

  it.each(VARIABLES.disableAutoMemory)('%s switches off, an explicit 0 forces on', (name) => {
    expect(isOn({ [name]: '1' })).toEqual({ on: false, reason: `${name}=1` })
    expect(isOn({ [name]: 'true' }).on).toBe(false)
    put(userFile(), { autoMemoryEnabled: false })
    expect(isOn({ [name]: '0' })).toEqual({ on: true, reason: `${name}=0` })
    expect(isOn({ [name]: '0', MEMDIR_SIMPLE: '1', MEMDIR_REMOTE: '1' }, true).on).toBe(true)
    expect(isOn({ [name]: '' }).on).toBe(false)
  })

  it('lets our variable win over the namesake', () => {
    expect(isOn({ MEMDIR_DISABLE_AUTO_MEMORY: '0', CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' }).on).toBe(true)
    expect(isOn({ MEMDIR_DISABLE_AUTO_MEMORY: '1', CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' }).on).toBe(false)
    expect(isOn({ MEMDIR_SIMPLE: '0', CLAUDE_CODE_SIMPLE: '1' }).on).toBe(true)
  })

  it.each(VARIABLES.simple)('%s and --bare switch off', (name) => {
    expect(isOn({ [name]: '1' })).toEqual({ on: false, reason: `${name}=1` })
    expect(isOn({ [name]: '0' }).on).toBe(true)
    expect(isOn({}, true)).toEqual({ on: false, reason: '--bare' })
  })

  it.each(VARIABLES.remote)('%s switches off without a place that lasts', (name) => {
    expect(isOn({ [name]: '1' })).toMatchObject({ on: false, reason: expect.stringContaining('no durable') })
    for (const storage of [...VARIABLES.remoteMemoryDirectory, ...VARIABLES.memoryPathOverride])
      expect(isOn({ [name]: '1', [storage]: '/mnt/memories' }).on).toBe(true)
  })

  it('is decided by the policy before every variable and flag', () => {
    put(policyPath(), { autoMemoryEnabled: false })
    expect(isOn({ MEMDIR_DISABLE_AUTO_MEMORY: '0' })).toEqual({
      on: false,
      reason: `policy settings: ${policyPath()}`,
    })
    put(policyPath(), { autoMemoryEnabled: true })
    expect(isOn({ MEMDIR_DISABLE_AUTO_MEMORY: '1', MEMDIR_SIMPLE: '1' }, true).on).toBe(true)
  })

  it('says which file decided', () => {
    put(projectFile(), { autoMemoryEnabled: false })
    expect(isOn()).toEqual({ on: false, reason: `project settings: ${projectFile()}` })
    put(localFile(), { autoMemoryEnabled: true })
    expect(isOn()).toEqual({ on: true, reason: `local settings: ${localFile()}` })
    expect(existsSync(place.home)).toBe(false)
  })
})

describe('settings of parts that are not there yet', () => {
  it('are named once, whatever their values, without a warning', () => {
    put(userFile(), { team: { sync: 'many' }, memory: { storage: { metadata_db_path: 7 } } })
    put(join(place.home, 'config/memory.yaml'), 'team:\n  sync: 5\n')
    expect(load()).toMatchObject({ warnings: [], unsupported: ['team.sync', 'storage.metadataDbPath'] })
  })

  /** The key in quotes, anywhere but in the table and in what maps names of variables to it. */
  const sources = readdirSync('src', { recursive: true })
    .map(String)
    .filter(
      (file) => /\.ts$/.test(file) && !/\.test\.ts$|^settings[\\/](?:definitions|settings)\.ts$/.test(file),
    )
    .map((file) => readFileSync(join('src', file), 'utf8'))
  // Read through another name: `settings.find(key)` in a loop, or an object of the loader's.
  const elsewhere = ['extraGuidelines', 'background.enabled', 'hooks']

  it.each(Object.keys(DEFINITIONS) as SettingKey[])('are no settings: something reads %s', (key) => {
    expect(elsewhere.includes(key) || sources.some((text) => text.includes(`'${key}'`))).toBe(true)
    expect(isUnsupported(key)).toBe(false)
  })
})
