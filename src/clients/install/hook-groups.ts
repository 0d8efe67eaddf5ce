// The `hooks` object that Claude Code, Codex and Gemini CLI share: event → groups → hooks.
import { groupAt, type Json, removeAt } from './file-edit.ts'

interface Group {
  matcher?: string
  hooks?: { command?: unknown }[]
}

export interface WantedHook {
  event: string
  matcher?: string
  command: string
  timeout: number
  name?: string
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

/** Ours are known by the program that they start; other people's stay. */
export function removeHooks(data: Json): void {
  const { hooks } = data
  if (typeof hooks !== 'object' || hooks === null) return
  for (const [event, value] of Object.entries(hooks)) {
    if (!Array.isArray(value)) continue
    const kept = (value as Group[]).filter((group) => !group.hooks?.some((hook) => isOurs(hook.command)))
    if (kept.length === value.length) continue
    if (kept.length > 0) (hooks as Json)[event] = kept
    else removeAt(data, ['hooks', event])
  }
}

function isOurs(command: unknown): boolean {
  return (
    typeof command === 'string' &&
    /[\\/]dist[\\/]bin[\\/]hook\.js"? (?:codex|gemini|claude-code)/.test(command)
  )
}
