// opencode's conversations: `opencode export ID` prints one as JSON, and its plugins are given the same messages
// (`client.session.messages`). They are kept in a database, not in a log, so a file of them is read as a whole.
//
// What the person typed is a text part; what opencode and plugins added to it are parts marked as synthetic.

import { openRegular } from '../../base/files/open-regular.ts'
import { type Block, toolUse } from '../content.ts'
import { parseObject } from '../log-line.ts'
import type { MetaKind, TranscriptMessage } from '../transcript-message.ts'
import { asCount, asObject, asText, type ForeignBatch, type ForeignItem, isOn } from './foreign-log.ts'

type Json = Record<string, unknown>

/** As a whole it has to fit into one string. */
const EXPORT_BYTES = 256 << 20

export async function* readOpencodeExport(path: string): AsyncGenerator<ForeignBatch> {
  const file = await openRegular(path, EXPORT_BYTES)
  const text = await file.readFile('utf8').finally(() => file.close())
  const exported = parseObject(text)
  yield { items: opencodeItems(exported), end: Buffer.byteLength(text), skipped: exported ? 0 : 1 }
}

export function opencodeItems(exported: unknown): ForeignItem[] {
  const value = asObject(exported)
  const messages = Array.isArray(value?.messages) ? value.messages : []
  const isSubAgent = isOn(asObject(value?.info)?.parentID)
  const state: State = { parent: null, isSubAgent }
  return [
    ...conversation(asObject(value?.info)),
    ...messages.flatMap((entry) => readMessage(asObject(entry), state)),
  ]
}

interface State {
  parent: string | null
  /** Another session began it: what it is asked there, an agent asks. */
  isSubAgent: boolean
}

function conversation(info: Json | undefined): ForeignItem[] {
  const id = asText(info?.id)
  if (!info || id === undefined) return []
  const title = asText(info.title)
  return [
    {
      type: 'conversation',
      client: 'opencode',
      id,
      cwd: asText(info.directory),
      version: asText(info.version),
    },
    ...(title ? [{ type: 'title' as const, text: title }] : []),
  ]
}

function readMessage(entry: Json | undefined, state: State): ForeignItem[] {
  const info = asObject(entry?.info)
  const id = asText(info?.id)
  if (!entry || !info || id === undefined) return []
  const parts = (Array.isArray(entry.parts) ? entry.parts : [])
    .map(asObject)
    .filter((part) => part !== undefined)
  const time = timeOf(asObject(info.time)?.created)
  const marks = parts.filter((part) => part.type === 'compaction')
  const groups = info.role === 'assistant' ? ofAssistant(info, parts) : ofPerson(info, parts)
  return [
    ...marks.map((mark) => compaction(mark, id, time, state)),
    ...groups.flatMap((facts, at): ForeignItem[] => {
      if (facts.content.length === 0) return []
      const sidechain = state.isSubAgent && { sidechain: true }
      const own = { id: at === 0 ? id : `${id}:${at}`, parent: state.parent, time, ...facts, ...sidechain }
      state.parent = own.id
      return [{ type: 'message', message: own }]
    }),
  ]
}

function compaction(mark: Json, id: string, time: string, state: State): ForeignItem {
  state.parent = null
  return { type: 'compaction', id, time, trigger: mark.auto === true ? 'auto' : 'manual' }
}

type Facts = Omit<TranscriptMessage, 'id' | 'parent' | 'time'>

function ofPerson({ role }: Json, parts: readonly Json[]): Facts[] {
  const texts = parts.filter((part) => part.type === 'text' && asText(part.text))
  const isTyped = (part: Json) => role === 'user' && !isAdded(part)
  const typed = texts.filter(isTyped)
  const added = texts.filter((part) => !isTyped(part))
  return [
    { role: 'user', content: typed.map((part) => textBlock(unquoted(String(part.text)))) },
    { role: 'user', content: added.map((part) => textBlock(String(part.text))), meta: addedBy(added) },
  ]
}

/** By opencode, or by a plugin: nothing that was typed carries a mark of either. */
function isAdded({ synthetic, ignored, metadata }: Json): boolean {
  return isOn(synthetic) || isOn(ignored) || (isOn(metadata) && Object.keys(Object(metadata)).length > 0)
}

/** Plugins mark what they add; the rest is opencode's own, such as files that were named. */
function addedBy(parts: readonly Json[]): MetaKind {
  return parts.some((part) => asObject(part.metadata)?.memdir) ? 'hook' : 'attachment'
}

/** `opencode run` puts a message that has blanks into quotation marks. */
function unquoted(text: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"\s*$/s.exec(text) ?? []
  return inner === undefined ? text : inner.replaceAll('\\"', '"')
}

function ofAssistant(info: Json, parts: readonly Json[]): Facts[] {
  // The model wrote it; in the conversation it stands for what the person and the agent said before.
  if (info.summary === true)
    return [{ role: 'user', content: parts.flatMap(assistantBlock), meta: 'summary' }]
  const usage = asObject(info.tokens)
  const cache = asObject(usage?.cache)
  const facts = {
    role: 'assistant' as const,
    response: String(info.id),
    ...(typeof info.modelID === 'string' && { model: info.modelID }),
    ...(usage && {
      usage: {
        input: asCount(usage.input),
        output: asCount(usage.output),
        cacheRead: asCount(cache?.read),
        cacheCreated: asCount(cache?.write),
      },
    }),
  }
  return [
    { ...facts, content: parts.flatMap(assistantBlock) },
    { role: 'user', content: parts.flatMap(resultBlock) },
  ]
}

function assistantBlock(part: Json): Block[] {
  const text = asText(part.text)
  if (part.type === 'text') return text ? [textBlock(text)] : []
  if (part.type === 'reasoning') return text ? [{ type: 'thinking', text }] : []
  if (part.type !== 'tool') return []
  const input = JSON.stringify(asObject(asObject(part.state)?.input) ?? {})
  return [toolUse(asText(part.callID) ?? '', asText(part.tool) ?? 'unknown', input)]
}

function resultBlock(part: Json): Block[] {
  const state = part.type === 'tool' ? asObject(part.state) : undefined
  const output = asText(state?.output) ?? asText(state?.error)
  if (!state || output === undefined) return []
  const toolUseId = asText(part.callID) ?? ''
  const isError = state.status === 'error'
  return [
    {
      type: 'tool_result',
      toolUseId,
      content: [{ type: 'text', text: output }],
      ...(isError && { isError }),
    },
  ]
}

function timeOf(value: unknown): string {
  const date = new Date(typeof value === 'number' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

function textBlock(text: string): Block {
  return { type: 'text', text }
}
