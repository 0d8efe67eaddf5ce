// Gemini CLI's logs: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`. A line is a message, a header (again at
// every start, with other files that hold nothing else), or a change: `$set.messages` is the whole history anew (when it
// resumes or compresses; before it resumes, one that is empty but for the context), `$rewindTo` takes back a message and
// all after it.
//
// A response is written twice, the second time with its tool calls; results come as a user's line. What the person typed
// stands in one message with what hooks and referenced files added to it.

import { FILES_BEGIN, FILES_END, separateInjected } from '../../base/agents/wrappers.ts'
import { type Block, toolUse } from '../content.ts'
import type { MetaKind, TranscriptMessage } from '../transcript-message.ts'
import { asCount, asObject, asText, type ForeignItem, type ForeignLineReader } from './foreign-log.ts'

type Json = Record<string, unknown>

export function geminiLines(): ForeignLineReader {
  const log = new GeminiLog()
  return (value) => log.read(value)
}

class GeminiLog {
  /** What is in the conversation now, in its order, by the ids that were given out. */
  private order: string[] = []
  private readonly parents = new Map<string, string | null>()
  /** The ids that were given out for each message of the log: its text, what hooks and files added to it, its calls. */
  private readonly parts = new Map<string, string[]>()
  private readonly results = new Set<string>()
  private conversation: string | undefined
  private isSubAgent = false

  read(value: Json): ForeignItem[] {
    const header = this.header(value)
    if (typeof value.$rewindTo === 'string') return this.rewind(value.$rewindTo)
    const history = asObject(value.$set)?.messages ?? (header.length > 0 ? value.messages : undefined)
    if (Array.isArray(history) && this.order.length > 0 && history.every(isContext)) return header
    if (Array.isArray(history)) return [...header, ...this.replace(history)]
    return [...header, ...(typeof value.id === 'string' ? this.message(value) : [])]
  }

  private header(value: Json): ForeignItem[] {
    const id = asText(value.sessionId)
    if (id === undefined || id === this.conversation || typeof value.projectHash !== 'string') return []
    this.conversation = id
    this.isSubAgent = value.kind !== undefined && value.kind !== 'main'
    return [{ type: 'conversation', client: 'gemini', id }]
  }

  private rewind(id: string): ForeignItem[] {
    const at = this.order.indexOf(id)
    this.order = at < 0 ? [] : this.order.slice(0, at)
    return []
  }

  /** Messages that were read before keep their text and time, and get the place that they have now. */
  private replace(history: readonly unknown[]): ForeignItem[] {
    const wasEmpty = this.order.length === 0
    this.order = []
    return history.flatMap((entry) => {
      const value = asObject(entry)
      if (typeof value?.id !== 'string') return []
      const known = this.parts.get(value.id)
      if (known) return known.flatMap((id) => this.moved(id))
      const items = this.message(value)
      const isSummary = items.some((item) => item.type === 'message' && item.message.meta === 'summary')
      if (!isSummary || wasEmpty) return items
      return [{ type: 'compaction' as const, id: value.id, time: asText(value.timestamp) ?? '' }, ...items]
    })
  }

  private moved(id: string): ForeignItem[] {
    const parent = this.order.at(-1) ?? null
    if (parent === id) return []
    this.order.push(id)
    if (this.parents.get(id) === parent) return []
    this.parents.set(id, parent)
    return [{ type: 'link', id, parent }]
  }

  private message(value: Json): ForeignItem[] {
    const id = String(value.id)
    if (value.type === 'gemini') return this.response(id, value)
    if (value.type !== 'user') return []
    return userParts(value, this.results).flatMap(({ content, meta }, at) =>
      this.add(at === 0 ? id : `${id}:${at}`, value, { role: 'user', content, ...(meta && { meta }) }),
    )
  }

  private response(id: string, value: Json): ForeignItem[] {
    const usage = asObject(value.tokens)
    const facts = {
      role: 'assistant' as const,
      response: id,
      ...(typeof value.model === 'string' && { model: value.model }),
      ...(usage && {
        usage: {
          input: asCount(usage.input),
          output: asCount(usage.output),
          cacheRead: asCount(usage.cached),
          cacheCreated: 0,
        },
      }),
    }
    const said = partsOf(value.content).flatMap((part) => responseBlock(part))
    const calls = Array.isArray(value.toolCalls)
      ? value.toolCalls.map((call) => callBlock(asObject(call)))
      : []
    const known = said.some(({ type }) => type === 'tool_use')
    return [
      ...(said.length > 0 && !this.parents.has(id) ? this.add(id, value, { ...facts, content: said }) : []),
      ...(calls.length > 0 && !known && !this.parents.has(`${id}:calls`)
        ? this.add(`${id}:calls`, value, { ...facts, content: calls })
        : []),
    ]
  }

  private add(
    id: string,
    value: Json,
    facts: Pick<TranscriptMessage, 'role' | 'content' | 'meta'>,
  ): ForeignItem[] {
    if (this.parents.has(id) || facts.content.length === 0) return []
    const parent = this.order.at(-1) ?? null
    this.order.push(id)
    this.parents.set(id, parent)
    const entry = String(value.id)
    this.parts.set(entry, [...(this.parts.get(entry) ?? []), id])
    const sidechain = this.isSubAgent && { sidechain: true }
    return [
      {
        type: 'message',
        message: { id, parent, time: asText(value.timestamp) ?? '', ...facts, ...sidechain },
      },
    ]
  }
}

function isContext(entry: unknown): boolean {
  const value = asObject(entry)
  if (!value) return false
  const texts = partsOf(value.content).map((part) => asText(part.text) ?? '')
  return ownMeta(texts.join('\n'), value) === 'context'
}

interface UserPart {
  content: Block[]
  meta?: MetaKind
}

/** What was typed first, where something was: its id is the message's. */
function userParts(value: Json, results: Set<string>): UserPart[] {
  const parts = partsOf(value.content)
  const texts = parts.map((part) => asText(part.text)).filter((text) => text !== undefined)
  const answered = parts.flatMap((part) => resultBlock(asObject(part.functionResponse), results))
  // Tools put texts beside their results.
  const whole = parts.every(isPlain) ? ownMeta(texts.join('\n'), value) : 'other'
  const found: UserPart[] = [
    { content: answered },
    ...(whole ? [{ content: texts.map(textBlock), meta: whole }] : split(texts, value)),
  ]
  return found.filter(({ content }) => content.length > 0)
}

/** A text, a picture or a file, and nothing that a tool or a model made. */
function isPlain(part: Json): boolean {
  const names = Object.keys(part)
  return names.length === 1 && ['text', 'inlineData', 'fileData'].includes(names[0] ?? '')
}

/** Where it shows other words than it sends, those that are in both were typed. */
function split(texts: readonly string[], value: Json): UserPart[] {
  const shown = shownTexts(value)
  const isTyped = (text: string) => shown.length === 0 || shown.some((part) => text.includes(part))
  const { typed, files } = splitFiles(texts)
  // A wrapper may go from one part to another.
  const { text, injected } = separateInjected(typed.filter(isTyped).join('\n'))
  const rest = typed.filter((part) => !isTyped(part))
  return [
    { content: text.trim() === '' ? [] : [textBlock(text.trim())] },
    { content: [...injected, ...rest.filter(isInjected)].map(textBlock), meta: 'hook' },
    { content: [...rest.filter((part) => !isInjected(part)), ...files].map(textBlock), meta: 'attachment' },
  ]
}

/** Wholly: what a hook added stands in a part of its own. */
function isInjected(part: string): boolean {
  const { text, injected } = separateInjected(part)
  return injected.length > 0 && text.trim() === ''
}

/** What Gemini CLI itself says in the person's place. */
function ownMeta(text: string, value: Json): MetaKind | undefined {
  const trimmed = text.trimStart()
  if (trimmed.startsWith('<session_context>')) return 'context'
  if (trimmed.startsWith('<state_snapshot>')) return 'summary'
  // Where it speaks itself (a loop, a continuation, a command), the words that it shows are others.
  const shown = shownTexts(value)
  return shown.length > 0 && shown.every((part) => part === '' || !text.includes(part)) ? 'other' : undefined
}

function shownTexts(value: Json): string[] {
  return partsOf(value.displayContent).map((part) => (asText(part.text) ?? '').trim())
}

const FILE = /^Content from @[^\n]*:$/

/** To the last end: a file may say that it ends. */
function splitFiles(texts: readonly string[]): { typed: string[]; files: string[] } {
  const from = texts.map((text) => text.trim()).findIndex((text) => text === FILES_BEGIN || FILE.test(text))
  if (from < 0) return { typed: [...texts], files: [] }
  const end = texts.findLastIndex((text, at) => at > from && text.trim() === FILES_END)
  const after = end < 0 ? [] : texts.slice(end + 1)
  return {
    typed: [...texts.slice(0, from), ...after],
    files: texts.slice(from + 1, end < 0 ? undefined : end),
  }
}

function partsOf(content: unknown): Json[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  const parts = Array.isArray(content) ? content : [content]
  return parts
    .map((part) => (typeof part === 'string' ? { text: part } : asObject(part)))
    .filter((part) => part !== undefined)
}

function responseBlock(part: Json): Block[] {
  if (part.functionCall !== undefined) return [callBlock(asObject(part.functionCall))]
  const text = asText(part.text)
  if (text === undefined || text === '') return []
  return part.thought === true ? [{ type: 'thinking', text }] : [textBlock(text)]
}

function callBlock(call: Json | undefined): Block {
  return toolUse(
    asText(call?.id) ?? '',
    asText(call?.name) ?? 'unknown',
    JSON.stringify(asObject(call?.args) ?? {}),
  )
}

/** Each once: it is written with the response, in a line of its own and again in every new history. */
function resultBlock(answer: Json | undefined, results: Set<string>): Block[] {
  const id = asText(answer?.id)
  if (!answer || id === undefined || results.has(id)) return []
  results.add(id)
  const response = asObject(answer.response)
  const output = asText(response?.output) ?? asText(response?.error) ?? JSON.stringify(response ?? {})
  const isError = response?.error !== undefined
  return [
    {
      type: 'tool_result',
      toolUseId: id,
      content: [{ type: 'text', text: output }],
      ...(isError && { isError }),
    },
  ]
}

function textBlock(text: string): Block {
  return { type: 'text', text }
}
