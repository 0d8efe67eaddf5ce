// Write → recall through the real programs, in a home of its own that is gone afterwards.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventAgent, eventsOf } from '../../base/agents/agents.ts'
import { agentChecksTexts } from '../../base/messages/agent-checks.ts'
import { type Message, message, verbatim } from '../../base/messages/message.ts'
import { closePipes } from '../../base/processes/process-groups.ts'
import { attempt } from '../../base/values/attempt.ts'
import { HOOK_STARTER, type ServerCommand, type SetupPlaces } from '../agent-setup.ts'

export type Tried = { status: 'ok'; ms: number } | { status: 'failed'; reason: Message; ms: number }

const FACT = 'The lighthouse keeper of this project prefers lemon marmalade on Thursdays'
const QUESTION = 'what does the lighthouse keeper prefer on Thursdays, lemon marmalade?'
const TIMEOUT_MS = 10_000

/** The time is the hook's, with the start of Node. */
export async function tryHook(agent: EventAgent, places: SetupPlaces): Promise<Tried> {
  return inTemporaryHome(places, (env, project) => {
    const added = spawnSync(places.node, [join(places.bin, 'memdir.js'), 'add', FACT, '--type', 'project'], {
      cwd: project,
      env,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    })
    if (added.status !== 0)
      return failed(message(agentChecksTexts.writeFailed, { problem: added.stderr.trim() }), 0)
    const event = {
      hook_event_name: eventsOf(agent).prompt,
      session_id: 'doctor',
      cwd: project,
      prompt: QUESTION,
    }
    const started = performance.now()
    const [program, ...args] = hookLine(agent, places)
    const done = spawnSync(program, args, {
      cwd: project,
      env,
      input: JSON.stringify(event),
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    })
    const ms = performance.now() - started
    if (done.status !== 0)
      return failed(
        message(agentChecksTexts.hookCheckFailed, { status: done.status ?? String(done.signal) }),
        ms,
      )
    return done.stdout.includes('lemon marmalade')
      ? { status: 'ok', ms }
      : failed(message(agentChecksTexts.notRecalled), ms)
  })
}

/** As the agent starts it: by the plugin's launcher, by our plugin inside of it, by the script that its hooks name. */
function hookLine(agent: EventAgent, { node, bin, plugins, home }: SetupPlaces): [string, ...string[]] {
  const { startedBy } = eventsOf(agent)
  if (startedBy === 'launcher') return [node, join(plugins, 'memdir', 'run.cjs'), 'hook']
  const script = join(home, HOOK_STARTER)
  if (startedBy === 'plugin' || !existsSync(script)) return [node, join(bin, 'hook.js'), agent]
  return ['sh', script, agent]
}

/** Until the server has listed its tools. */
export async function tryMcp({ command, args }: ServerCommand, places: SetupPlaces): Promise<Tried> {
  const started = performance.now()
  const since = () => performance.now() - started
  return inTemporaryHome(
    places,
    (env, project) =>
      new Promise<Tried>((done) => {
        const child = spawn(command, args, {
          cwd: project,
          env,
          stdio: ['pipe', 'pipe', 'ignore'],
          // `memdir` by its name is a script there; the words are ours.
          shell: process.platform === 'win32' && command === 'memdir',
        })
        const finish = (tried: Tried) => {
          clearTimeout(late)
          child.kill('SIGKILL')
          closePipes(child)
          done(tried)
        }
        const late = setTimeout(
          () => finish(failed(message(agentChecksTexts.codexNoAnswer), since())),
          TIMEOUT_MS,
        )
        let text = ''
        child.on('error', (error) => finish(failed(verbatim(error.message), since())))
        child.on('close', () => finish(failed(message(agentChecksTexts.processEnded), since())))
        // Closed before all was written: `close` says so.
        child.stdin.on('error', () => {})
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8')
          if (text.includes('"name":"remember"')) finish({ status: 'ok', ms: since() })
        })
        const clientInfo = { name: 'memdir-doctor', version: '0' }
        const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
        for (const request of [
          { id: 1, method: 'initialize', params },
          { method: 'notifications/initialized' },
          { id: 2, method: 'tools/list' },
        ])
          child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`)
      }),
  )
}

async function inTemporaryHome(
  { env }: SetupPlaces,
  work: (env: Record<string, string | undefined>, project: string) => Tried | Promise<Tried>,
): Promise<Tried> {
  const root = mkdtempSync(join(tmpdir(), 'memdir-doctor-'))
  const project = join(root, 'project')
  mkdirSync(project)
  // Nothing of the person's memory: only what programs need to start.
  const own = { PATH: env.PATH, HOME: root, MEMDIR_HOME: join(root, 'home'), LANG: env.LANG }
  try {
    return await work(own, project)
  } finally {
    attempt(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))
  }
}

function failed(reason: Message, ms: number): Tried {
  return { status: 'failed', reason, ms }
}
