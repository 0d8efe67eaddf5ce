// Every odd form of a configuration file: what init puts in, the agent can read; what others wrote stays; undo gives back
// every byte where only memdir changed something, and what was there before where others wrote in between.
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { describe, expect, it } from 'vitest'
import type { MemdirError } from '../../src/base/values/errors.ts'
import type { SetupPlaces } from '../../src/connect/agent-setup.ts'
import { AGENT_SETUPS } from '../../src/connect/agent-setups.ts'
import { hookCommand } from '../../src/connect/hook-starter.ts'
import type { WantedFile } from '../../src/connect/install/wanted-file.ts'
import { type Planned, putWanted, takeWanted } from '../../src/connect/plan-file.ts'
import { jsonForms, jsonRefused, TOML_FORMS, TOML_REFUSED } from '../clients/odd-files.mjs'

const PLACES: SetupPlaces = {
  env: { PATH: '/nonexistent', HOME: '/user' },
  home: '/user/.memdir',
  userHome: '/user',
  project: '/project',
  node: '/opt/node',
  bin: '/m/dist/bin',
  plugins: '/m/plugins',
}
const MOVED = {
  ...PLACES,
  bin: '/elsewhere/dist/bin',
  plugins: '/elsewhere/plugins',
  home: '/elsewhere/.memdir',
}

const ALL = ['mark', 'comments', 'commas']

/** The file of an agent in which an odd form is tried; `write`: as the agent adds something of its own to it. */
interface Tried {
  agent: string
  file: RegExp
  forms: Record<string, string>
  refused: Record<string, string>
  read(text: string | undefined): unknown
  write(text: string): string
}

/** `accepts`: what besides plain JSON the agent reads; the rest is refused. */
const jsonAgent = (agent: string, file: RegExp, at: string, hooks?: string, accepts = ALL): Tried => ({
  agent,
  file,
  forms: jsonForms({ at, hooks, accepts }),
  refused: { ...jsonRefused(at), ...jsonForms({ at, hooks, accepts, refused: true }) },
  read: (text = '') => parse(text.replace(/^\ufeff/, '').trim() || '{}'),
  write: writeJson,
})

/** A key of the agent's own, at the start of the object. */
function writeJson(text: string): string {
  const open = text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length)).indexOf('{')
  if (open < 0) return `${text}{ "client": true }`
  const rest = text.slice(open + 1)
  const isEmpty = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*\}/.test(rest)
  return `${text.slice(0, open + 1)}\n  "client": true${isEmpty ? '' : ','}${rest}`
}

const TRIED: Tried[] = [
  jsonAgent('claude-code', /settings\.json$/, 'enabledPlugins', 'Stop', ['mark']),
  jsonAgent('gemini', /settings\.json$/, 'mcpServers', 'AfterAgent', ['comments']),
  jsonAgent('opencode', /opencode\.json$/, 'mcp'),
  jsonAgent('cursor', /mcp\.json$/, 'mcpServers'),
  jsonAgent('cline', /cline_mcp_settings\.json$/, 'mcpServers', undefined, ['mark']),
  jsonAgent('codex', /hooks\.json$/, 'unused', 'Stop', []),
  {
    agent: 'codex',
    file: /config\.toml$/,
    forms: TOML_FORMS,
    refused: TOML_REFUSED,
    read: (text = '') => getStaticTOMLValue(parseTOML(text.replace(/^\ufeff/, ''), { tomlVersion: '1.1' })),
    write: (text) =>
      `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n[projects."/y"]\ntrust_level = "trusted"\n`,
  },
]

function wantedOf({ agent, file }: Tried, places = PLACES): WantedFile {
  const wanted = AGENT_SETUPS.find(({ name }) => name === agent)
    ?.files(places)
    .find(({ path }) => file.test(path))
  if (!wanted) throw new Error(`${agent} ${file}`)
  return wanted
}

const cases = TRIED.flatMap((tried) =>
  Object.entries(tried.forms).map(([form, text]) => ({ tried, form, text, name: `${tried.agent}: ${form}` })),
)

describe.each(cases)('$name', ({ tried, form, text }) => {
  const { read, write } = tried
  const wanted = wantedOf(tried)
  const put = (before: Planned, file = wanted) => putWanted(file, before.text, before.record)
  const take = ({ text: before, record }: Planned) => takeWanted(wanted, before, record).text
  const first = put({ text })

  it('init puts memdir in, once, and undo gives every byte back', () => {
    expect(first.text).not.toBe(text)
    expect(read(first.text)).toMatchObject(ignoringOurs(read(text)) as object)
    expect(first.text?.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
    const onlyWindows = text.includes('\r\n') && !/(?<!\r)\n/.test(text)
    expect(onlyWindows && /(?<!\r)\n/.test(first.text ?? '')).toBe(false)
    for (const [at, value] of wantedValues(wanted)) expect(valueIn(read(first.text), at)).toMatchObject(value)
    expect(put(first)).toEqual(first)
    expect(take(first)).toBe(text)
    // A file that was not there is gone again.
    expect(take(put({ text: undefined }))).toBeUndefined()
  })

  it('what the agent writes in between stays, through init and undo', () => {
    const written = { ...first, text: write(first.text ?? '') }
    expect(put(written)).toEqual(written)
    const left = take(written)
    // Marks of an earlier memdir are not put back.
    if (form.includes('marked part'))
      expect(left).toBe(
        'model = "gpt-5"\n\n[projects."/x"]\ntrust_level = "trusted"\n\n[projects."/y"]\ntrust_level = "trusted"\n',
      )
    else expect(read(left)).toEqual(read(write(text)))
    // Word for word, but for white space where ours was put in.
    if (hasContent(text) && !/empty list|marked part|strange white|address/.test(form))
      expect(left).toBe(write(text))
  })

  it('where nothing is known of how it was, what others wrote stays', () => {
    // A shared switch stays too then.
    const { hooksConfig: _, ...rest } = read(take({ text: first.text })) as Record<string, unknown>
    const isTakenOver = /of that name|marked part/.test(form)
    if (isTakenOver) expect(rest).toMatchObject(ignoringEmpty(ignoringOurs(read(text))) as object)
    else expect(ignoringEmpty(rest)).toEqual(ignoringEmpty(read(text)))
  })

  it('another installation takes its part over, also after a write of the agent', () => {
    const elsewhere = put({ text }, wantedOf(tried, MOVED))
    expect(elsewhere.text).toContain('/elsewhere/')
    const here = put(elsewhere)
    expect(here.text).not.toContain('/elsewhere/')
    expect(take(here)).toBe(text)
    const later = put({ ...elsewhere, text: write(elsewhere.text ?? '') })
    expect(later.text).not.toContain('/elsewhere/')
    if (!form.includes('marked part')) expect(read(take(later))).toEqual(read(write(text)))
  })
})

/** As any program reads it: of duplicate keys the last. */
function wantedValues(wanted: WantedFile): [readonly string[], object][] {
  if (wanted.format === 'toml') return [[wanted.table, wanted.values]]
  if (wanted.format !== 'json') return []
  return wanted.values.flatMap(({ at, value }) => (isObject(value) ? [[at, value]] : []))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function valueIn(data: unknown, at: readonly string[]): unknown {
  return at.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], data)
}

it('a server with an address becomes one that is started, and marks of an earlier memdir go', () => {
  const wanted = wantedOf(TRIED.find(({ file }) => file.test('config.toml')) as Tried)
  const remote = putWanted(wanted, TOML_FORMS['a server of that name with an address']).text
  expect(remote).toContain('[mcp_servers.memdir]\ncommand = ')
  expect(remote).not.toMatch(/url|bearer|http_headers/)
  const marked = putWanted(wanted, TOML_FORMS['tables that Codex put into a marked part']).text
  expect(marked).not.toContain('# memdir')
  expect(marked).toContain('[projects."/x"]\ntrust_level = "trusted"\n')
})

const hasContent = (text: string) => /\w/.test(text.replace(/\/\/.*/g, ''))

/** Our own place may say something else afterwards. */
function ignoringOurs(data: unknown): unknown {
  const isLeftOut = (key: string, value: unknown) =>
    ['memdir', 'hooks', 'args'].includes(key) ||
    value === null ||
    value === Infinity ||
    typeof value === 'bigint'
  return JSON.parse(JSON.stringify(data, (key, value) => (isLeftOut(key, value) ? undefined : value)))
}

function ignoringEmpty(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  const parts = Object.entries(data).map(([key, value]) => [key, ignoringEmpty(value)] as const)
  const isEmpty = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return Object.fromEntries(parts.filter(([, value]) => !isEmpty(value)))
}

const refused = TRIED.flatMap((tried) =>
  Object.entries(tried.refused)
    .filter(([form]) => !(tried.agent === 'codex' && form.includes('where the servers')))
    .map(([form, text]) => ({ tried, form, text, name: `${tried.agent}: ${form}` })),
)

it.each(refused)('$name: refused with the lines to add by hand', ({ tried, text }) => {
  let error: MemdirError | undefined
  try {
    putWanted(wantedOf(tried), text)
  } catch (thrown) {
    error = thrown as MemdirError
  }
  expect(error?.code).toBe('broken_file')
  expect(error?.details?.lines).toEqual(expect.arrayContaining([expect.stringMatching(/memdir|hook\.js/)]))
})

it('what a person added by hand counts as set up, in whatever form', () => {
  const tried = TRIED.find(({ file }) => file.test('config.toml'))
  if (!tried) throw new Error('no TOML')
  const wanted = wantedOf(tried)
  const line = 'memdir = { command = "sh", args = ["/user/.memdir/memdir-hook", "mcp"] }'
  for (const text of [`mcp_servers = { ${line} }\n`, `[mcp_servers]\n${line}\n`, `mcp_servers.${line}\n`])
    expect(putWanted(wanted, text).text).toBe(text)
})

const gemini = (places = PLACES) => wantedOf(TRIED.find(({ agent }) => agent === 'gemini') as Tried, places)

it('a hook that a person put into our group stays, when ours is changed and when it goes', () => {
  const first = putWanted(gemini(), '{}\n')
  const command = JSON.stringify(hookCommand(PLACES, 'gemini'))
  const ours = `"timeout": 3000,\n            "command": ${command},\n            "name": "memdir"\n          }`
  const mine = '{ "type": "command", "command": "mine" }'
  expect(first.text).toContain(ours)
  const shared = { ...first, text: first.text?.replaceAll(ours, `${ours}, ${mine}`) }
  const events = (text: string | undefined) => parse(text ?? '').hooks
  expect(putWanted(gemini(), shared.text, shared.record)).toEqual(shared)
  const moved = putWanted(gemini(MOVED), shared.text, shared.record)
  expect(events(moved.text).AfterAgent).toMatchObject([
    { hooks: [{ command: 'mine' }] },
    { hooks: [{ command: expect.stringContaining('/elsewhere/') }] },
  ])
  const left = events(takeWanted(gemini(), moved.text, moved.record).text)
  expect(left).toEqual(
    Object.fromEntries(
      ['BeforeAgent', 'AfterTool', 'AfterAgent', 'SessionEnd'].map((event) => [
        event,
        [
          {
            ...(event === 'AfterTool' && { matcher: 'read_file' }),
            hooks: [{ type: 'command', command: 'mine' }],
          },
        ],
      ]),
    ),
  )
})

it('a switch that somebody had off is off again, but not one that was changed since', () => {
  const text = '{ "hooksConfig": { "enabled": false } }\n'
  const first = putWanted(gemini(), text)
  expect(parse(first.text ?? '').hooksConfig).toEqual({ enabled: true })
  const written = { ...first, text: writeJson(first.text ?? '') }
  const left = takeWanted(gemini(), written.text, written.record)
  expect(left.text).toBe(writeJson(text))
  const decided = written.text.replace('"enabled": true', '"enabled": "later"')
  expect(parse(takeWanted(gemini(), decided, written.record).text ?? '').hooksConfig).toEqual({
    enabled: 'later',
  })
})

/** JSON as anybody might write it: white space and comments anywhere. */
const blank = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', '/* a, { */', '// b }\n')
const name = fc.constantFrom('a', 'mcpServers', 'hooks', 'BeforeAgent', 'x', 'é "q')
const { value: anyValue } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('1', '-0.0', '12345678901234567890', '"t"', 'null', '[]', '[1, {}]', 'true'),
    tie('object'),
  ),
  object: fc
    .tuple(blank, fc.array(fc.tuple(blank, name, blank, tie('value'), blank), { maxLength: 4 }), fc.boolean())
    .map(([inside, pairs, comma]) => {
      const texts = pairs.map(([a, key, b, value, c]) => `${a}${JSON.stringify(key)}${b}:${value}${c}`)
      return `{${inside}${texts.join(',')}${comma && texts.length > 0 ? ',' : ''}}`
    }),
}))

it('any JSON with comments: put in and taken out again, or refused', () => {
  const agree = fc.property(anyValue, blank, (value, end) => {
    const text = value + end
    let first: Planned
    try {
      first = putWanted(gemini(), text)
    } catch (error) {
      expect((error as MemdirError).code).toBe('broken_file')
      return
    }
    expect(putWanted(gemini(), first.text, first.record)).toEqual(first)
    expect(takeWanted(gemini(), first.text, first.record).text).toBe(text)
    const after = parse(first.text ?? '')
    expect(after.mcpServers.memdir.args).toEqual(['/user/.memdir/memdir-hook', 'mcp'])
    const { hooksConfig: _, ...rest } = parse(takeWanted(gemini(), first.text).text ?? '{}')
    expect(ignoringEmpty(rest)).toEqual(ignoringEmpty(parse(text)))
  })
  fc.assert(agree, { numRuns: 400, examples: [['{// b }\n"hooks":{},"a":{"a":1}}', '']] })
})

const everyFile = AGENT_SETUPS.flatMap((setup) =>
  [setup, ...(setup.other ? [setup.other] : [])].flatMap((way) => way.files(PLACES)),
)

it.each(everyFile.map((wanted) => ({ wanted, path: wanted.path })))(
  '$path: made, and gone again',
  ({ wanted }) => {
    const first = putWanted(wanted, undefined)
    expect(putWanted(wanted, first.text, first.record)).toEqual(first)
    expect(takeWanted(wanted, first.text, first.record).text).toBeUndefined()
    expect(takeWanted(wanted, first.text).text ?? '{"hooksConfig":').toContain('hooksConfig')
  },
)
