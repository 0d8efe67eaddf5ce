// A sub-agent as a Markdown file describes it: frontmatter says when and with what, the body is its system prompt.
import { parseDocument } from '../../memory/frontmatter.ts'
import { BROKEN_FRONTMATTER, NO_DESCRIPTION, NO_NAME } from '../../messages/definitions.ts'
import { type Message, message } from '../../messages/message.ts'

/** Lowest precedence first. */
export const AGENT_SOURCES = ['built-in', 'plugin', 'user', 'project', 'flag', 'policy'] as const
export type AgentSource = (typeof AGENT_SOURCES)[number]

/** `Bash(read-only)`: the tool, but only for calls that change nothing. */
export interface ToolChoice {
  readonly name: string
  readonly readOnly: boolean
}

export interface AgentDefinition {
  readonly name: string
  /** When to use it: what the main agent reads. */
  readonly description: string
  readonly prompt: string
  readonly source: AgentSource
  readonly path?: string
  /** Left out: all tools of the parent. */
  readonly tools?: readonly ToolChoice[]
  readonly disallowedTools?: readonly string[]
  /** Left out or `inherit`: the parent's. `small` is the small model. */
  readonly model?: string
  readonly effort?: string
  readonly maxTurns?: number
  readonly memory?: 'user' | 'project' | 'local'
  readonly color?: string
  readonly background?: boolean
  readonly isolation?: 'worktree'
  readonly permissionMode?: string
  readonly skills?: readonly string[]
  /** Leads its first turn, before the task. */
  readonly initialPrompt?: string
  /** As they stand in the file; whoever connects servers or runs hooks reads them. */
  readonly mcpServers?: unknown
  readonly hooks?: unknown
}

export type ReadAgent = { ok: true; agent: AgentDefinition } | { ok: false; problem: Message }

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]{0,63}$/u

export function readAgent(text: string, source: AgentSource, path?: string): ReadAgent {
  const document = parseDocument(text)
  if (document.status === 'broken')
    return { ok: false, problem: message(BROKEN_FRONTMATTER, { reason: document.problem ?? '' }) }
  const { data } = document
  const name = word(data.name)
  const description = word(data.description)
  if (!name || !NAME.test(name)) return { ok: false, problem: message(NO_NAME) }
  if (!description) return { ok: false, problem: message(NO_DESCRIPTION) }
  const agent: AgentDefinition = {
    name,
    description,
    prompt: document.body.trim(),
    source,
    ...(path && { path }),
    ...dropUndefined({
      tools: toolChoices(data.tools),
      disallowedTools: words(data.disallowedTools),
      model: word(data.model),
      effort: word(data.effort),
      maxTurns: positive(data.maxTurns),
      memory: memoryScope(data.memory),
      color: word(data.color),
      background: flag(data.background),
      isolation: data.isolation === 'worktree' ? ('worktree' as const) : undefined,
      permissionMode: word(data.permissionMode),
      skills: words(data.skills),
      initialPrompt: word(data.initialPrompt),
      mcpServers: data.mcpServers,
      hooks: data.hooks,
    }),
  }
  return { ok: true, agent }
}

function dropUndefined<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

function word(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** A list, or a text with commas. `*` stands for all and is the same as leaving it out. */
function words(value: unknown): string[] | undefined {
  const listed = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : undefined
  const found = listed?.map(word).filter((one) => one !== undefined)
  return found && !found.includes('*') ? found : undefined
}

function toolChoices(value: unknown): ToolChoice[] | undefined {
  return words(value)?.map((choice) => {
    const [, name, limit] = /^([^(]+?)(?:\((.*)\))?$/.exec(choice) ?? []
    // A limit that is not known is the strictest one, never none.
    return { name: name ?? choice, readOnly: limit !== undefined }
  })
}

function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

function flag(value: unknown): boolean | undefined {
  return value === true || value === 'true' ? true : undefined
}

function memoryScope(value: unknown): AgentDefinition['memory'] {
  const scope = typeof value === 'object' && value !== null ? (value as { scope?: unknown }).scope : value
  return scope === 'user' || scope === 'project' || scope === 'local' ? scope : undefined
}

/** The definition that counts for each name, in the order of names. */
export function resolveAgents(agents: readonly AgentDefinition[]): AgentDefinition[] {
  const byName = new Map<string, AgentDefinition>()
  for (const agent of agents) {
    const other = byName.get(agent.name)
    if (!other || rank(agent) >= rank(other)) byName.set(agent.name, agent)
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function rank({ source }: AgentDefinition): number {
  return AGENT_SOURCES.indexOf(source)
}
