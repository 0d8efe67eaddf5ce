// Proves for each agent on this machine that memory works in it: set up, trusted, fired, and write → recall end to
// end through the very program that the agent starts. Looking changes nothing of the person's.

import { join } from 'node:path'
import type { HookHost } from '../../agent/client-host.ts'
import { type EventAgent, eventsOf, isEventAgent } from '../../base/agents/agents.ts'
import { apartMessage } from '../../base/agents/apart-message.ts'
import { keepsMemory, ownMemory, placeOf } from '../../base/agents/own-memory.ts'
import {
  DEAD_PROGRAMS,
  HOOK_LAST_FAILED,
  HOOK_MEMORY_OFF,
  LOOP_FAILED,
  MCP_FAILED,
  STARTER_DEAD,
  STARTER_MISSING,
  TRUST_UNKNOWN,
} from '../../base/messages/agent-checks.ts'
import { listOf, type Message, message, verbatim } from '../../base/messages/message.ts'
import { ONE_DIRECTORY, STAYS_WITH_AGENT } from '../../base/messages/own-memory.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { type HookRun, MEMORY_WAS_OFF, readHookRuns } from '../events/hook-runs.ts'
import { type AgentSetup, mcpCommand, type SetupPlaces } from './agent-setup.ts'
import { AGENT_SETUPS, isSetUp, isTouched, planRemove, setUpAs } from './agent-setups.ts'
import { askCodexTrust } from './codex-trust.ts'
import { deadPrograms, HOOK_STARTER, programsIn, readStarter } from './hook-starter.ts'
import { switchedOff } from './switched-off.ts'
import { type Tried, tryHook, tryMcp } from './try-loop.ts'

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
export type OnAgent = (done: number, total: number, title: string) => void

/** One after the other: on a busy machine programs started together would all be late. */
export async function checkAgents(
  host: Pick<HookHost, 'location' | 'switch'>,
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
  host: Pick<HookHost, 'location' | 'switch'>,
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
        message: { en: `memdir is in ${title}`, zh: `memdir 已接入 ${title}` },
      }
    if (isTouched(setup, places)) {
      const text = {
        en: `the setup is incomplete or of another installation: memdir init ${name}`,
        zh: `接入不完整或来自另一处安装：memdir init ${name}`,
      }
      return { check: 'installed', status: 'problem', message: text }
    }
  } catch (error) {
    const said = MemdirError.is(error) ? error.messages.message : verbatim((error as Error).message)
    return { check: 'installed', status: 'problem', message: said }
  }
  const text = { en: `not set up: memdir init ${name}`, zh: `尚未接入：memdir init ${name}` }
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
  if (dead.length > 0) return message(DEAD_PROGRAMS, { paths: listOf([...new Set(dead)]), name })
  if (!edits.some(({ before }) => before?.includes(HOOK_STARTER))) return undefined
  const starter = readStarter(places)
  if (starter === undefined) return message(STARTER_MISSING, { path: join(places.home, HOOK_STARTER), name })
  const paths = deadPrograms(starter)
  return paths.length > 0 ? message(STARTER_DEAD, { paths: listOf(paths), name }) : undefined
}

/** Which directory the project's memory is in, where the agent has one of its own. */
function checkMemory(
  { name, title: agent }: AgentSetup,
  { location }: Pick<HookHost, 'location'>,
  { env }: SetupPlaces,
  isIn: boolean,
): Checked[] {
  if (!keepsMemory(name)) return []
  const own = ownMemory(name, placeOf(location.identity), env)
  const directory = location.memory
  if (own.directory === directory)
    return isIn
      ? [{ check: 'memory', status: 'ok', message: message(ONE_DIRECTORY, { directory }) }]
      : [{ check: 'memory', status: 'note', message: message(STAYS_WITH_AGENT, { directory, agent, name }) }]
  if (!isIn || !own.on) return []
  // Both have an index where memdir has a directory of its own; a second agent's is what its person chose.
  const status = directory.startsWith(location.projects) ? 'problem' : 'note'
  return [{ check: 'memory', status, message: apartMessage(location, own) }]
}

async function checkTrust(places: SetupPlaces): Promise<Checked> {
  const trust = await askCodexTrust(places)
  if (trust.status === 'unknown')
    return { check: 'trusted', status: 'note', message: message(TRUST_UNKNOWN, { reason: trust.reason }) }
  if (trust.total === 0) {
    const text = {
      en: 'Codex lists none of memdir’s hooks: it does not read its hooks.json, or hooks are switched off in its configuration',
      zh: 'Codex 没有列出 memdir 的任何钩子：它未读取其 hooks.json，或其配置中已关闭钩子',
    }
    return { check: 'trusted', status: 'problem', message: text }
  }
  if (trust.untrusted === 0)
    return {
      check: 'trusted',
      status: 'ok',
      message: { en: `${trust.total} hooks are trusted`, zh: `${trust.total} 个钩子已受信任` },
    }
  const text = {
    en: `${trust.untrusted} of ${trust.total} hooks are not trusted, so Codex skips them: start codex, /hooks`,
    zh: `${trust.total} 个钩子中有 ${trust.untrusted} 个未受信任，Codex 会跳过：启动 codex，输入 /hooks`,
  }
  return { check: 'trusted', status: 'problem', message: text }
}

/** `runs`: the last of each event, of one agent. `isOn`: memory is, here. */
export function checkFired(runs: readonly HookRun[], isOn = true): Checked {
  const newest = runs.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const last = newest.find((run) => run.failed) ?? newest.find((run) => run.event === 'prompt') ?? newest[0]
  if (!last) {
    const text = { en: 'its hooks have not fired in this project yet', zh: '其钩子在此项目中尚未触发过' }
    return { check: 'fires', status: 'note', message: text }
  }
  const at = last.at.slice(0, 16).replace('T', ' ')
  if (last.failed) {
    const text = message(HOOK_LAST_FAILED, { at, event: last.event, reason: last.outcome })
    return { check: 'fires', status: 'problem', ms: last.ms, message: text }
  }
  // Off here as well is said of the whole.
  if (isOn && newest[0]?.outcome === MEMORY_WAS_OFF)
    return {
      ...{ check: 'fires', status: 'problem', ms: last.ms },
      message: message(HOOK_MEMORY_OFF, { at: newest[0].at.slice(0, 16).replace('T', ' ') }),
    }
  const text = {
    en: `last fired ${at} UTC (${last.event}: ${last.outcome}, ${last.ms.toFixed(0)} ms)`,
    zh: `上次触发 ${at} UTC（${last.event}：${last.outcome}，${last.ms.toFixed(0)} 毫秒）`,
  }
  return { check: 'fires', status: 'ok', ms: last.ms, message: text }
}

async function checkLoop(agent: EventAgent, places: SetupPlaces): Promise<Checked> {
  const tried = await tryHook(agent, places)
  const ms = Math.round(tried.ms)
  if (tried.status === 'ok') {
    const text = {
      en: `write → recall works, ${ms} ms with the start of Node`,
      zh: `写入 → 召回正常，含 Node 启动 ${ms} 毫秒`,
    }
    return { check: 'loop', status: 'ok', ms, message: text }
  }
  return { check: 'loop', status: 'problem', ms, message: message(LOOP_FAILED, { reason: tried.reason }) }
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
      message: { en: `the MCP server answers, ${ms} ms`, zh: `MCP 服务器正常，${ms} 毫秒` },
    }
  return { check: 'mcp', status: 'problem', ms, message: message(MCP_FAILED, { reason: tried.reason }) }
}
