// One conversation as faces use it.

import type { Message } from '../base/messages/message.ts'
import type { Usage } from '../base/values/usage.ts'
import type { Leaving } from '../learn/conversation-learning.ts'
import type { ExtractionDone } from '../learn/run-extraction.ts'
import type { ReadSessionNotes } from '../learn/session-notes.ts'
import type { Model } from '../models/model.ts'
import type { TranscriptMessage } from '../models/transcript-message.ts'
import type { AgentEvent } from './agent-event.ts'
import type { AllowedTool } from './allowed-tools.ts'
import type { CompactOutcome } from './compact/context-dependencies.ts'
import type { Receipt } from './compact/context-state.ts'
import type { ListedInstruction } from './instructions/open-instructions.ts'
import type { ContextShare } from './loop/context-report.ts'
import type { ServerState } from './mcp-client/open-servers.ts'
import type { AskPermission, PermissionGate, PermissionMode, PlanVerdict } from './permission.ts'
import type { SkillDefinition } from './skills/skill-definition.ts'
import type { Task } from './tasks/task-list.ts'

export interface ConversationOptions {
  /** `provider/model`; `models.main` where it is left out. */
  model?: string
  /** An id or the beginning of one; true: the newest. */
  resume?: string | true
  mode: PermissionMode
  /** Sub-agents by name, as `agents` in settings has them; they take precedence over all but the policy's. */
  agents?: Readonly<Record<string, unknown>>
  /** Hooks of this conversation alone, as `hooks` in settings has them. */
  hooks?: Readonly<Record<string, unknown>>
  /** Calls that nobody is asked about. */
  allowedTools?: readonly AllowedTool[]
  /** Without it nobody can be asked. */
  ask?: AskPermission
  maxTurns?: number
  /** In place of memdir's own prompt; memory rules and git status stay. */
  systemPrompt?: string
  /** Behind the prompt. */
  appendSystemPrompt?: string
  /** Notes of this conversation, by which it can be compacted. Default: those that memdir keeps. */
  notes?: ReadSessionNotes
  /** Nobody is at a terminal. */
  unattended?: boolean
  /** What was learnt from what was said, whenever that is. */
  onLearnt?: (outcome: ExtractionDone) => void
  /** How long a message waits for MCP servers that are starting; 5 s where it is left out. */
  waitForServersMs?: number
  /** What sub-agents do. */
  onAgentEvent?: (agent: string, event: AgentEvent) => void
}

interface ConversationNotes {
  readonly path: string
  readonly text: string
}

export interface Conversation {
  readonly id: string
  readonly model: Pick<Model, 'provider' | 'name' | 'window'>
  /** Its log, made with the first message. */
  readonly path: string
  readonly messages: readonly TranscriptMessage[]
  /** Rules of the secrets that its log does not have: a resumed conversation continues without them. */
  readonly missing: readonly string[]
  readonly permission: PermissionGate
  /** Names of what the model can call. */
  readonly tools: readonly string[]
  readonly usage: Usage
  /** US dollars; undefined where the price is not known. */
  cost(usage?: Usage): number | undefined
  /** Waits for MCP servers that are starting, as a message does: `tools` then has theirs. */
  ready(signal?: AbortSignal): Promise<void>
  /** `/NAME …` of a skill brings its text along. */
  submit(text: string, signal?: AbortSignal): AsyncGenerator<AgentEvent, void, undefined>
  /** What the person can start with `/NAME`. */
  readonly skills: readonly SkillDefinition[]
  /** What the model can hand work to. */
  readonly agents: readonly { name: string; description: string }[]
  /** Files that were to define an agent or a skill, and do not. */
  readonly problems: readonly { path: string; problem: Message }[]
  /** Forgets what was said; instructions and memories may come again. */
  clear(): Promise<void>
  /** What fills the window now, in estimated tokens. */
  context(): Promise<ContextShare[]>
  /** Compacts now: in full with the person's instructions, or by the notes of the conversation. */
  compact(options: {
    by: 'full' | 'notes'
    instructions?: string
    signal?: AbortSignal
  }): Promise<CompactOutcome>
  /** Its list of tasks. */
  readonly tasks: readonly Task[]
  /** The active plan, and where it is; undefined where there is none. */
  plan(): { path: string; text: string } | undefined
  /** Another permission mode. Leaving plan mode with a plan needs a verdict on it; refused, the mode stays. */
  setMode(mode: PermissionMode, verdict?: PlanVerdict): void
  /** The notes that memdir keeps of it; undefined before the first update, or where they are switched off. */
  notes(): ConversationNotes | undefined
  /** Brings the notes up to date now, and waits for it. False: they are switched off. */
  updateNotes(): Promise<boolean>
  /** Drops the oldest messages, at least so many tokens of them; a third where nothing is said. */
  snip(tokens?: number): Receipt | undefined
  /** What was dropped so far. */
  readonly receipts: readonly Receipt[]
  /** What a receipt names, as it was; undefined where there is no such receipt. */
  showDropped(id: string): Promise<string | undefined>
  /** The instruction files, in the order in which they weigh. */
  instructions(): ListedInstruction[]
  /** Memories that the agent wrote since the last call, as files. */
  takeSaved(): string[]
  /** The MCP servers, as they are now. */
  servers(): ServerState[]
  /** Ends a server and starts it again; what became of it, its state says. False: there is none of this name. */
  restartServer(name: string): Promise<boolean>
  /** Saves what was learnt, for a minute at most. */
  close(leaving?: Leaving): Promise<void>
}
