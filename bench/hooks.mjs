// What a hook costs with 10,000 memories (a tenth of them Chinese), in bare Node starts of the same run: with meaning
// search in English, Chinese and both, without, next to a running MCP server and through its tool; and what the short commands cost. Then a hundred conversations, and what they leave behind.
//   npm run bench -- hooks [ROUNDS] [MEMORIES]
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureNextToServer } from './hooks/next-to-server.mjs'
import {
  AGAINST_BARE,
  againstBare,
  BARE,
  cleanEnvironment,
  median,
  printTable,
  runMeasured,
} from './measure.mjs'

const bin = fileURLToPath(new URL('../dist/bin/', import.meta.url))
const COMMAND = join(bin, 'memdir.js')
const HOOK = join(bin, 'hook.js')
const LAUNCHER = fileURLToPath(new URL('../plugins/memdir/run.cjs', import.meta.url))
const SESSIONS = 100

const NOUNS =
  'harbour lantern database migration kettle bridge compiler orchard ferry ledger turbine violin glacier pipeline curtain beacon archive saddle quarry printer magnet canoe thermostat parser'.split(
    ' ',
  )

const CHINESE = '港口 灯笼 数据库 迁移 水壶 桥梁 编译器 果园 渡船 账本 涡轮 小提琴 冰川 管道 窗帘 信标'.split(
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
    const rows = [
      ...measureHooks(rounds, { words, meaning }),
      ...(await measureNextTo(meaning, rounds)),
      await measureServer(meaning, rounds * 4),
    ]
    printTable(['hook', ...AGAINST_BARE], rows)
    console.log(await leaveBehind(words))
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

function prepare(root, name, size) {
  const cwd = join(root, name)
  mkdirSync(cwd)
  const env = cleanEnvironment({
    HOME: root,
    MEMDIR_HOME: join(root, `home-${name}`),
    TMPDIR: root,
    MEMDIR_BENCH: root,
  })
  const place = { cwd, env }
  memdir(place, 'init')
  const directory = memdir(place, 'path')
  for (let i = 0; i < size; i++) {
    const topic = topicOf(i)
    const text =
      i % 10 === 9
        ? `---\nid: b${i}\nname: 关于${chineseTopic(i)}\ndescription: ${chineseTopic(i)}在第 ${i % 52} 周的表现\ntype: project\n---\n${chineseTopic(i)}需要编号 ${i} 的${CHINESE[(i * 13) % CHINESE.length]}。\n`
        : `---\nid: b${i}\nname: About the ${topic}\ndescription: how the ${topic} behaves in week ${i % 52}\ntype: project\n---\nThe ${topic} needs ${NOUNS[(i * 13) % NOUNS.length]} number ${i} because of ${NOUNS[(i * 29) % NOUNS.length]}.\n`
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
const PROMPTS = {
  Chinese: `${chineseTopic(479)}的表现怎么样，需要什么？`,
  mixed: `${chineseTopic(479)} 和 ${NOUNS[3]} 一起用 needs what?`,
}
const PROMPT = `how does the ${topicOf(471)} behave and what does it need?`

function chineseTopic(i) {
  return `${CHINESE[i % CHINESE.length]}${CHINESE[(i * 7 + 3) % CHINESE.length]} ${i}`
}

function topicOf(i) {
  return `${NOUNS[i % NOUNS.length]} ${NOUNS[(i * 7 + 3) % NOUNS.length]} ${i}`
}

function runHook({ cwd, env }, input) {
  return runMeasured([HOOK], { cwd, env, input })
}

/** The first search builds the catalog of a new home: no prompt pays for it twice, and no hook waits for it. */
function warmUp(place) {
  memdir(place, 'search', PROMPT)
  const slow = { ...place, env: { ...place.env, MEMDIR_HOOK_SLOWER: '20' } }
  const { out } = runHook(slow, event('UserPromptSubmit', place.cwd, 'warm', { prompt: PROMPT }))
  if (!out.includes('additionalContext')) throw new Error('the hook recalled nothing')
}

function measureHooks(rounds, { words, meaning }) {
  const ask = (place, prompt) => (round) =>
    runHook(place, event('UserPromptSubmit', place.cwd, `s${round}`, { prompt }))
  const command =
    (...args) =>
    () =>
      runMeasured([COMMAND, ...args], meaning)
  const cases = [
    ['a bare Node start', () => runMeasured(BARE, { env: meaning.env })],
    ['recall, words only', ask(words, PROMPT), 2],
    ['recall, with meaning, English', ask(meaning, PROMPT), 3.2],
    ['recall, with meaning, Chinese', ask(meaning, PROMPTS.Chinese), 4.16],
    ['recall, with meaning, mixed', ask(meaning, PROMPTS.mixed), 4.16],
    ['end of a turn', (round) => runHook(words, event('Stop', words.cwd, `s${round}`)), 1.3],
    [
      'end of a turn, by the plugin',
      (round) => runMeasured([LAUNCHER, 'hook'], { ...words, input: event('Stop', words.cwd, `p${round}`) }),
      1.3,
    ],
    ['memdir --version', command('--version'), 1.3],
    ['memdir path', command('path'), 1.3],
    ['memdir recall', command('recall', PROMPT)],
  ]
  // What is compiled once is kept for the next process: the first of each kind is not what people wait for.
  for (const [, run] of cases) for (const again of [-1, -2]) run(again)
  const times = cases.map(() => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, [, run]] of cases.entries()) times[at].push(run(round).ms)
  const bare = median(times[0])
  return cases.map(([title, , goal], at) => [title, ...againstBare(median(times[at]), bare, goal)])
}

function measureNextTo(place, rounds) {
  const state = join(dirname(memdir(place, 'path')), 'state')
  const prompts = { English: PROMPT, ...PROMPTS }
  return measureNextToServer({ ...place, command: COMMAND, hook: HOOK, state, prompts, rounds })
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
  return [
    'through the MCP server, p50 of the wall',
    p50.toFixed(1),
    '',
    '',
    `≤ 40 ms ${p50 <= 40 ? 'ok' : 'MISSED'}`,
  ]
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
