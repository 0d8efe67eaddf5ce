// What the runtime costs in addition to the provider: the loop per turn, a long history, reading transcripts, the start of a
// conversation.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { staticSections } from '../dist/agent/loop/default-sections.js'
import { QueryEngine } from '../dist/agent/loop/query-engine.js'
import { createSystemPrompt } from '../dist/agent/loop/system-prompt.js'
import { createPermissionGate } from '../dist/agent/permission.js'
import { createTools } from '../dist/agent/tools/create-tools.js'
import { loadRedactor } from '../dist/base/secrets/redact-for.js'
import { readForeignTranscript } from '../dist/models/foreign-transcript.js'
import { openModel } from '../dist/models/model-config.js'
import { serialiseAnthropic } from '../dist/models/providers/anthropic-body.js'
import { readTranscript } from '../dist/models/read-transcript.js'
import { openTranscriptLog } from '../dist/models/transcript-log.js'
import { createMessage } from '../dist/models/transcript-message.js'
import { anthropicProtocol } from '../dist/testing/published/anthropic-protocol.js'
import { openaiProtocol } from '../dist/testing/published/openai-protocol.js'
import { startProviderServer } from '../dist/testing/published/provider-server.js'
import { cleanEnvironment, printTable } from './measure.mjs'

const TURNS = 300
const HISTORY = 2_000
const TRANSCRIPT_BYTES = 20_000_000

export async function run() {
  const directory = mkdtempSync(join(tmpdir(), 'memdir-bench-'))
  try {
    const rows = [...(await loopOverhead(directory)), ...longHistory(), ...(await transcripts(directory))]
    printTable(
      ['', 'ms', 'goal'],
      rows.map(([what, ms, goal]) => [what, ms.toFixed(2), verdict(ms, goal)]),
    )
    console.log('')
    await printStart(directory)
    return Object.fromEntries(rows.map(([what, ms]) => [what, ms]))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const redact = await loadRedactor('agent')
const COMMAND = fileURLToPath(new URL('../dist/bin/memdir.js', import.meta.url))
const STARTS = 15
const START_GOAL = 4.5
const FIRST_WORD_MS = 30

/**
 * From the start of `memdir chat -p` to the first request at the provider, as multiples of a bare Node; and from the
 * provider's answer, which begins at once, to the first word on standard output.
 */
async function printStart(directory) {
  const [home, project] = [join(directory, 'home'), join(directory, 'project')]
  mkdirSync(home)
  mkdirSync(project)
  let arrived
  const answer = () => {
    arrived = performance.now()
    return 'Done.'
  }
  const openai = await startProviderServer(openaiProtocol, answer)
  const anthropic = await startProviderServer(anthropicProtocol, answer)
  const models = { main: 'openai-compatible/local', baseUrl: `${openai.url}/v1` }
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ models }))
  const env = cleanEnvironment({
    HOME: directory,
    MEMDIR_HOME: home,
    ANTHROPIC_BASE_URL: anthropic.url,
    ANTHROPIC_API_KEY: 'none',
  })
  let firstWord = Infinity
  const started = (args) =>
    new Promise((done) => {
      const from = performance.now()
      arrived = undefined
      const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'ignore'] })
      child.stdout.on('data', (chunk) => {
        if (String(chunk).includes('"type":"text"'))
          firstWord = Math.min(firstWord, performance.now() - arrived)
      })
      child.on('close', () => done((arrived ?? performance.now()) - from))
    })
  const whole = (name) => ['-e', `require(${JSON.stringify(createRequire(import.meta.url).resolve(name))})`]
  const question = 'How do we test the orders table?'
  const chat = [COMMAND, 'chat', '-p', question, '--output-format', 'stream-json']
  const commands = {
    'bare Node': ['-e', '0'],
    'Node with the whole openai package': whole('openai'),
    'Node with the whole @anthropic-ai/sdk': whole('@anthropic-ai/sdk'),
    'chat -p to its first request, openai': chat,
    'chat -p to its first request, anthropic': [...chat, '--model', 'anthropic/claude'],
  }
  const best = Object.fromEntries(Object.keys(commands).map((name) => [name, Infinity]))
  for (let round = 0; round < STARTS; round++)
    for (const [name, args] of Object.entries(commands))
      best[name] = Math.min(best[name], await started(args))
  await Promise.all([openai.close(), anthropic.close()])
  printTable(
    ['wall, least', 'ms', '÷ bare', 'goal'],
    Object.entries(best).map(([name, ms]) => {
      const ratio = ms / best['bare Node']
      const goal = name.startsWith('chat') ? START_GOAL : undefined
      return [name, ms.toFixed(0), ratio.toFixed(1), verdict(ratio, goal)]
    }),
  )
  console.log(
    `\nFirst word after the provider's: ${firstWord.toFixed(1)} ms (${verdict(firstWord, FIRST_WORD_MS)})`,
  )
}

function verdict(value, goal) {
  if (goal === undefined) return ''
  return value <= goal ? `≤ ${goal} ok` : `OVER ${goal}`
}

/** A provider that takes no time: it serialises the request, as every one does, and calls a tool every other time. */
function instantModel() {
  let number = 0
  const usage = { input: 10, output: 10, cacheRead: 0, cacheCreated: 0 }
  const body = { model: 'instant', maxOutput: 100, cache: '5m' }
  return {
    provider: 'instant',
    name: 'instant',
    window: 200_000,
    maxOutput: 100,
    serialise: (request) => serialiseAnthropic(request, body),
    async *stream(request) {
      this.serialise(request)
      number++
      const call = { type: 'tool_use', id: `t${number}`, name: 'Read', inputJson: '{"file_path":"missing"}' }
      const content = number % 2 === 1 ? [call] : [{ type: 'text', text: 'Done.' }]
      yield { type: 'text', text: 'Done.' }
      yield { type: 'end', response: { content, stop: 'end', usage, model: 'instant' } }
    },
  }
}

async function loopOverhead(directory) {
  const header = () => ({ id: 'bench', project: 'bench', time: '2026-01-01T00:00:00Z' })
  const engine = new QueryEngine({
    model: instantModel(),
    system: createSystemPrompt({ sections: staticSections() }),
    tools: createTools(),
    cwd: directory,
    permission: createPermissionGate('deny'),
    log: openTranscriptLog({ path: join(directory, 'log.jsonl'), header, redact }),
  })
  const times = []
  for (let turn = 0; turn < TURNS; turn++) {
    const started = performance.now()
    for await (const event of engine.submit('Read it.')) void event
    // Two requests, one tool call, four messages written to the log.
    times.push((performance.now() - started) / 2)
  }
  return [
    ['loop overhead per request, median (with tool and log)', quantile(times, 0.5), 2],
    ['loop overhead per request, 95th percentile', quantile(times, 0.95)],
  ]
}

function conversation(count) {
  const messages = []
  const line = 'const total = items.reduce((sum, item) => sum + item.price, 0) // "cents"\n'
  for (let at = 0; messages.length < count; at++) {
    const add = (role, content) =>
      messages.push(createMessage({ role, content, parent: messages.at(-1)?.id ?? null, time: new Date(at) }))
    add('user', [{ type: 'text', text: `Question ${at}: what does this do?` }])
    add('assistant', [
      { type: 'text', text: 'Let me look at it.' },
      { type: 'tool_use', id: `t${at}`, name: 'Read', inputJson: `{"file_path":"/src/file-${at}.ts"}` },
    ])
    add('user', [
      {
        type: 'tool_result',
        toolUseId: `t${at}`,
        content: [{ type: 'text', text: flat(`// ${at}\n${line.repeat(40)}`) }],
      },
    ])
    add('assistant', [{ type: 'text', text: flat('It sums up the prices. '.repeat(10)) }])
  }
  return messages.slice(0, count)
}

/** Text as it comes from a file or the network: in one piece, not as the engine's tree of repeated parts. */
function flat(text) {
  return Buffer.from(text).toString()
}

function longHistory() {
  // The garbage of making the messages must not be collected on the clock.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const model = openModel({ provider: 'anthropic', model: 'm', apiKey: 'none' })
  // The best of several: other programs must not count.
  const cold = []
  const warm = []
  let bytes = 0
  for (let round = 0; round < 9; round++) {
    const request = { system: [{ text: 'x' }], tools: [], messages: conversation(HISTORY) }
    collect()
    cold.push(
      timed(() => {
        bytes = model.serialise(request).length
      }),
    )
    warm.push(timed(() => model.serialise({ ...request, messages: [...request.messages] })))
  }
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  return [
    [`${HISTORY} messages serialised for the first time (${size})`, Math.min(...cold), 20],
    [`${HISTORY} messages again, as every later request does`, Math.min(...warm), 20],
  ]
}

async function transcripts(directory) {
  const claude = join(directory, 'claude.jsonl')
  writeFileSync(claude, claudeLog(TRANSCRIPT_BYTES))
  const own = join(directory, 'own.jsonl')
  const log = openTranscriptLog({ path: own, header: () => ({ id: 'b', project: 'b', time: '' }), redact })
  for (let size = 0; size < TRANSCRIPT_BYTES; size = statSync(own).size)
    log.appendMessages(conversation(HISTORY))
  log.close()
  const megabytes = (path) => `${(statSync(path).size / 1e6).toFixed(0)} MB`
  return [
    [
      `Claude Code transcript of ${megabytes(claude)} read`,
      await best(() => readForeignTranscript(claude, 'claude-code')),
      1_000,
    ],
    [`memdir log of ${megabytes(own)} read`, await best(() => readTranscript(own)), 1_000],
  ]
}

function claudeLog(bytes) {
  const lines = []
  let parent = null
  for (let at = 0, size = 0; size < bytes; at++) {
    const base = {
      parentUuid: parent,
      isSidechain: false,
      sessionId: 's',
      version: '2.1.325',
      cwd: '/p',
      timestamp: '2026-11-02T08:00:00.000Z',
      uuid: `u${at}`,
    }
    const kinds = [
      { type: 'user', message: { role: 'user', content: `Question ${at}` } },
      { type: 'progress', data: { type: 'bash_progress', output: 'line of output\n'.repeat(20) } },
      {
        type: 'assistant',
        message: {
          id: `m${at}`,
          role: 'assistant',
          model: 'c',
          content: [{ type: 'tool_use', id: `t${at}`, name: 'Read', input: { file_path: '/a' } }],
          usage: { input_tokens: 3, output_tokens: 9 },
        },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: `t${at - 1}`, content: 'const a = 1 // "x"\n'.repeat(150) },
          ],
        },
        toolUseResult: { stdout: 'const a = 1 // "x"\n'.repeat(150) },
      },
    ]
    const text = JSON.stringify({ ...base, ...kinds[at % 4] })
    parent = base.uuid
    size += text.length + 1
    lines.push(text)
  }
  return `${lines.join('\n')}\n`
}

function timed(work) {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** The best of three: other programs must not count. */
async function best(work) {
  const times = []
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return Math.min(...times)
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]
}
