// A whole conversation from a log, whoever wrote it: another agent, of which also what its model sees now, or memdir itself.
import type { LogClient } from '../base/agents/agents.ts'
import type { Block, ModelMessage, ToolResultBlock } from './content.ts'
import { readTranscript } from './read-transcript.ts'
import { readClaudeCodeLog } from './transcript/claude-code.ts'
import { readCodexLog } from './transcript/codex.ts'
import {
  type ForeignBatch,
  type ForeignCompaction,
  type ForeignConversation,
  type ForeignItem,
  readForeignLog,
} from './transcript/foreign-log.ts'
import { geminiLines } from './transcript/gemini.ts'
import { readOpencodeExport } from './transcript/opencode.ts'
import { readLines } from './transcript/read-lines.ts'
import { conversationTo, type TranscriptMessage } from './transcript-message.ts'

export interface ForeignTranscript {
  readonly conversation: ForeignConversation | undefined
  readonly all: readonly TranscriptMessage[]
  /** What the model sees now: the way to the newest message since the last compaction, with its tool results. */
  readonly messages: readonly TranscriptMessage[]
  readonly compactions: readonly ForeignCompaction[]
  readonly title: string | undefined
  readonly skipped: number
}

export async function readForeignTranscript(path: string, client: LogClient): Promise<ForeignTranscript> {
  const all: TranscriptMessage[] = []
  const links: TranscriptMessage[] = []
  const compactions: ForeignCompaction[] = []
  let conversation: ForeignConversation | undefined
  let title: string | undefined
  let skipped = 0
  for await (const batch of batchesOf(path, client)) {
    skipped += batch.skipped
    for (const item of batch.items) {
      if (item.type === 'message') all.push(item.message)
      else if (item.type === 'link') links.push(placeholder(item))
      else if (item.type === 'compaction') compactions.push(item)
      else if (item.type === 'title') title = item.text
      else conversation ??= item
    }
  }
  return { conversation, all, messages: visible(all, links), compactions, title, skipped }
}

function batchesOf(path: string, client: LogClient): AsyncIterable<ForeignBatch> {
  switch (client) {
    case 'codex':
      return readCodexLog(path)
    case 'gemini':
      return readForeignLog(path, geminiLines())
    case 'opencode':
      return readOpencodeExport(path)
    default:
      return readClaudeCodeLog(path)
  }
}

function placeholder(link: Extract<ForeignItem, { type: 'link' }>): TranscriptMessage {
  return { id: link.id, parent: link.parent, role: 'user', time: '', content: [] }
}

/** The way through the tree, with the other blocks of the same responses and the results of their calls. */
function visible(
  all: readonly TranscriptMessage[],
  links: readonly TranscriptMessage[],
): TranscriptMessage[] {
  const sidechain = all.every((message) => message.sidechain)
  const main = sidechain ? all : all.filter((message) => !message.sidechain)
  const leaf = main.at(-1)
  if (!leaf) return []
  const onWay = new Set(conversationTo([...main, ...links], leaf.id).map((message) => message.id))
  const responses = new Set(main.filter((m) => onWay.has(m.id) && m.response).map((m) => m.response))
  const kept = main.filter((m) => onWay.has(m.id) || (m.response !== undefined && responses.has(m.response)))
  const calls = new Set(kept.flatMap((m) => m.content.map((b) => (b.type === 'tool_use' ? b.id : ''))))
  const ids = new Set(kept.map((message) => message.id))
  return main.filter((m) => ids.has(m.id) || m.content.some((b) => isResultOf(b, calls)))
}

function isResultOf(block: Block, calls: ReadonlySet<string>): block is ToolResultBlock {
  return block.type === 'tool_result' && calls.has(block.toolUseId)
}

/**
 * The messages as turns that a provider accepts: blocks of one response together, every tool use followed by its
 * result (a missing one is made up and says so), results without a use left out, unsigned thinking left out.
 *
 * @public For extraction from other agents' conversations and for `memdir context`.
 */
export function toModelMessages(messages: readonly TranscriptMessage[]): ModelMessage[] {
  const results = new Map<string, ToolResultBlock>()
  for (const message of messages)
    for (const block of message.content) if (block.type === 'tool_result') results.set(block.toolUseId, block)
  const turns: { role: 'user' | 'assistant'; content: Block[]; response?: string }[] = []
  for (const message of messages) {
    const content = message.content.filter((b) => b.type !== 'tool_result' && !isUnsigned(b))
    if (content.length === 0) continue
    const same = message.response && turns.findLast((turn) => turn.response === message.response)
    if (same) same.content.push(...content)
    else turns.push({ role: message.role, content: [...content], response: message.response })
  }
  return turns.flatMap(({ role, content }) => {
    const answers = content
      .filter((b) => b.type === 'tool_use')
      .map((b) => results.get(b.id) ?? missing(b.id))
    return answers.length > 0
      ? [
          { role, content },
          { role: 'user' as const, content: answers },
        ]
      : [{ role, content }]
  })
}

function isUnsigned(block: Block): boolean {
  return block.type === 'thinking' && block.signature === undefined && block.redacted === undefined
}

function missing(toolUseId: string): ToolResultBlock {
  return {
    type: 'tool_result',
    toolUseId,
    content: [{ type: 'text', text: 'No result was recorded.' }],
    isError: true,
  }
}

interface AnyTranscript {
  readonly client: LogClient | 'memdir'
  /** In the order of the file, what compactions removed too. */
  readonly messages: readonly TranscriptMessage[]
}

/** undefined: nobody's log that is known. */
export async function readAnyTranscript(path: string): Promise<AnyTranscript | undefined> {
  if (await isOurs(path)) return { client: 'memdir', messages: (await readTranscript(path)).all }
  const client = await detectLogClient(path)
  return client && { client, messages: (await readForeignTranscript(path, client)).all }
}

async function isOurs(path: string): Promise<boolean> {
  for await (const lines of readLines(path))
    return /^\{"type":"conversation","version":\d/.test(lines[0]?.text ?? '')
  return false
}

/** Distinguishes them by their first lines; undefined for anything else. */
export async function detectLogClient(path: string): Promise<LogClient | undefined> {
  const start = await firstLines(path)
  if (/"type":\s*"(session_meta|response_item|turn_context)"/.test(start)) return 'codex'
  if (/^\{"sessionId":"[^"]*","projectHash":/.test(start)) return 'gemini'
  if (/^\{\s*"info":\s*\{\s*"id":\s*"ses_/.test(start)) return 'opencode'
  return /"(sessionId|parentUuid|isSidechain|leafUuid|messageId)"/.test(start) ? 'claude-code' : undefined
}

async function firstLines(path: string): Promise<string> {
  for await (const lines of readLines(path))
    return lines
      .map(({ text }) => text)
      .join('\n')
      .slice(0, 4_096)
  return ''
}
