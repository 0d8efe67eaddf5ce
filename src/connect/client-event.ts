// What a client says when something happens in a conversation, in one form for all of them. The input comes from
// other programs, in versions that we have not seen: everything is optional, nothing throws.
import { type EventAgent, isEventAgent } from '../base/agents/agents.ts'
import { askedText, typedText } from '../base/agents/typed-text.ts'

export type EventKind =
  | 'start'
  | 'prompt'
  /** A call that is about to be made. */
  | 'call'
  /** A call that was made. */
  | 'tool'
  | 'turn-end'
  | 'before-compact'
  | 'end'
  /** Nothing for us. */
  | 'other'

export interface ClientEvent {
  kind: EventKind
  agent: EventAgent
  /** The client's own name of the event: answers repeat it. */
  name: string
  conversation: string | undefined
  /** The project's directory. */
  directory: string | undefined
  /** The client's mark of this turn or moment: events of two setups of one client have the same. */
  occasion: string | undefined
  /** start: why the conversation (re)starts. */
  source: string | undefined
  /** prompt: what is asked, without what clients and hooks put around it. */
  prompt: string
  /** prompt: what of it the person typed; empty where somebody else sent it. */
  typed: string
  /** The client's own log of the conversation. */
  transcript: string | undefined
  /** call, tool: what is called, and what it is given. */
  tool: { name: string; input: unknown } | undefined
  /** tool: files that the agent opened with it. */
  filesRead: string[]
  /** Something within a sub-agent: its context is not the conversation's. */
  inSubagent: boolean
  /** Which one. */
  subagent: string | undefined
  /** The client runs without a person at it, as far as it says so. */
  unattended: boolean
}

type Data = Record<string, unknown>

const KINDS: Record<string, EventKind> = {
  SessionStart: 'start',
  UserPromptSubmit: 'prompt',
  BeforeAgent: 'prompt',
  PreToolUse: 'call',
  PostToolUse: 'tool',
  AfterTool: 'tool',
  Stop: 'turn-end',
  AfterAgent: 'turn-end',
  PreCompact: 'before-compact',
  SessionEnd: 'end',
}

/** Claude Code, Codex, our plugin for opencode, Gemini CLI. */
const OCCASIONS = ['prompt_id', 'turn_id', 'message_id', 'timestamp']

interface EventContext {
  /** What the hook's command line says, if anything. */
  agent?: string
  env: Readonly<Record<string, string | undefined>>
}

export function readClientEvent(input: unknown, context: EventContext): ClientEvent {
  const data: Data = typeof input === 'object' && input !== null ? (input as Data) : {}
  const agent = agentOf(data, context)
  return {
    kind: kindOf(data),
    agent,
    name: text(data.hook_event_name) ?? '',
    conversation: text(data.session_id),
    directory: directoryOf(data, context.env),
    occasion: OCCASIONS.map((name) => text(data[name])).find((mark) => mark !== undefined),
    source: text(data.source),
    prompt: askedText(text(data.prompt) ?? ''),
    typed: typedText(text(data.prompt) ?? ''),
    transcript: text(data.transcript_path),
    tool: toolOf(data),
    filesRead: filesRead(data),
    inSubagent: text(data.agent_id) !== undefined,
    subagent: text(data.agent_id),
    unattended: isUnattended(context.env),
  }
}

export function kindOf({ hook_event_name }: Data): EventKind {
  return KINDS[text(hook_event_name) ?? ''] ?? 'other'
}

export function directoryOf({ cwd }: Data, env: EventContext['env']): string | undefined {
  return env.CLAUDE_PROJECT_DIR?.trim() || text(cwd)
}

/** Codex runs the plugin of Claude Code unchanged; its input carries a turn and a model. */
function agentOf(data: Data, { agent, env }: EventContext): EventAgent {
  if (isEventAgent(agent)) return agent
  if (data.turn_id !== undefined || (data.model !== undefined && env.CLAUDECODE === undefined)) return 'codex'
  return 'claude-code'
}

/** Claude Code says how it was started: `cli` at a terminal, `sdk-cli` and others for `-p` and programs. */
function isUnattended({ CLAUDE_CODE_ENTRYPOINT: entry }: EventContext['env']): boolean {
  return entry?.startsWith('sdk') ?? false
}

function toolOf({ tool_name, tool_input }: Data): ClientEvent['tool'] {
  const name = text(tool_name)
  return name === undefined ? undefined : { name, input: tool_input }
}

/** Read tools name their file; a shell that prints files names them in its command. */
function filesRead(data: Data): string[] {
  const input = data.tool_input
  if (typeof input !== 'object' || input === null) return []
  const { file_path, path, absolute_path, filePath, command } = input as Data
  const named = [file_path, path, absolute_path, filePath].map(text).filter((item) => item !== undefined)
  const shell = Array.isArray(command) ? command.join(' ') : text(command)
  const printed = shell?.slice(0, 4_000).match(/[^\s'"|;<>&()]+\.md\b/g) ?? []
  return [...named, ...printed].slice(0, 50)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
