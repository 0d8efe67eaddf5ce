import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MEMORY_KINDS } from '../memory/memory.ts'
import { type TemporaryHome, temporaryHome } from '../testing/temporary-home.ts'
import {
  DEFINITIONS,
  type Definition,
  isForLater,
  RETENTION_NAMES,
  type SettingKey,
  valueProblem,
} from './definitions.ts'
import { VARIABLES } from './environment.ts'
import { memorySwitch } from './memory-switch.ts'
import { loadSettings } from './settings.ts'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd: place.project,
    stdio: 'pipe',
  })

function put(path: string, data: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof data === 'string' ? data : JSON.stringify(data))
}
const userFile = () => join(place.home, 'settings.json')
const projectFile = () => join(place.project, '.memdir/settings.json')
const localFile = () => join(place.project, '.memdir/settings.local.json')
const policyPath = () => join(place.root, 'policy.json')
const load = (
  env: Record<string, string> = {},
  flags?: Partial<Record<SettingKey, unknown>>,
  trusted?: boolean,
) =>
  loadSettings({
    env: { ...place.env, MEMDIR_BACKGROUND: undefined, ...env },
    directory: place.project,
    flags,
    policyPath: policyPath(),
    trusted,
  })

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
    expect(load({}, { [key]: 8 }).find(key)).toMatchObject({ value: 8, origin: 'flag' })
    put(policyPath(), layer(9))
    expect(load({}, { [key]: 8 }).find(key)).toMatchObject({ value: 9, origin: 'policy' })
    expect(load().warnings).toEqual([])
  })

  it('puts the environment above the files and below flags and policy', () => {
    put(localFile(), { extraGuidelines: 'from the file' })
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
    ['a list', '[1]', 'it does not hold an object'],
    ['a text', '"x"', 'it does not hold an object'],
    ['nothing', '', 'it is not valid JSON at line 1, column 1'],
  ])('ignores %s with a warning and goes on with the rest', (_, text, reason) => {
    put(userFile(), text)
    put(projectFile(), { recall: { maxMemories: 4 } })
    const settings = load()
    expect(settings.warnings).toEqual([`${userFile()} is ignored: ${reason}`])
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
      const { warnings, broken } = load()
      expect([time, warnings]).toEqual([
        time,
        [expect.stringContaining(`${path} is ignored: it is not valid YAML`)],
      ])
      expect(warnings[0]).toContain(reason)
      expect(warnings[0]).toMatch(/^[^\n]*\)$/)
      expect(broken).toEqual(warnings)
    }
    put(path, 'recall:\n  max_memories: 3\n')
    expect(load().get('recall.maxMemories')).toBe(3)
  })

  it('tells a file that cannot be read from one that is not there', () => {
    mkdirSync(join(place.home, 'config/memory.yaml'), { recursive: true })
    mkdirSync(userFile())
    expect(load().broken).toEqual([
      expect.stringMatching(/memory\.yaml is ignored: EISDIR/),
      expect.stringMatching(/settings\.json is ignored: EISDIR/),
    ])
  })

  it('keeps the usual retention when one of its names or numbers is wrong', () => {
    put(userFile(), { retention: { workflow: 30, bogus: 'x' } })
    expect(load().get('retention')).toBeUndefined()
    expect(load().warnings).toEqual([
      expect.stringMatching(
        /"retention" must not hold "bogus"; known are user_preference, .*; it is ignored$/,
      ),
    ])
    put(userFile(), { retention: { workflow: -1 } })
    expect(load().warnings[0]).toContain('must give "workflow" a number from 1 to 36500')
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
    expect(settings.warnings.join('\n')).toMatch(/there is no setting "nonsense\.deep"/)
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
      'storage:\n  vector_db_path: /v\nextraction:\n  auto_extract: false\n  trigger:\n    message_interval: 20\n    on_session_end: false\nretrieval:\n  budget_ratio: 0.2\n  similarity_threshold: 0.5\ncleanup:\n  retention_days: 10\n',
    )
    const settings = load()
    expect(settings.warnings).toEqual([])
    expect(settings.get('storage.vectorDbPath')).toBe('/v')
    expect(settings.get('extraction.autoExtract')).toBe(false)
    expect(settings.get('extraction.trigger.messageInterval')).toBe(20)
    expect(settings.get('extraction.trigger.onSessionEnd')).toBe(false)
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
    put(snapshot(), { v: 2, mtimeMs: statSync(yaml()).mtimeMs, size: statSync(yaml()).size, data: {} })
    expect(load().get('recall.maxMemories')).toBe(1)
  })
})

describe('settings.local.json', () => {
  it.each(['2', '4'])('counts until git tracks it (index version %s)', (version) => {
    git('init', '-q')
    git('config', 'index.version', version)
    put(localFile(), { autoMemoryDirectory: '/srv/memories/mine' })
    put(join(place.project, '.memdir/a.txt'), 'x')
    expect(load().get('autoMemoryDirectory')).toBe('/srv/memories/mine')
    git('add', '.memdir/a.txt')
    expect(load().get('autoMemoryDirectory')).toBe('/srv/memories/mine')
    git('add', '-f', localFile())
    const settings = load()
    expect(settings.get('autoMemoryDirectory')).toBeUndefined()
    expect(settings.warnings).toEqual([
      `${localFile()} is ignored: git tracks it, so it does not count as private`,
    ])
    // Nobody who only cloned the repository has anything to mend.
    expect(settings.broken).toEqual([])
  })

  it('is ignored when the index of git cannot be understood', () => {
    git('init', '-q')
    put(localFile(), { recall: { maxMemories: 1 } })
    writeFileSync(join(place.project, '.git/index'), 'not an index')
    expect(load().get('recall.maxMemories')).toBe(5)
  })
})

describe("a project's committed file", () => {
  const other = (definition: Definition): unknown => {
    if (definition.kind === 'boolean') return !definition.default
    if (definition.kind === 'number')
      return definition.default === definition.min ? definition.max : definition.min
    if (definition.kind === 'choice')
      return definition.choices.find((choice) => choice !== definition.default)
    if (definition.kind === 'string') return '/some/where'
    return definition.numbers ? { [definition.numbers.names[0]!]: 3 } : { some: 'thing' }
  }
  const nested = (key: string, value: unknown) =>
    key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value)
  const spellings = (key: string, value: unknown) => {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return [nested(key, value), { [key]: value }, { memory: nested(snake, value) }]
  }

  it.each(Object.entries(DEFINITIONS) as [SettingKey, Definition][])('decides on %s', (key, definition) => {
    expect(['allow', 'deny', 'trusted']).toContain(definition.project)
    expect(definition.en && definition.zh).toBeTruthy()
    const value = other(definition)
    expect(valueProblem(key, value)).toBeUndefined()
    for (const data of spellings(key, value)) {
      put(projectFile(), data)
      const settings = load()
      if (definition.project === 'allow') {
        expect(settings.find(key)).toMatchObject({ value, origin: 'project' })
        expect(settings.warnings).toEqual([])
      } else {
        expect(settings.find(key)).toEqual({ key, value: definition.default, origin: 'default' })
        expect(settings.warnings).toHaveLength(1)
        expect(settings.warnings[0]).toContain(`"${key}"`)
      }
      expect(load({}, {}, true).find(key).origin).toBe(definition.project === 'deny' ? 'default' : 'project')
    }
  })

  it('does not let anything that writes, runs, spends or speaks be allowed', () => {
    const dangerous = /directory|guidelines|path|url|model|spend|hooks|backend|dimension|team/i
    for (const [key, { project }] of Object.entries(DEFINITIONS))
      if (dangerous.test(key)) expect([key, project]).not.toContain('allow')
  })

  it('warns of a denied key in another program’s file too', () => {
    put(join(place.project, '.claude/settings.json'), { autoMemoryDirectory: '~/.ssh' })
    expect(load().get('autoMemoryDirectory')).toBeUndefined()
    expect(load().warnings).toHaveLength(1)
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
    ['collapse.enabled', VARIABLES.contextCollapse, '1', '0', true, false],
  ] as const)('sets %s by either name; ours wins', (key, [ours, theirs], first, second, one, two) => {
    expect(load({ [ours]: first }).find(key)).toMatchObject({ value: one, origin: ours })
    expect(load({ [theirs]: second }).find(key)).toMatchObject({ value: two, origin: theirs })
    expect(load({ [ours]: first, [theirs]: second }).get(key)).toBe(one)
    expect(load({ [ours]: ' ', [theirs]: second }).get(key)).toBe(two)
  })

  it('warns of a value that is no value', () => {
    const settings = load({ MEMDIR_AUTO_COMPACT_WINDOW: 'big', MEMDIR_CONTEXT_COLLAPSE: 'maybe' })
    expect(settings.warnings).toEqual([
      'MEMDIR_AUTO_COMPACT_WINDOW must be a number from 1000 to 100000000; it is ignored',
      'MEMDIR_CONTEXT_COLLAPSE must be 1 or 0; it is ignored',
    ])
    expect(settings.get('compact.window')).toBeUndefined()
  })
})

describe('whether memory is on', () => {
  const isOn = (env: Record<string, string> = {}, bare = false) => memorySwitch(env, load(env), bare)

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

  it('says which file decided', () => {
    put(projectFile(), { autoMemoryEnabled: false })
    expect(isOn()).toEqual({ on: false, reason: `project settings (${projectFile()})` })
    put(localFile(), { autoMemoryEnabled: true })
    expect(isOn()).toEqual({ on: true, reason: `local settings (${localFile()})` })
    expect(existsSync(place.home)).toBe(false)
  })
})

describe('what nothing reads yet', () => {
  /** The key in quotes, anywhere but in the table and in what maps names of variables to it. */
  const sources = readdirSync('src', { recursive: true })
    .map(String)
    .filter(
      (file) => /\.ts$/.test(file) && !/\.test\.ts$|^settings[\\/](?:definitions|settings)\.ts$/.test(file),
    )
    .map((file) => readFileSync(join('src', file), 'utf8'))
  // Read through another name: `settings.find(key)` in a loop, or an object of the loader's.
  const elsewhere = ['extraGuidelines', 'background.enabled', 'hooks']

  it.each(Object.keys(DEFINITIONS) as SettingKey[])('is marked so, and nothing else: %s', (key) => {
    const read = elsewhere.includes(key) || sources.some((text) => text.includes(`'${key}'`))
    expect(isForLater(key)).toBe(!read)
  })
})
