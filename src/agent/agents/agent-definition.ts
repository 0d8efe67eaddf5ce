// A sub-agent as a Markdown file or JSON describes it: frontmatter says when and with what, the body is its system prompt.

import { definitionsTexts } from '../../base/messages/definitions.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { isObject } from '../../base/values/is-object.ts'
import {
  flagField,
  isDefinitionName,
  listField,
  readDefinition,
  resolveByName,
  textField,
} from '../definitions/read-definition.ts'

/** Lowest precedence first. */
const AGENT_SOURCES = ['built-in', 'plugin', 'user', 'project', 'flag', 'policy'] as const
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
  /** Left out or `inherit`: the main one. `small` is the small one; sonnet, opus and haiku: models/providers/model-alias.ts. */
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
  /** As in the file; whoever connects servers or runs hooks reads them. */
  readonly mcpServers?: unknown
  readonly hooks?: unknown
}

type ReadAgent = { ok: true; agent: AgentDefinition } | { ok: false; problem: Message }

export function readAgent(text: string, source: AgentSource, path?: string): ReadAgent {
  const read = readDefinition(text)
  if (!read.ok) return read
  const { name, description, data, body } = read
  return {
    ok: true,
    agent: agentOf({ name, description, prompt: body, source, ...(path && { path }) }, data),
  }
}

/** `path`: the settings file, where it is in one. The fields are those of the frontmatter, and `prompt`. */
export function readAgentJson(
  name: string,
  written: unknown,
  { source, path }: { source: AgentSource; path?: string },
): ReadAgent {
  if (!isDefinitionName(name)) return { ok: false, problem: message(definitionsTexts.noName) }
  if (!isObject(written)) return { ok: false, problem: message(definitionsTexts.agentNotObject) }
  const description = textField(written.description)
  if (description === undefined) return { ok: false, problem: message(definitionsTexts.noDescription) }
  const prompt = textField(written.prompt) ?? ''
  return { ok: true, agent: agentOf({ name, description, prompt, source, ...(path && { path }) }, written) }
}

type Told = Pick<AgentDefinition, 'name' | 'description' | 'prompt' | 'source' | 'path'>

function agentOf(told: Told, data: Record<string, unknown>): AgentDefinition {
  return {
    ...told,
    ...dropUndefined({
      tools: toolChoices(data.tools),
      disallowedTools: listField(data.disallowedTools),
      model: textField(data.model),
      effort: textField(data.effort),
      maxTurns: positive(data.maxTurns),
      memory: memoryScope(data.memory),
      color: textField(data.color),
      background: flagField(data.background) || undefined,
      isolation: data.isolation === 'worktree' ? ('worktree' as const) : undefined,
      permissionMode: textField(data.permissionMode),
      skills: listField(data.skills),
      initialPrompt: textField(data.initialPrompt),
      mcpServers: data.mcpServers,
      hooks: data.hooks,
    }),
  }
}

function dropUndefined<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

function toolChoices(value: unknown): ToolChoice[] | undefined {
  return listField(value)?.map((choice) => {
    const [, name, limit] = /^([^(]+?)(?:\((.*)\))?$/.exec(choice) ?? []
    // A limit that is not known is the strictest one, never none.
    return { name: name ?? choice, readOnly: limit !== undefined }
  })
}

function positive(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

function memoryScope(value: unknown): AgentDefinition['memory'] {
  const scope = typeof value === 'object' && value !== null ? (value as { scope?: unknown }).scope : value
  return scope === 'user' || scope === 'project' || scope === 'local' ? scope : undefined
}

/** The definition that counts for each name, in the order of names. */
export function resolveAgents(agents: readonly AgentDefinition[]): AgentDefinition[] {
  return resolveByName(agents, AGENT_SOURCES)
}
