// Proves for each agent on this machine that memory works in it: set up, trusted, fired, and write → recall end to
// end through the very program that the agent starts. Looking changes nothing of the person's.
import { attempt } from '../../lib/attempt.ts'
import type { ClientHost } from '../client-host.ts'
import { readHookRuns } from '../hook-runs.ts'
import type { AgentSetup, SetupPlaces } from './agent-setup.ts'
import { AGENT_SETUPS, isSetUp, isTouched, setUpAs } from './agent-setups.ts'
import { askCodexTrust } from './codex-trust.ts'
import { tryHook, tryMcp } from './try-loop.ts'

export interface AgentCheck {
  agent: string
  check: 'installed' | 'trusted' | 'fires' | 'loop' | 'mcp'
  status: 'ok' | 'problem' | 'note'
  message: { en: string; zh: string }
  /** Milliseconds, where something was timed. */
  ms?: number
}

type Told = Omit<AgentCheck, 'agent'>

export async function checkAgents(host: ClientHost, places: SetupPlaces): Promise<AgentCheck[]> {
  const present = AGENT_SETUPS.filter((setup) => setup.present(places) || isHere(setup, places))
  const checks = await Promise.all(present.map((setup) => checkAgent(setup, host, places)))
  return checks.flat()
}

/** Set up in this project, whatever the agent has in the person's home. */
function isHere(setup: AgentSetup, places: SetupPlaces): boolean {
  return attempt(() => isTouched(setup, places)) ?? false
}

async function checkAgent(setup: AgentSetup, host: ClientHost, places: SetupPlaces): Promise<AgentCheck[]> {
  const named = (told: Told): AgentCheck => ({ agent: setup.name, ...told })
  const installed = checkInstalled(setup, places)
  if (installed.status !== 'ok') return [named(installed)]
  const rest = setup.hooks
    ? [
        ...(setup.name === 'codex' ? [await checkTrust(places)] : []),
        checkFired(setup, host),
        await checkLoop(setup, places),
        ...(setUpAs(setup, places)?.mcp ? [await checkMcp(places)] : []),
      ]
    : [await checkMcp(places)]
  return [installed, ...rest].map(named)
}

function checkInstalled(setup: AgentSetup, places: SetupPlaces): Told {
  const { title, name } = setup
  try {
    if (isSetUp(setup, places))
      return {
        check: 'installed',
        status: 'ok',
        message: { en: `memdir is in ${title}`, zh: `memdir 已接入 ${title}` },
      }
    if (isTouched(setup, places)) {
      const message = {
        en: `the setup is incomplete or of another installation: memdir init ${name}`,
        zh: `接入不完整或来自另一处安装：memdir init ${name}`,
      }
      return { check: 'installed', status: 'problem', message }
    }
  } catch (error) {
    const reason = (error as Error).message
    return { check: 'installed', status: 'problem', message: { en: reason, zh: reason } }
  }
  const message = { en: `not set up: memdir init ${name}`, zh: `尚未接入：memdir init ${name}` }
  return { check: 'installed', status: 'note', message }
}

const TRUST_ZH: Record<string, string> = {
  '`codex` is not on the PATH': '`codex` 不在 PATH 中',
  'it did not answer': '没有响应',
  'it ended': '进程已结束',
  'it does not list hooks': '它不列出钩子',
}

async function checkTrust(places: SetupPlaces): Promise<Told> {
  const trust = await askCodexTrust(places)
  if (trust.status === 'unknown') {
    const message = {
      en: `Codex could not be asked about trust: ${trust.reason}`,
      zh: `无法向 Codex 查询信任状态：${TRUST_ZH[trust.reason] ?? trust.reason}`,
    }
    return { check: 'trusted', status: 'note', message }
  }
  if (trust.untrusted === 0)
    return {
      check: 'trusted',
      status: 'ok',
      message: { en: `${trust.total} hooks are trusted`, zh: `${trust.total} 个钩子已受信任` },
    }
  const message = {
    en: `${trust.untrusted} of ${trust.total} hooks are not trusted, so Codex skips them: start codex, /hooks`,
    zh: `${trust.total} 个钩子中有 ${trust.untrusted} 个未受信任，Codex 会跳过：启动 codex，输入 /hooks`,
  }
  return { check: 'trusted', status: 'problem', message }
}

function checkFired(setup: AgentSetup, host: ClientHost): Told {
  const runs = readHookRuns(host.location.state).filter((run) => run.agent === setup.name)
  const last = runs.sort((a, b) => (a.at < b.at ? 1 : -1)).find((run) => run.event === 'prompt') ?? runs[0]
  if (!last) {
    const message = { en: 'its hooks have not fired in this project yet', zh: '其钩子在此项目中尚未触发过' }
    return { check: 'fires', status: 'note', message }
  }
  const at = last.at.slice(0, 16).replace('T', ' ')
  const message = {
    en: `last fired ${at} UTC (${last.event}: ${last.outcome}, ${last.ms.toFixed(0)} ms)`,
    zh: `上次触发 ${at} UTC（${last.event}：${last.outcome}，${last.ms.toFixed(0)} 毫秒）`,
  }
  return { check: 'fires', status: 'ok', ms: last.ms, message }
}

async function checkLoop(setup: AgentSetup, places: SetupPlaces): Promise<Told> {
  const tried = await tryHook(setup.name, places)
  const ms = Math.round(tried.ms)
  if (tried.status === 'ok') {
    const message = {
      en: `write → recall works, ${ms} ms with the start of Node`,
      zh: `写入 → 召回正常，含 Node 启动 ${ms} 毫秒`,
    }
    return { check: 'loop', status: 'ok', ms, message }
  }
  const message = { en: `write → recall failed: ${tried.reason}`, zh: `写入 → 召回失败：${tried.reason}` }
  return { check: 'loop', status: 'problem', ms, message }
}

async function checkMcp(places: SetupPlaces): Promise<Told> {
  const tried = await tryMcp(places)
  const ms = Math.round(tried.ms)
  if (tried.status === 'ok')
    return {
      check: 'mcp',
      status: 'ok',
      ms,
      message: { en: `the MCP server answers, ${ms} ms`, zh: `MCP 服务器正常，${ms} 毫秒` },
    }
  const message = { en: `the MCP server failed: ${tried.reason}`, zh: `MCP 服务器失败：${tried.reason}` }
  return { check: 'mcp', status: 'problem', ms, message }
}
