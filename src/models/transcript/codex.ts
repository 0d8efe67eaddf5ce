// Codex's rollout logs: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, lines {timestamp, type, payload}.
// Older ones hold the items without the envelope. Nothing in them names a parent, so file order is the chain.

import { shortHash } from '../../base/values/hash.ts'
import { type Block, toolUse } from '../content.ts'
import type { MetaKind, TranscriptMessage } from '../transcript-message.ts'
import {
  asObject,
  asText,
  type ForeignBatch,
  type ForeignItem,
  type ForeignLineReader,
  readForeignLog,
} from './foreign-log.ts'
import type { ReadLinesOptions } from './read-lines.ts'

type Json = Record<string, unknown>

export function readCodexLog(path: string, options: ReadLinesOptions = {}): AsyncGenerator<ForeignBatch> {
  return readForeignLog(path, codexLines(), options)
}

export function codexLines(): ForeignLineReader {
  let parent: string | null = null
  let conversation = ''
  let model: string | undefined
  let isSubAgent = false
  let isSent = false
  return (value, line) => {
    const time = asText(value.timestamp) ?? ''
    const payload = asObject(value.payload)
    const type = payload ? value.type : bareType(value)
    const inner = payload ?? value
    switch (type) {
      case 'session_meta': {
        conversation = asText(inner.id) ?? ''
        // A fork has the heads of what it was forked from behind its own.
        isSubAgent ||= isOfSubAgent(inner)
        return [header(inner)]
      }
      case 'turn_context':
        model = asText(inner.model) ?? model
        return []
      case 'compacted': {
        const id = identity(conversation, line.offset)
        parent = null
        return [{ type: 'compaction', id, time }, ...summary(inner)]
      }
      case 'event_msg':
        if (inner.type === 'task_started') isSent = isOfAgent(asObject(inner.turn_attribution))
        return []
      case 'response_item':
        return next(responseItem(inner))
      default:
        return []
    }
    function next(found: Partial<TranscriptMessage> | undefined): ForeignItem[] {
      if (!found?.content || found.content.length === 0) return []
      const id = identity(conversation, line.offset)
      const message = {
        ...{ id, parent, time },
        ...(found.role === 'assistant' && model && { model }),
        ...(found.role === 'user' && isSent && { meta: 'sent' }),
        ...found,
        ...(isSubAgent && { sidechain: true }),
      }
      parent = id
      return [{ type: 'message', message: message as TranscriptMessage }]
    }
    function summary(compacted: Json): ForeignItem[] {
      const words = asText(compacted.message)
      return words ? next({ role: 'user', content: [{ type: 'text', text: words }], meta: 'summary' }) : []
    }
  }
}

/** Stable from one reading to the next: a cursor must find its message again. */
function identity(conversation: string, offset: number): string {
  return `${shortHash(conversation)}-${offset}`
}

function bareType(value: Json): string | undefined {
  if (typeof value.type === 'string') return 'response_item'
  return typeof value.id === 'string' && 'timestamp' in value ? 'session_meta' : undefined
}

/** Codex says it of the source, of the thread and by the names that it gives to sub-agents. */
function isOfSubAgent({ source, thread_source: thread, agent_nickname, agent_role }: Json): boolean {
  return (
    asObject(source)?.subagent !== undefined ||
    source === 'subagent' ||
    ![undefined, null, 'user'].includes(thread as null) ||
    asText(agent_nickname ?? agent_role) !== undefined
  )
}

/** A turn that another agent's turn began. */
function isOfAgent(turn: Json | undefined): boolean {
  const of = turn?.initiating_agent_path ?? turn?.parent_turn_id ?? undefined
  return of !== undefined
}

function header(meta: Json): ForeignItem {
  return {
    type: 'conversation',
    client: 'codex',
    id: asText(meta.id) ?? '',
    cwd: asText(meta.cwd),
    version: asText(meta.cli_version),
    branch: asText(asObject(meta.git)?.branch),
  }
}

function responseItem(item: Json): Partial<TranscriptMessage> | undefined {
  switch (item.type) {
    case 'message':
      return message(item)
    case 'reasoning':
      return reasoning(item)
    case 'function_call':
      return call(item, asText(item.name), asText(item.arguments) ?? '')
    case 'custom_tool_call':
      return call(item, asText(item.name), JSON.stringify({ input: item.input }))
    case 'local_shell_call':
      return call(item, 'shell', JSON.stringify(asObject(item.action) ?? {}))
    case 'function_call_output':
    case 'custom_tool_call_output':
      return result(item)
    default:
      return undefined
  }
}

function message(item: Json): Partial<TranscriptMessage> | undefined {
  const role = item.role === 'assistant' ? 'assistant' : 'user'
  const content = (Array.isArray(item.content) ? item.content : [])
    .map((part) => contentPart(asObject(part), role === 'assistant' ? 'output_text' : 'input_text'))
    .filter((part) => part !== undefined)
  const meta =
    role === 'user' ? (provenance(item, content.length) ?? injected(item.role, content)) : undefined
  return { role, content, ...(meta && { meta }) }
}

/** Newer versions write down where each part of a message comes from: then of all of them. */
function provenance(item: Json, parts: number): MetaKind | undefined {
  const facts = asObject(item.internal_chat_message_metadata_passthrough)
  const about = Array.isArray(facts?.content_item_metadata) ? facts.content_item_metadata : []
  const kinds = Array.isArray(facts?.content_item_kinds) ? facts.content_item_kinds : []
  const sources = about.map((part) => asObject(asObject(part)?.provenance))
  if (sources.some((source) => source?.hook === true)) return 'hook'
  const isTheirs =
    sources.every((source) => source?.type === 'user') &&
    kinds.every((kind) => String(kind).startsWith('user.')) &&
    [sources, kinds].every(({ length }) => length === 0 || length >= parts)
  return isTheirs ? undefined : 'context'
}

/** What Codex itself puts into the conversation: developer messages, instructions, the environment. */
function injected(role: unknown, content: Block[]): MetaKind | undefined {
  if (role !== 'user') return 'context'
  const first = content[0]
  if (first?.type !== 'text') return undefined
  if (first.text.startsWith('<turn_aborted>')) return 'interruption'
  return /^(<environment_context>|<user_instructions>|<skill>|<user_shell_command>|# AGENTS\.md instructions)/.test(
    first.text,
  )
    ? 'context'
    : undefined
}

/** `own`: what texts of this role are called; a model's text in the person's message is nobody's. */
function contentPart(part: Json | undefined, own: string): Block | undefined {
  if (typeof part?.text === 'string' && (part.type === own || part.type === 'text'))
    return { type: 'text', text: part.text }
  const image = /^data:([^;,]+);base64,(.*)$/s.exec(asText(part?.image_url) ?? '')
  const [, mediaType = '', data = ''] = image ?? []
  return image ? { type: 'media', mediaType, data } : undefined
}

function reasoning(item: Json): Partial<TranscriptMessage> | undefined {
  const parts = Array.isArray(item.summary) ? item.summary : []
  const words = parts.map((part) => asText(asObject(part)?.text) ?? '').join('\n')
  return words === '' ? undefined : { role: 'assistant', content: [{ type: 'thinking', text: words }] }
}

function call(item: Json, name: string | undefined, input: string): Partial<TranscriptMessage> {
  const id = asText(item.call_id) ?? asText(item.id) ?? ''
  return { role: 'assistant', content: [toolUse(id, name ?? 'unknown', input)] }
}

function result(item: Json): Partial<TranscriptMessage> {
  const output = asObject(item.output)
  const parts = Array.isArray(item.output)
    ? item.output.map((part) => asText(asObject(part)?.text) ?? '')
    : []
  const words = asText(item.output) ?? asText(output?.content) ?? parts.join('\n')
  return {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        toolUseId: asText(item.call_id) ?? '',
        content: [{ type: 'text', text: words }],
        ...(output?.success === false && { isError: true }),
      },
    ],
  }
}
