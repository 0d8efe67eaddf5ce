// One line of our own log. No short keys: people read these files.
import type { Block } from './content.ts'
import type { TranscriptMessage } from './transcript-message.ts'

export const LOG_VERSION = 1

export interface LogHeader {
  readonly type: 'conversation'
  readonly version: number
  readonly id: string
  readonly project: string
  readonly time: string
}

/** Everything before it is replaced by the summary that follows. The removed messages stay in the file. */
interface LogBoundary {
  readonly type: 'boundary'
  readonly id: string
  readonly time: string
  readonly trigger: string
  /** Messages removed from what the model sees. */
  readonly removed: number
}

/** Whatever a feature wants to find again on resume: collapse commits, a title, shown memories. */
export interface LogNote {
  readonly type: 'note'
  readonly kind: string
  readonly time: string
  readonly data: unknown
}

interface LogMessage {
  readonly type: 'message'
  readonly message: TranscriptMessage
}

export type LogEntry = LogHeader | LogBoundary | LogNote | LogMessage

export function encodeEntry(entry: LogEntry): string {
  return entry.type === 'message'
    ? JSON.stringify({ type: 'message', ...entry.message })
    : JSON.stringify(entry)
}

/** undefined for what is not one of our lines: tolerant, since a newer memdir may write more kinds. */
export function decodeEntry(line: string): LogEntry | undefined {
  const value = parseObject(line)
  if (!value) return undefined
  switch (value.type) {
    case 'message':
      return decodeMessage(value)
    case 'conversation':
      return typeof value.id === 'string' && typeof value.version === 'number'
        ? (value as unknown as LogHeader)
        : undefined
    case 'boundary':
      return typeof value.id === 'string' ? (value as unknown as LogBoundary) : undefined
    case 'note':
      return typeof value.kind === 'string' ? (value as unknown as LogNote) : undefined
    default:
      return undefined
  }
}

function decodeMessage(value: Record<string, unknown>): LogMessage | undefined {
  const { type: _, ...message } = value
  const { id, role, content, parent } = message
  if (typeof id !== 'string' || (role !== 'user' && role !== 'assistant')) return undefined
  if (!Array.isArray(content) || !content.every(isBlock)) return undefined
  if (parent !== null && typeof parent !== 'string') return undefined
  return { type: 'message', message: message as unknown as TranscriptMessage }
}

function isBlock(value: unknown): value is Block {
  if (typeof value !== 'object' || value === null) return false
  const block = value as Record<string, unknown>
  switch (block.type) {
    case 'text':
    case 'thinking':
      return typeof block.text === 'string'
    case 'tool_use':
      return (
        typeof block.id === 'string' && typeof block.name === 'string' && typeof block.inputJson === 'string'
      )
    case 'tool_result':
      return (
        typeof block.toolUseId === 'string' && Array.isArray(block.content) && block.content.every(isBlock)
      )
    case 'media':
      return typeof block.mediaType === 'string' && typeof block.data === 'string'
    default:
      return false
  }
}

export function parseObject(line: string): Record<string, unknown> | undefined {
  if (line === '' || line.charCodeAt(0) !== 123) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}
