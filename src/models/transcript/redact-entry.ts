// A line of the log without secrets. The model saw them: `redacted` says which kinds, and the notes in the text where.
import type { RedactText } from '../../base/secrets/secret-finding.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Block, TextBlock, ToolResultBlock, ToolUseBlock } from '../content.ts'
import type { LogEntry } from '../log-line.ts'
import type { TranscriptMessage } from '../transcript-message.ts'

/** The same object where nothing was cut. */
export function redactEntry(entry: LogEntry, redact: RedactText): LogEntry {
  if (entry.type === 'message') {
    const message = redactMessage(entry.message, redact)
    return message === entry.message ? entry : { type: 'message', message }
  }
  if (entry.type !== 'note') return entry
  const data = redactValue(entry.data, redact)
  return data === entry.data ? entry : { ...entry, data }
}

function redactMessage(message: TranscriptMessage, redact: RedactText): TranscriptMessage {
  // By kind, not by count: a call's input is looked at whole and value by value.
  const rules = new Set(message.redacted)
  const content = message.content.map((block) =>
    redactBlock(block, (text) => {
      const clean = redact(text)
      for (const rule of clean.rules) rules.add(rule)
      return clean
    }),
  )
  if (content.every((block, at) => block === message.content[at])) return message
  return { ...message, content, redacted: [...rules] }
}

function redactBlock(block: Block, redact: RedactText): Block {
  switch (block.type) {
    case 'text':
      return redactTextBlock(block, redact)
    case 'thinking': {
      const { text, rules } = redact(block.text)
      // Its signature is for the words as they were: without one it is not sent back.
      return rules.length === 0 ? block : { type: 'thinking', text }
    }
    case 'tool_use':
      return redactToolUse(block, redact)
    case 'tool_result':
      return redactToolResult(block, redact)
    case 'media':
      return block
  }
}

function redactTextBlock<B extends TextBlock>(block: B, redact: RedactText): B {
  const { text, rules } = redact(block.text)
  return rules.length === 0 ? block : { ...block, text }
}

function redactToolResult(block: ToolResultBlock, redact: RedactText): ToolResultBlock {
  const content = block.content.map((part) => (part.type === 'text' ? redactTextBlock(part, redact) : part))
  return content.every((part, at) => part === block.content[at]) ? block : { ...block, content }
}

function redactToolUse(block: ToolUseBlock, redact: RedactText): ToolUseBlock {
  const inputJson = redactJson(block.inputJson, redact)
  const malformed = block.malformed === undefined ? undefined : redact(block.malformed).text
  const extraJson = block.extraJson === undefined ? undefined : redactJson(block.extraJson, redact)
  if (inputJson === block.inputJson && malformed === block.malformed && extraJson === block.extraJson)
    return block
  return {
    ...block,
    inputJson,
    ...(malformed !== undefined && { malformed }),
    ...(extraJson !== undefined && { extraJson }),
  }
}

/** Value by value, so that it stays JSON; what shows only in the whole takes the whole with it. */
function redactJson(json: string, redact: RedactText): string {
  const { text, rules } = redact(json)
  if (rules.length === 0) return json
  const value = attempt(() => JSON.parse(json) as unknown)
  const clean = value === undefined ? '' : JSON.stringify(redactValue(value, redact))
  if (clean !== '' && redact(clean).rules.length === 0) return clean
  return JSON.stringify({ redacted: text })
}

/** Every text in a value, and the names of its fields; the same value where nothing was cut. */
function redactValue(value: unknown, redact: RedactText): unknown {
  if (typeof value === 'string') return redact(value).text
  if (Array.isArray(value)) {
    const clean = value.map((one) => redactValue(one, redact))
    return clean.every((one, at) => one === value[at]) ? value : clean
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  let same = true
  const clean = entries.map(([key, one]) => {
    const cleaned = [redact(key).text, redactValue(one, redact)] as const
    same &&= cleaned[0] === key && cleaned[1] === one
    return cleaned
  })
  return same ? value : Object.fromEntries(clean)
}
