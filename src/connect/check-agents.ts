// Proves for each agent on this machine that memory works in it: set up, trusted, fired, and write → recall end to
// end through the very program that the agent starts. Looking changes nothing of the person's.

import { join } from 'node:path'
import { type EventAgent, eventsOf, isEventAgent } from '../base/agents/agents.ts'
import { apartMessage } from '../base/agents/apart-message.ts'
import { keepsMemory, ownMemory, placeOf } from '../base/agents/own-memory.ts'
import { agentChecksTexts } from '../base/messages/agent-checks.ts'
import { listOf, type Message, message, verbatim } from '../base/messages/message.ts'
import { ownMemoryTexts } from '../base/messages/own-memory.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { type AgentSetup, HOOK_STARTER, mcpCommand, type SetupPlaces } from './agent-setup.ts'
import { AGENT_SETUPS, isSetUp, isTouched, planRemove, setUpAs } from './agent-setups.ts'
import type { Engine } from './engine.ts'
import { type HookRun, MEMORY_WAS_OFF, readHookRuns } from './events/hook-runs.ts'
import { deadPrograms, programsIn, readStarter } from './hook-starter.ts'
import { askCodexTrust } from './install/codex-trust.ts'
import { type Tried, tryHook, tryMcp } from './install/try-loop.ts'
import { switchedOff } from './switched-off.ts'

export interface AgentCheck {
  agent: string
  check: 'installed' | 'memory' | 'switched' | 'trusted' | 'fires' | 'loop' | 'mcp'
  status: 'ok' | 'problem' | 'note'
  message: { en: string; zh: string }
  /** Milliseconds, where something was timed. */
  ms?: number
}

type Checked = Omit<AgentCheck, 'agent'>

/** Called before each agent with how many are done. */
type OnAgent = (done: number, total: number, title: string) => void

/** One after the other: on a busy machine programs started together would all be late. */
export async function checkAgents(
  host: Pick<Engine, 'location' | 'switch'>,
  places: SetupPlaces,
  onAgent?: OnAgent,
): Promise<AgentCheck[]> {
  const present = AGENT_SETUPS.filter((setup) => setup.present(places) || isHere(setup, places))
  const servers = new Map<string, Checked>()
  const checks: AgentCheck[] = []
  for (const [done, setup] of present.entries()) {
    onAgent?.(done, present.length, setup.title)
    checks.push(...(await checkAgent(setup, host, places, servers)))
  }
  return checks
}

/** Set up in this project, whatever the agent has in the person's home. */
function isHere(setup: AgentSetup, places: SetupPlaces): boolean {
  return attempt(() => isTouched(setup, places)) ?? false
}

async function checkAgent(
  setup: AgentSetup,
  host: Pick<Engine, 'location' | 'switch'>,
  places: SetupPlaces,
  servers: Map<string, Checked>,
): Promise<AgentCheck[]> {
  const named = (checked: Checked): AgentCheck => ({ agent: setup.name, ...checked })
  const installed = checkInstalled(setup, places)
  const memory = checkMemory(setup, host, places, installed.status === 'ok')
  if (installed.status !== 'ok') return [installed, ...memory].map(named)
  const { name } = setup
  const rest =
    setup.hooks && isEventAgent(name)
      ? [
          ...(eventsOf(name).approvesHooks ? [await checkTrust(places)] : []),
          checkFired(
            readHookRuns(host.location.state).filter((run) => run.agent === setup.name),
            host.switch.on,
          ),
          await checkLoop(name, places),
          ...(setUpAs(setup, places)?.mcp ? [await checkMcp(setup, places, servers)] : []),
        ]
      : [await checkMcp(setup, places, servers)]
  const off = switchedOff(setup, places).map(
    (said): Checked => ({ check: 'switched', status: 'problem', message: said }),
  )
  return [installed, ...memory, ...off, ...rest].map(named)
}

function checkInstalled(setup: AgentSetup, places: SetupPlaces): Checked {
  const { title, name } = setup
  try {
    const dead = findDead(setup, places)
    if (dead) return { check: 'installed', status: 'problem', message: dead }
    if (isSetUp(setup, places))
      return {
        check: 'installed',
        status: 'ok',
        message: message(agentChecksTexts.isIn, { title }),
      }
    if (isTouched(setup, places)) {
      const text = message(agentChecksTexts.text, { name })
      return { check: 'installed', status: 'problem', message: text }
    }
  } catch (error) {
    const said = MemdirError.is(error) ? error.messages.message : verbatim((error as Error).message)
    return { check: 'installed', status: 'problem', message: said }
  }
  const text = message(agentChecksTexts.text2, { name })
  return { check: 'installed', status: 'note', message: text }
}

/** What its files, or the script that its hooks start, name and is not there. */
function findDead(setup: AgentSetup, places: SetupPlaces): Message | undefined {
  const { name } = setup
  const edits = planRemove(setup, places)
  const dead = edits.flatMap(({ before = '', after = '' }) => {
    const others = programsIn(after)
    return deadPrograms(before).filter((path) => !others.includes(path))
  })
  if (dead.length > 0)
    return message(agentChecksTexts.deadPrograms, { paths: listOf([...new Set(dead)]), name })
  if (!edits.some(({ before }) => before?.includes(HOOK_STARTER))) return undefined
  const starter = readStarter(places)
  if (starter === undefined)
    return message(agentChecksTexts.starterMissing, { path: join(places.home, HOOK_STARTER), name })
  const paths = deadPrograms(starter)
  return paths.length > 0 ? message(agentChecksTexts.starterDead, { paths: listOf(paths), name }) : undefined
}

/** Which directory the project's memory is in, where the agent has one of its own. */
function checkMemory(
  { name, title: agent }: AgentSetup,
  { location }: Pick<Engine, 'location'>,
  { env }: SetupPlaces,
  isIn: boolean,
): Checked[] {
  if (!keepsMemory(name)) return []
  const own = ownMemory(name, placeOf(location.identity), env)
  const directory = location.memory
  if (own.on && own.moved === directory)
    return isIn
      ? [
          {
            check: 'memory',
            status: 'ok',
            message: message(ownMemoryTexts.pointedHere, { agent, directory }),
          },
        ]
      : []
  if (own.directory === directory && own.moved === undefined)
    return isIn
      ? [{ check: 'memory', status: 'ok', message: message(ownMemoryTexts.oneDirectory, { directory }) }]
      : [
          {
            check: 'memory',
            status: 'note',
            message: message(ownMemoryTexts.staysWithAgent, { directory, agent, name }),
          },
        ]
  if (!isIn || !own.on) return []
  // Both have an index where memdir has a directory of its own; a second agent's is what its person chose.
  const status = directory.startsWith(location.projects) ? 'problem' : 'note'
  return [{ check: 'memory', status, message: apartMessage(location, own) }]
}

async function checkTrust(places: SetupPlaces): Promise<Checked> {
  const trust = await askCodexTrust(places)
  if (trust.status === 'unknown')
    return {
      check: 'trusted',
      status: 'note',
      message: message(agentChecksTexts.trustUnknown, { reason: trust.reason }),
    }
  if (trust.total === 0) {
    const text = agentChecksTexts.text3
    return { check: 'trusted', status: 'problem', message: text }
  }
  if (trust.untrusted === 0)
    return {
      check: 'trusted',
      status: 'ok',
      message: message(agentChecksTexts.hooksTrusted, { total: trust.total }),
    }
  const text = message(agentChecksTexts.text4, { untrusted: trust.untrusted, total: trust.total })
  return { check: 'trusted', status: 'problem', message: text }
}

/** `runs`: the last of each event, of one agent. `isOn`: memory is, here. */
export function checkFired(runs: readonly HookRun[], isOn = true): Checked {
  const newest = runs.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const last = newest.find((run) => run.failed) ?? newest.find((run) => run.event === 'prompt') ?? newest[0]
  if (!last) {
    const text = agentChecksTexts.text5
    return { check: 'fires', status: 'note', message: text }
  }
  const at = last.at.slice(0, 16).replace('T', ' ')
  if (last.failed) {
    const text = message(agentChecksTexts.hookLastFailed, { at, event: last.event, reason: last.outcome })
    return { check: 'fires', status: 'problem', ms: last.ms, message: text }
  }
  // Off here as well is said of the whole.
  if (isOn && newest[0]?.outcome === MEMORY_WAS_OFF)
    return {
      ...{ check: 'fires', status: 'problem', ms: last.ms },
      message: message(agentChecksTexts.hookMemoryOff, { at: newest[0].at.slice(0, 16).replace('T', ' ') }),
    }
  const text = message(agentChecksTexts.text6, {
    at,
    event: last.event,
    outcome: last.outcome,
    ms: last.ms.toFixed(0),
  })
  return { check: 'fires', status: 'ok', ms: last.ms, message: text }
}

async function checkLoop(agent: EventAgent, places: SetupPlaces): Promise<Checked> {
  const tried = await tryHook(agent, places)
  const ms = Math.round(tried.ms)
  if (tried.status === 'ok') {
    const text = message(agentChecksTexts.text7, { ms })
    return { check: 'loop', status: 'ok', ms, message: text }
  }
  return {
    check: 'loop',
    status: 'problem',
    ms,
    message: message(agentChecksTexts.loopFailed, { reason: tried.reason }),
  }
}

/** Agents that start the same command line share its answer. */
async function checkMcp(
  { server = mcpCommand }: AgentSetup,
  places: SetupPlaces,
  servers: Map<string, Checked>,
): Promise<Checked> {
  const line = server(places)
  const key = JSON.stringify(line)
  const checked = servers.get(key) ?? describeServer(await tryMcp(line, places))
  servers.set(key, checked)
  return checked
}

function describeServer(tried: Tried): Checked {
  const ms = Math.round(tried.ms)
  if (tried.status === 'ok')
    return {
      check: 'mcp',
      status: 'ok',
      ms,
      message: message(agentChecksTexts.mcpServerAnswersMs, { ms }),
    }
  return {
    check: 'mcp',
    status: 'problem',
    ms,
    message: message(agentChecksTexts.mcpFailed, { reason: tried.reason }),
  }
}
