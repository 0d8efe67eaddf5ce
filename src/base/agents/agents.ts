// The agents that we know, a row each: what tells that one runs us, where it logs, which events it tells and what it can be
// given with them. No other file asks for an agent by its name.
import { join } from 'node:path'
import { claudeConfigDirectory, userHome } from '../settings/config-home.ts'
import type { Environment } from '../settings/environment.ts'

interface AgentEvents {
  readonly prompt: 'UserPromptSubmit' | 'BeforeAgent'
  /**
   * What a hook prints: read as it is; `block`: it puts a block of its own around the text and escapes tags inside; `plugin`:
   * our own plugin reads it, and takes a notice beside the text.
   */
  readonly takes: 'text' | 'block' | 'plugin'
  /** What starts the hook: the plugin's launcher, our plugin inside of the agent, or the script that its files name. */
  readonly startedBy: 'launcher' | 'plugin' | 'script'
  /** A hook's word on a call reaches the model where it is said before the call, or only where it comes with the result. */
  readonly callsHeard: 'before' | 'after'
  /** Its summariser reads what a hook says before a compaction. */
  readonly saysBefore: boolean
  /** Where a compaction finds the conversation: in the log, or sent along. */
  readonly compacts?: 'log' | 'sent'
  /** It tells when it compacts; else its log shows it when the conversation is resumed. */
  readonly tellsCompaction: boolean
  /** It goes on before it asks what must survive: an answer after the summary does not make that an older one. */
  readonly goesOnAfter?: true
  /** Around its summary it keeps the person's newest messages, word for word. */
  readonly keepsNewest?: true
  /** The person approves hooks in it before they run. */
  readonly approvesHooks?: true
  /** What is said at the start does not last, so the index comes with the first message. */
  readonly indexWithMessage?: true
}

/** Whose logs can be read. opencode keeps its conversations in a database: an export of one. */
export type LogClient = 'claude-code' | 'codex' | 'gemini' | 'opencode'

interface AgentLog {
  readonly client: LogClient
  root(env: Environment): string
  isOf(name: string, conversation: string): boolean
}

interface KnownAgent {
  /** For people. */
  readonly title: string
  /** Variables of its own shell: set, to anything but `0` or `false`. */
  readonly shell: readonly string[]
  /** The variable with the id of the conversation. */
  readonly conversation?: string
  /** Where it keeps conversations that can be read. */
  readonly log?: AgentLog
  /** Where it is told of its own memory, to be off or which directory: for one project, or for all of them at once. */
  readonly ownMemoryIn?: 'project' | 'all'
  /** Absent: it runs no hooks of ours. */
  readonly events?: AgentEvents
}

const PROMPTS = {
  prompt: 'UserPromptSubmit',
  takes: 'block',
  startedBy: 'script',
  callsHeard: 'after',
} as const

const AGENTS = {
  'claude-code': {
    title: 'Claude Code',
    shell: ['CLAUDECODE'],
    conversation: 'CLAUDE_CODE_SESSION_ID',
    ownMemoryIn: 'project',
    log: {
      client: 'claude-code',
      root: (env) => join(claudeConfigDirectory(env), 'projects'),
      isOf: (name, conversation) => name === `${conversation}.jsonl`,
    },
    events: {
      ...{ ...PROMPTS, startedBy: 'launcher', callsHeard: 'before', saysBefore: true, compacts: 'log' },
      tellsCompaction: true,
    },
  },
  codex: {
    title: 'Codex',
    shell: ['CODEX_THREAD_ID', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'],
    conversation: 'CODEX_THREAD_ID',
    log: {
      client: 'codex',
      root: (env) => join(env.CODEX_HOME?.trim() || join(userHome(env), '.codex'), 'sessions'),
      isOf: (name, conversation) => name.endsWith(`${conversation}.jsonl`),
    },
    events: {
      ...{ ...PROMPTS, takes: 'text', callsHeard: 'before', saysBefore: false, compacts: 'log' },
      tellsCompaction: true,
      keepsNewest: true,
      approvesHooks: true,
    },
  },
  gemini: {
    title: 'Gemini CLI',
    shell: ['GEMINI_CLI'],
    log: {
      client: 'gemini',
      root: (env) => join(userHome(env), '.gemini', 'tmp'),
      // The name has the beginning of the id alone.
      isOf: (name, conversation) =>
        name.startsWith('session-') && name.endsWith(`-${conversation.slice(0, 8)}.jsonl`),
    },
    // It puts what a start hook says in front of the first message, and when it resumes the conversation it leaves out every
    // message that begins so, with all that the person typed in it.
    events: {
      ...{ ...PROMPTS, prompt: 'BeforeAgent', saysBefore: false, tellsCompaction: false },
      indexWithMessage: true,
    },
  },
  qwen: {
    title: 'Qwen Code',
    shell: ['QWEN_CODE'],
    ownMemoryIn: 'all',
    // It puts what a start hook says into the system prompt of that process alone: the next one would begin with other bytes,
    // and have no index. What comes with a message stays behind it.
    events: { ...PROMPTS, saysBefore: false, tellsCompaction: true, indexWithMessage: true },
  },
  opencode: {
    title: 'opencode',
    shell: ['OPENCODE'],
    events: {
      ...{ ...PROMPTS, takes: 'plugin', startedBy: 'plugin', saysBefore: true, compacts: 'sent' },
      ...{ tellsCompaction: true, goesOnAfter: true },
    },
  },
  cursor: { title: 'Cursor', shell: ['CURSOR_AGENT'] },
  copilot: { title: 'Copilot CLI', shell: ['COPILOT_CLI'] },
} as const satisfies Record<string, KnownAgent>

type Agents = typeof AGENTS

/** Those whose hooks tell us what happens. */
export type EventAgent = {
  [Name in keyof Agents]: Agents[Name] extends { events: AgentEvents } ? Name : never
}[keyof Agents]

export function knownAgents(): [string, KnownAgent][] {
  return Object.entries(AGENTS)
}

export function knownAgent(name: string): KnownAgent | undefined {
  return Object.hasOwn(AGENTS, name) ? AGENTS[name as keyof Agents] : undefined
}

export function isEventAgent(name: string | undefined): name is EventAgent {
  return name !== undefined && knownAgent(name)?.events !== undefined
}

export function eventsOf(agent: EventAgent): AgentEvents {
  return AGENTS[agent].events
}
