// What messages are made of: shared by transcripts (which keep them) and models (which send them).
//
// Content is immutable once made. Whoever serialises a message may keep the result for as long as the object lives,
// so change a message by making a new one.

export type Role = 'user' | 'assistant'

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

/** Signed by the provider: sent back whole and unchanged, or not at all. */
interface ThinkingBlock {
  readonly type: 'thinking'
  readonly text: string
  readonly signature?: string
  /** Encrypted thinking, which comes without text. */
  readonly redacted?: string
}

export interface ToolUseBlock {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  /**
   * The input as the model wrote it. Parsing and writing it again would reorder integer-like keys and turn 1.0 into 1,
   * and with that break the provider's cache. Always a JSON object; `{}` where `malformed` is set.
   */
  readonly inputJson: string
  /** What the model wrote where it was not a JSON object. Never sent back: the tool's result says so. */
  readonly malformed?: string
  /** What the provider wants back with the call, as JSON (Gemini's thought signatures). */
  readonly extraJson?: string
}

export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly toolUseId: string
  readonly content: readonly (TextBlock | MediaBlock)[]
  readonly isError?: boolean
}

/** An image or document, base64. */
export interface MediaBlock {
  readonly type: 'media'
  readonly mediaType: string
  readonly data: string
}

export type Block = TextBlock | ThinkingBlock | ToolUseBlock | ToolResultBlock | MediaBlock

/** What a model is sent and what it answers. A transcript's message is one of these with an identity. */
export interface ModelMessage {
  readonly role: Role
  readonly content: readonly Block[]
}

export function text(value: string): TextBlock {
  return { type: 'text', text: value }
}

/** The text of a turn, blocks joined by line breaks; tool results and thinking are left out. */
export function textOf(turn: ModelMessage): string {
  return turn.content
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n')
}

export function toolUsesOf(turn: ModelMessage): ToolUseBlock[] {
  return turn.content.filter((block) => block.type === 'tool_use')
}

export function toolResultsOf(turn: ModelMessage): ToolResultBlock[] {
  return turn.content.filter((block) => block.type === 'tool_result')
}

export function toolResultText(block: ToolResultBlock): string {
  return block.content.map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`)).join('\n')
}

/** A tool use from the text that a model streamed. Empty text means an empty object. */
export function toolUse(id: string, name: string, written: string): ToolUseBlock {
  const inputJson = written.trim() === '' ? '{}' : written
  return isJsonObject(inputJson)
    ? { type: 'tool_use', id, name, inputJson }
    : { type: 'tool_use', id, name, inputJson: '{}', malformed: written }
}

export function toolInput(block: ToolUseBlock): Record<string, unknown> {
  return JSON.parse(block.inputJson) as Record<string, unknown>
}

function isJsonObject(written: string): boolean {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
