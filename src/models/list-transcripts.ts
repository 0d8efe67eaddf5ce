// The conversations of a project: their logs, newest first, each with the words it began with.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readPart } from '../base/files/read-regular.ts'
import { conversationTexts } from '../base/messages/conversation.ts'
import { message } from '../base/messages/message.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { textOf } from './content.ts'
import { decodeEntry, parseObject } from './log-line.ts'
import { readClaudeCodeLog } from './transcript/claude-code.ts'
import { readLines } from './transcript/read-lines.ts'
import { judgeTyped, typedPassages } from './typed-messages.ts'

export interface TranscriptInfo {
  readonly id: string
  readonly path: string
  /** When it was last written to. */
  readonly updated: Date
  readonly bytes: number
  /** The first thing that the person said; empty if that is not near the beginning. */
  readonly title: string
}

const SUFFIX = '.jsonl'
const TITLE_BYTES = 64 * 1024
const TITLE_CHARACTERS = 80

export function listTranscripts(directory: string): TranscriptInfo[] {
  const names = attempt(() => readdirSync(directory)) ?? []
  const sessions = names.flatMap((name): TranscriptInfo[] => {
    if (!name.endsWith(SUFFIX) || name.startsWith('.')) return []
    const path = join(directory, name)
    const facts = attempt(() => statSync(path))
    if (!facts?.isFile()) return []
    const id = name.slice(0, -SUFFIX.length)
    return [{ id, path, updated: facts.mtime, bytes: facts.size, title: titleOf(path) }]
  })
  return sessions.sort((a, b) => b.updated.getTime() - a.updated.getTime())
}

/** By its id or a beginning of it that fits only one; without one the newest. */
export function findTranscript(sessions: readonly TranscriptInfo[], id?: string): TranscriptInfo {
  const fitting = id === undefined ? sessions.slice(0, 1) : sessions.filter((one) => one.id.startsWith(id))
  const exact = fitting.find((one) => one.id === id) ?? (fitting.length === 1 ? fitting[0] : undefined)
  if (exact) return exact
  if (id !== undefined && fitting.length > 1)
    throw new MemdirError(
      'ambiguous',
      message(conversationTexts.ambiguousConversation, { id, count: fitting.length }),
      {
        fix: message(conversationTexts.longerId),
      },
    )
  throw new MemdirError(
    'not_found',
    id === undefined
      ? message(conversationTexts.nothingToResume)
      : message(conversationTexts.noConversation, { id }),
    { fix: message(conversationTexts.noConversationFix) },
  )
}

function titleOf(path: string): string {
  for (const line of readPart(path, TITLE_BYTES, 'first').split('\n')) {
    const entry = decodeEntry(line)
    if (entry?.type !== 'message' || entry.message.role !== 'user' || entry.message.meta) continue
    const words = textOf(entry.message).replace(/\s+/g, ' ').trim()
    if (words !== '') return words.slice(0, TITLE_CHARACTERS)
  }
  return ''
}

const TYPED_WITHIN = 128 << 10

/** A long first message stands before it. */
const DIRECTORY_WITHIN = 1 << 20

const LONGEST = 2_000

/**
 * Where it was held: the name of the log's directory does not tell, it is the same for `/home/ana/my-app` and
 * `/home/ana/my/app`. Undefined where the beginning does not say.
 */
export async function logDirectory(path: string): Promise<string | undefined> {
  try {
    for await (const lines of readLines(path, { to: DIRECTORY_WITHIN }))
      for (const { text } of lines) {
        const cwd = parseObject(text)?.cwd
        if (typeof cwd === 'string') return cwd
      }
  } catch {
    // A log that cannot be read is nobody's.
  }
  return undefined
}

/** What was typed first, on one line; empty where nobody typed anything near the beginning. */
export async function firstTyped(path: string): Promise<string> {
  let pasted = ''
  try {
    for await (const { items } of readClaudeCodeLog(path, { to: TYPED_WITHIN }))
      for (const item of items) {
        const judged = item.type === 'message' ? judgeTyped(item.message) : undefined
        if (!judged?.typed) continue
        const [typed] = typedPassages(judged.text)
        if (typed) return oneLine(typed.text)
        pasted ||= oneLine(judged.text)
      }
  } catch {
    // A log that cannot be read has no words.
  }
  return pasted
}

function oneLine(text: string): string {
  return text.slice(0, LONGEST).replace(/\s+/g, ' ').trim()
}
