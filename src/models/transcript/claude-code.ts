// Claude Code's transcripts: `<config>/projects/<slug>/<session>.jsonl`. Read tolerantly: line types come and go.
//
// One response is written as several lines, one for each block, under the same `message.id`; the results of parallel
// tool calls hang below their own calls, so the parents form a tree and not a chain. See foreign-session.ts.

import type { Usage } from '../../base/values/usage.ts'
import type { Block, MediaBlock, TextBlock } from '../content.ts'
import type { MetaKind, TranscriptMessage } from '../transcript-message.ts'
import {
  asCount,
  asObject,
  asText,
  type ForeignBatch,
  type ForeignItem,
  type ForeignLineReader,
  isOn,
  readForeignLog,
} from './foreign-log.ts'
import type { ReadLinesOptions } from './read-lines.ts'

type Json = Record<string, unknown>

const INTERRUPTED = '[Request interrupted by user'

export function readClaudeCodeLog(
  path: string,
  options: ReadLinesOptions = {},
): AsyncGenerator<ForeignBatch> {
  return readForeignLog(path, claudeCodeLines(), options)
}

export function claudeCodeLines(): ForeignLineReader {
  let known = false
  return (value) => {
    const items: ForeignItem[] = []
    if (!known && typeof value.sessionId === 'string') {
      known = true
      items.push(conversation(value))
    }
    const item = readLine(value)
    if (item) items.push(item)
    return items
  }
}

function conversation(value: Json): ForeignItem {
  return {
    type: 'conversation',
    client: 'claude-code',
    id: String(value.sessionId),
    cwd: asText(value.cwd),
    version: asText(value.version),
    branch: asText(value.gitBranch),
  }
}

function readLine(value: Json): ForeignItem | undefined {
  switch (value.type) {
    case 'user':
    case 'assistant':
      return message(value, value.type) ?? link(value)
    case 'attachment':
      return attachment(value) ?? link(value)
    case 'system':
      return value.subtype === 'compact_boundary' ? compaction(value) : link(value)
    case 'summary':
      return typeof value.summary === 'string' ? { type: 'title', text: value.summary } : undefined
    default:
      return link(value)
  }
}

function link(value: Json): ForeignItem | undefined {
  if (typeof value.uuid !== 'string') return undefined
  return { type: 'link', id: value.uuid, parent: parentOf(value) }
}

function parentOf(value: Json): string | null {
  return asText(value.parentUuid) ?? null
}

function compaction(value: Json): ForeignItem {
  const facts = asObject(value.compactMetadata)
  return {
    type: 'compaction',
    id: asText(value.uuid) ?? '',
    time: asText(value.timestamp) ?? '',
    trigger: asText(facts?.trigger),
    tokensBefore: typeof facts?.preTokens === 'number' ? facts.preTokens : undefined,
  }
}

function message(value: Json, role: 'user' | 'assistant'): ForeignItem | undefined {
  const inner = asObject(value.message)
  if (!inner || typeof value.uuid !== 'string') return undefined
  const content = blocks(inner.content)
  if (content.length === 0) return undefined
  const usage = asObject(inner.usage)
  const meta = metaKind(value, content)
  const read: TranscriptMessage = {
    id: value.uuid,
    parent: parentOf(value),
    role,
    time: asText(value.timestamp) ?? '',
    content,
    ...(meta && { meta }),
    ...(usage && { usage: readUsage(usage) }),
    ...(typeof inner.model === 'string' && { model: inner.model }),
    ...(role === 'assistant' && typeof inner.id === 'string' && { response: inner.id }),
    ...(isOn(value.isSidechain) && { sidechain: true }),
  }
  return { type: 'message', message: read }
}

function metaKind(value: Json, content: Block[]): MetaKind | undefined {
  if (isOn(value.isCompactSummary)) return 'summary'
  if (isOn(value.isMeta) || isOn(value.isApiErrorMessage)) return 'other'
  if (value.type !== 'user') return undefined
  const first = content[0]
  if (first?.type === 'text' && first.text.startsWith(INTERRUPTED)) return 'interruption'
  const inner = asObject(value.message) ?? {}
  if (inner.role !== 'user' || isSent(inner)) return 'sent'
  return isSent(value, content.some(({ type }) => type === 'tool_result') ? ANSWERED : [])
    ? 'sent'
    : undefined
}

/** What a line of the person's own says where it says anything. `sdk`: `claude -p`, an editor, a program. */
const OWN: Readonly<Record<string, readonly unknown[]>> = {
  promptSource: ['typed', 'queued', 'suggestion_accepted', 'sdk'],
  turnOrigin: ['human', 'sdk'],
  userType: ['external', 'ant'],
  commandMode: ['prompt'],
  humanTurn: [true],
}
/** Lines that a tool, a sub-agent or a plan made, what goes with a command, what came another way, what is marked. */
const MADE =
  /[tT]ool|^(?:agentId$|planContent$|turnCompanion$|(?:is|from|relayed|scheduled|channel|peer|teammate)[A-Z])/
/** A tool's result has these; the person's words beside it are what they answered when they were asked about the call. */
const ANSWERED: readonly string[] = ['toolUseResult', 'sourceToolAssistantUUID']
/** A team's senders: what the person types there says that it is a human's. */
const TEAM = /^(?:team|agent)[A-Z]/

/** Anything on the line that speaks against the person at the keyboard. `but`: names that say nothing here. */
function isSent(value: Json, but: readonly string[] = []): boolean {
  const has = (name: string) => value[name] !== undefined && value[name] !== null
  const marks = Object.keys(value).filter((name) => isOn(value[name]) && !but.includes(name))
  const isHuman = (asObject(value.origin)?.kind ?? value.origin) === 'human'
  return (
    (has('origin') && !isHuman) ||
    marks.some((name) => MADE.test(name) || (!isHuman && TEAM.test(name))) ||
    Object.entries(OWN).some(([name, known]) => has(name) && !known.includes(value[name]))
  )
}

function attachment(value: Json): ForeignItem | undefined {
  const given = asObject(value.attachment)
  const queued = given?.type === 'queued_command' ? given : undefined
  const content = queued ? blocks(queued.prompt) : words(given)
  if (content.length === 0 || typeof value.uuid !== 'string') return undefined
  // What the person sent while a turn was running.
  const isTheirs = queued !== undefined && !isSent(queued) && !isSent(value)
  const read: TranscriptMessage = {
    id: value.uuid,
    parent: parentOf(value),
    role: 'user',
    time: asText(value.timestamp) ?? '',
    content,
    ...(!isTheirs && { meta: queued ? 'sent' : 'attachment' }),
    ...(isOn(value.isSidechain) && { sidechain: true }),
  }
  return { type: 'message', message: read }
}

function words(attached: Json | undefined): Block[] {
  const text = textIn(attached, 0)
  return text === '' ? [] : [{ type: 'text', text }]
}

/** Attachments carry their text under `content` or `text`, at varying depth. */
function textIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value
  if (depth > 4) return ''
  if (Array.isArray(value)) {
    return value
      .map((part) => textIn(part, depth + 1))
      .filter((part) => part !== '')
      .join('\n')
  }
  const object = asObject(value)
  return object ? textIn(object.content ?? object.text ?? '', depth + 1) : ''
}

function blocks(content: unknown): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.map((part) => block(asObject(part))).filter((found) => found !== undefined)
}

function block(part: Json | undefined): Block | undefined {
  switch (part?.type) {
    case 'text':
      return typeof part.text === 'string' ? { type: 'text', text: part.text } : undefined
    case 'thinking':
      return {
        type: 'thinking',
        text: asText(part.thinking) ?? '',
        ...(typeof part.signature === 'string' && { signature: part.signature }),
      }
    case 'redacted_thinking':
      return { type: 'thinking', text: '', redacted: asText(part.data) ?? '' }
    case 'tool_use':
      return {
        type: 'tool_use',
        id: String(part.id),
        name: String(part.name),
        inputJson: JSON.stringify(asObject(part.input) ?? {}),
      }
    case 'tool_result':
      return {
        type: 'tool_result',
        toolUseId: String(part.tool_use_id),
        content: resultParts(part.content),
        ...(part.is_error === true && { isError: true }),
      }
    case 'image':
    case 'document':
      return media(part)
    default:
      return undefined
  }
}

function resultParts(content: unknown): (TextBlock | MediaBlock)[] {
  return blocks(content).filter((part) => part.type === 'text' || part.type === 'media')
}

function media(part: Json): MediaBlock | undefined {
  const source = asObject(part.source)
  if (typeof source?.data !== 'string') return undefined
  return {
    type: 'media',
    mediaType: asText(source.media_type) ?? 'application/octet-stream',
    data: source.data,
  }
}

function readUsage(usage: Json): Usage {
  const written = asObject(usage.cache_creation)
  return {
    input: asCount(usage.input_tokens),
    output: asCount(usage.output_tokens),
    cacheRead: asCount(usage.cache_read_input_tokens),
    cacheCreated: asCount(usage.cache_creation_input_tokens),
    ...(written && { cacheCreatedHour: asCount(written.ephemeral_1h_input_tokens) }),
  }
}
