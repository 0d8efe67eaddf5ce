// Old tool results with their content cleared: which could be, and how messages look without it.
import { type ToolResultBlock, text } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ClearedResult, ContextState } from './context-state.ts'
import { blockBytes } from './sizes.ts'

/** Results that can be had again: files, commands, searches. By the names that agents give their tools. */
const CLEARABLE = new Set(
  [
    ...['Read', 'Edit', 'MultiEdit', 'Write', 'NotebookRead', 'NotebookEdit', 'Bash', 'BashOutput'],
    ...['Grep', 'Glob', 'LS', 'WebFetch', 'WebSearch'],
    ...['shell', 'local_shell', 'exec_command', 'write_stdin', 'apply_patch', 'view_image'],
    ...['read_file', 'read_many_files', 'write_file', 'replace', 'run_shell_command', 'search_file_content'],
    ...['list_directory', 'google_web_search', 'web_fetch', 'web_search', 'find', 'ls', 'list', 'patch'],
  ].map((name) => name.toLowerCase()),
)

export function isClearable(tool: string): boolean {
  return CLEARABLE.has(tool.toLowerCase())
}

/** A smaller result is not worth a marker. */
const LEAST_BYTES = 200

export interface Clearable {
  readonly toolUseId: string
  readonly message: string
  /** How long the result is. */
  readonly bytes: number
}

/** Oldest first: all but the most recent ones, and none that the model has not read yet. */
export function findClearable(
  messages: readonly TranscriptMessage[],
  keep: number,
  isCleared: (toolUseId: string) => boolean,
): Clearable[] {
  const tools = new Map<string, string>()
  const found: { block: ToolResultBlock; message: string; read: boolean }[] = []
  const answered = messages.findLastIndex(({ role }) => role === 'assistant')
  for (const [at, { id, content }] of messages.entries())
    for (const block of content)
      if (block.type === 'tool_use') tools.set(block.id, block.name)
      else if (block.type === 'tool_result' && isClearable(tools.get(block.toolUseId) ?? ''))
        found.push({ block, message: id, read: at < answered })
  const old = found.slice(0, Math.max(0, found.length - keep))
  const clearable: Clearable[] = []
  for (const { block, message, read } of old) {
    if (!read || isCleared(block.toolUseId)) continue
    const bytes = blockBytes(block)
    if (bytes >= LEAST_BYTES) clearable.push({ toolUseId: block.toolUseId, message, bytes })
  }
  return clearable
}

/** The results of these calls are left out by the provider, and its usage does not contain them. */
export function clearedByProvider(
  messages: readonly TranscriptMessage[],
  { providerClearing }: Pick<ContextState, 'providerClearing'>,
): ReadonlySet<string> {
  if (!providerClearing) return new Set()
  const uses = clearableUses(messages)
  return new Set(uses.slice(0, uses.indexOf(providerClearing.through) + 1))
}

export function clearableUses(messages: readonly TranscriptMessage[]): string[] {
  const uses: string[] = []
  for (const { content } of messages)
    for (const block of content) if (block.type === 'tool_use' && isClearable(block.name)) uses.push(block.id)
  return uses
}

// Product text: test/golden holds it.
function marker({ item, tokens }: ClearedResult): string {
  return `[This result was cleared to save space: about ${tokens} tokens. Call Retrieve with id "${item}" to see it again.]`
}

/** A message is projected once: the same object, and with it the same bytes, from one request to the next. */
const projected = new WeakMap<TranscriptMessage, { items: string; message: TranscriptMessage }>()

export function applyCleared(
  messages: readonly TranscriptMessage[],
  cleared: readonly ClearedResult[],
): readonly TranscriptMessage[] {
  if (cleared.length === 0) return messages
  const byId = new Map(cleared.map((one) => [one.toolUseId, one]))
  return messages.map((message) => withoutResults(message, byId))
}

function withoutResults(
  message: TranscriptMessage,
  cleared: ReadonlyMap<string, ClearedResult>,
): TranscriptMessage {
  if (message.role !== 'user') return message
  const items = message.content
    .map((block) => (block.type === 'tool_result' ? (cleared.get(block.toolUseId)?.item ?? '') : ''))
    .join(',')
  if (items.length < message.content.length) return message
  const known = projected.get(message)
  if (known?.items === items) return known.message
  const content = message.content.map((block) => {
    const one = block.type === 'tool_result' ? cleared.get(block.toolUseId) : undefined
    return one && block.type === 'tool_result' ? { ...block, content: [text(marker(one))] } : block
  })
  const made = { ...message, content }
  projected.set(message, { items, message: made })
  return made
}
