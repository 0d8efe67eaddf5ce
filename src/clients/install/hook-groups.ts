// The `hooks` object that Claude Code, Codex and Gemini CLI share: event → groups → hooks.
import { groupAt, type Json, removeAt } from './file-edit.ts'

interface Hook {
  type?: unknown
  command?: unknown
  server?: unknown
}

interface Group {
  matcher?: string
  hooks?: Hook[]
}

export interface WantedHook {
  event: string
  matcher?: string
  /** A command, unless it is said otherwise. */
  type?: 'mcp_tool'
  command?: string
  timeout: number
  name?: string
  server?: string
  tool?: string
  input?: Readonly<Record<string, string>>
}

export function addHooks(data: Json, wanted: readonly WantedHook[]): void {
  removeHooks(data)
  const hooks = groupAt(data, ['hooks'])
  for (const { event, matcher, ...hook } of wanted) {
    const groups = Array.isArray(hooks[event]) ? (hooks[event] as Group[]) : []
    const group = { hooks: [{ type: 'command', ...hook }] }
    hooks[event] = [...groups, matcher === undefined ? group : { matcher, ...group }]
  }
}

/** Ours are known by the program that they start or the server that they ask; other people's stay. */
export function removeHooks(data: Json): void {
  const { hooks } = data
  if (typeof hooks !== 'object' || hooks === null) return
  for (const [event, value] of Object.entries(hooks)) {
    if (!Array.isArray(value)) continue
    const kept = (value as Group[]).filter((group) => !group.hooks?.some(isOurs))
    if (kept.length === value.length) continue
    if (kept.length > 0) (hooks as Json)[event] = kept
    else removeAt(data, ['hooks', event])
  }
}

function isOurs({ type, command, server }: Hook): boolean {
  if (type === 'mcp_tool') return server === 'memdir'
  return (
    typeof command === 'string' &&
    /[\\/]dist[\\/]bin[\\/]hook\.js"? (?:codex|gemini|claude-code)/.test(command)
  )
}
