// What a hook costs with 10,000 memories, in bare Node starts of the same run: with meaning search, without, and
// through a running MCP server. Then a hundred conversations, and what they leave behind.
//   npm run bench -- hooks [ROUNDS] [MEMORIES]
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, printTable } from './measure.mjs'

const bin = fileURLToPath(new URL('../dist/bin/', import.meta.url))
const COMMAND = join(bin, 'memdir.js')
const HOOK = join(bin, 'hook.js')
const SESSIONS = 100

const NOUNS =
  'harbour lantern database migration kettle bridge compiler orchard ferry ledger turbine violin glacier pipeline curtain beacon archive saddle quarry printer magnet canoe thermostat parser'.split(
    ' ',
  )

export async function run(args) {
  const rounds = Number(args[0] ?? 15)
  const size = Number(args[1] ?? 10_000)
  const root = mkdtempSync(join(tmpdir(), 'memdir-bench-hooks-'))
  try {
    const words = prepare(root, 'words', size)
    const meaning = prepare(root, 'meaning', size)
    console.error(`embedding ${size} memories (this takes a while) …`)
    memdir(meaning, 'reindex')
    warmUp(words)
    warmUp(meaning)
    const rows = [...measureHooks(rounds, { words, meaning }), await measureServer(meaning, rounds * 4)]
    printTable(['hook', 'ms', 'bare ms', '÷ bare', 'goal'], rows)
    console.log(await leaveBehind(words))
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

function prepare(root, name, size) {
  const cwd = join(root, name)
  mkdirSync(cwd)
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    MEMDIR_HOME: join(root, `home-${name}`),
    TMPDIR: root,
    MEMDIR_BACKGROUND: '0',
    MEMDIR_BENCH: root,
    LANG: 'C.UTF-8',
  }
  const place = { cwd, env }
  memdir(place, 'init')
  const directory = memdir(place, 'path')
  for (let i = 0; i < size; i++) {
    const topic = topicOf(i)
    const text = `---\nid: b${i}\nname: About the ${topic}\ndescription: how the ${topic} behaves in week ${i % 52}\ntype: project\n---\nThe ${topic} needs ${NOUNS[(i * 13) % NOUNS.length]} number ${i} because of ${NOUNS[(i * 29) % NOUNS.length]}.\n`
    writeFileSync(join(directory, `fact_${i}.md`), text, { mode: 0o600 })
  }
  return place
}

function memdir({ cwd, env }, ...args) {
  const done = spawnSync(process.execPath, [COMMAND, ...args], { cwd, env, encoding: 'utf8', maxBuffer: 1e9 })
  if (done.status !== 0) throw new Error(`memdir ${args.join(' ')}: ${done.stderr}`)
  return done.stdout.trim()
}

const event = (hook_event_name, cwd, session_id, more = {}) =>
  JSON.stringify({ hook_event_name, cwd, session_id, ...more })
/** In every size of store. */
const PROMPT = `how does the ${topicOf(471)} behave and what does it need?`

function topicOf(i) {
  return `${NOUNS[i % NOUNS.length]} ${NOUNS[(i * 7 + 3) % NOUNS.length]} ${i}`
}

function runHook({ cwd, env }, input) {
  const started = process.hrtime.bigint()
  const done = spawnSync(process.execPath, [HOOK], { cwd, env, input, encoding: 'utf8' })
  return { ms: Number(process.hrtime.bigint() - started) / 1e6, out: done.stdout }
}

function bare() {
  const started = process.hrtime.bigint()
  spawnSync(process.execPath, ['-e', '0'], { input: '' })
  return Number(process.hrtime.bigint() - started) / 1e6
}

/** The first search builds the catalog of a new home: no prompt pays for it twice, and no hook waits for it. */
function warmUp(place) {
  memdir(place, 'search', PROMPT)
  const slow = { ...place, env: { ...place.env, MEMDIR_HOOK_SLOWER: '20' } }
  const { out } = runHook(slow, event('UserPromptSubmit', place.cwd, 'warm', { prompt: PROMPT }))
  if (!out.includes('additionalContext')) throw new Error('the hook recalled nothing')
}

function measureHooks(rounds, { words, meaning }) {
  const times = { bare: [], words: [], meaning: [], stop: [] }
  for (let round = 0; round < rounds; round++) {
    times.bare.push(bare())
    for (const [name, place] of Object.entries({ words, meaning }))
      times[name].push(
        runHook(place, event('UserPromptSubmit', place.cwd, `s${round}`, { prompt: PROMPT })).ms,
      )
    times.stop.push(runHook(words, event('Stop', words.cwd, `s${round}`)).ms)
  }
  const base = median(times.bare)
  const row = (title, list, goal) => {
    const ratio = median(list) / base
    const verdict = goal === undefined ? '' : `≤ ${goal} ${ratio <= goal ? 'ok' : 'MISSED'}`
    return [title, median(list).toFixed(1), base.toFixed(1), ratio.toFixed(2), verdict]
  }
  return [
    row('recall, words only', times.words, 1.6),
    row('recall, with meaning', times.meaning, 2.2),
    row('end of a turn', times.stop),
  ]
}

/** p50 of the hook tool in one running server. */
async function measureServer({ cwd, env }, rounds) {
  const child = spawn(process.execPath, [COMMAND, 'mcp'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
  let text = ''
  let answered = () => {}
  child.stdout.on('data', (chunk) => {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop()
    for (const line of lines) answered(line)
  })
  let id = 0
  const ask = (method, params) =>
    new Promise((done) => {
      answered = done
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    })
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0' },
  })
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  const times = []
  for (let round = 0; round < rounds + 3; round++) {
    const input = { hook_event_name: 'UserPromptSubmit', session_id: `m${round}`, prompt: PROMPT }
    const started = performance.now()
    const line = await ask('tools/call', { name: 'hook', arguments: input })
    if (round >= 3) times.push(performance.now() - started)
    if (!line.includes('additionalContext')) throw new Error(`the server recalled nothing: ${line}`)
  }
  child.stdin.end()
  await new Promise((done) => child.on('exit', done))
  const p50 = median(times)
  return ['through the MCP server, p50', p50.toFixed(1), '', '', `≤ 40 ms ${p50 <= 40 ? 'ok' : 'MISSED'}`]
}

async function leaveBehind(place) {
  const background = { ...place, env: { ...place.env, MEMDIR_BACKGROUND: '1' } }
  const before = temporaryFiles(place)
  for (let n = 0; n < SESSIONS; n++) {
    const session = `left${n}`
    runHook(background, event('SessionStart', place.cwd, session, { source: 'startup' }))
    runHook(background, event('UserPromptSubmit', place.cwd, session, { prompt: PROMPT }))
    runHook(background, event('Stop', place.cwd, session))
    runHook(background, event('SessionEnd', place.cwd, session, { reason: 'exit' }))
  }
  const deadline = Date.now() + 900_000
  while (processes(place).length > 0 && Date.now() < deadline)
    await new Promise((wake) => setTimeout(wake, 500))
  const files = temporaryFiles(place).filter((file) => !before.includes(file))
  return `${SESSIONS} conversations: ${processes(place).length} processes and ${files.length} temporary files left ${files.slice(0, 5).join(' ')}`
}

function processes({ env }) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`MEMDIR_BENCH=${env.MEMDIR_BENCH}`)
      )
    } catch {
      return false
    }
  })
}

/** Spooled turns, half-written files, and whatever is in the temporary directory itself. */
function temporaryFiles({ env }) {
  const state = readdirSync(env.MEMDIR_HOME, { recursive: true }).map(String)
  const odd = state.filter((file) => /(?:^|\/)(?:\.|spool\/.)|\.tmp/.test(file))
  return [...odd, ...readdirSync(env.TMPDIR)]
}
