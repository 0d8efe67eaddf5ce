// What a prompt costs next to a running server of the project: the hook's process, and the server's part of it.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { againstBare, BARE, median, processorMs, runMeasured } from '../measure.mjs'

const GOALS = { cpu: 1.5, wall: 1.9, serverMs: 12 }
/** The first prompts open search data and models in the server. */
const WARM_UP = 5

/** Rows of a table. `prompts`: language → text; `state`: the project's. */
export async function measureNextToServer({ cwd, env, command, hook, state, prompts, rounds }) {
  const server = spawn(process.execPath, [command, 'mcp'], { cwd, env, stdio: ['pipe', 'ignore', 'inherit'] })
  const ask = (prompt, session_id) => {
    const input = JSON.stringify({ hook_event_name: 'UserPromptSubmit', cwd, session_id, prompt })
    const before = processorMs(server.pid)
    const { ms, wallMs } = runMeasured([hook], { cwd, env, input })
    // The record of what was shown is made when the hook has ended.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    return { ms, wallMs, serverMs: processorMs(server.pid) - before, served: isServed(state) }
  }
  try {
    await socketIn(join(env.MEMDIR_HOME, 'run'))
    for (const [language, prompt] of Object.entries(prompts))
      for (let n = 0; n < WARM_UP; n++) ask(prompt, `next-warm-${language}-${n}`)
    const bare = []
    const asked = Object.keys(prompts).map(() => [])
    for (let round = 0; round < rounds; round++) {
      bare.push(runMeasured(BARE, { env }))
      for (const [at, [language, prompt]] of Object.entries(prompts).entries())
        asked[at].push(ask(prompt, `next-${language}-${round}`))
    }
    return Object.keys(prompts).flatMap((language, at) => rowsOf(language, asked[at], bare))
  } finally {
    server.stdin.end()
    await new Promise((done) => server.on('exit', done))
  }
}

/** Rows of the prompts that the server answered; how many that were is in the title. */
function rowsOf(language, all, bare) {
  const served = all.filter((one) => one.served)
  if (served.length === 0)
    return [[`next to a server, ${language}: none of ${all.length}`, '', '', '', 'MISSED']]
  const of = (name, list) => median(list.map((one) => one[name]))
  const serverMs = of('serverMs', served)
  const verdict = `≤ ${GOALS.serverMs} ms ${serverMs <= GOALS.serverMs ? 'ok' : 'MISSED'}`
  return [
    [
      `next to a server, ${language} (${served.length} of ${all.length})`,
      ...againstBare(of('ms', served), of('ms', bare), GOALS.cpu),
    ],
    ['  its wall time', ...againstBare(of('wallMs', served), of('wallMs', bare), GOALS.wall)],
    ['  in the server', serverMs.toFixed(1), '', '', verdict],
  ]
}

function isServed(state) {
  return JSON.parse(readFileSync(join(state, 'hooks', 'claude-code.prompt.json'), 'utf8')).server === true
}

async function socketIn(directory) {
  for (let tries = 0; tries < 200; tries++) {
    try {
      if (readdirSync(directory).some((name) => name.endsWith('.sock'))) return
    } catch {
      // Not made yet.
    }
    await new Promise((wake) => setTimeout(wake, 50))
  }
  throw new Error(`no server listens in ${dirname(directory)}`)
}
