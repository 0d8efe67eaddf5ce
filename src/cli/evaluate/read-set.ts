// Evaluation sets: one JSON object a line, or an array of them; plain or gzipped.
import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  BAD_SET_LINE,
  GIVE_JSONL,
  GIVE_SET_LINES,
  SET_MISSING,
  SET_NOT_A_FILE,
} from '../../base/messages/evaluate.ts'
import { READING_FILE } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { attempt } from '../../base/values/attempt.ts'
import { ioError, MemdirError, systemCode } from '../../base/values/errors.ts'
import {
  isMemoryKind,
  isMemoryType,
  isOrigin,
  type MemoryKind,
  type MemoryType,
  type Origin,
} from '../../memory/memory.ts'

export interface SetDocument {
  id: string
  /** Searched within: each group is a store of its own. */
  group: string
  text: string
  /** The words that the text was made from. */
  quote?: string
  /** The conversation that it is part of. */
  session?: string
}

export interface SetQuery {
  id: string
  group: string
  text: string
  relevant: string[]
  category: string
}

/** A memory of a set for recall; see `memdir eval --recall`. */
export interface SetMemory {
  id: string
  text: string
  type?: MemoryType
  kind?: MemoryKind
  /** 1–5. */
  importance?: number
  /** ISO: when it was written. */
  time?: string
  /** The conversation that it came from. */
  session?: string
  /** Absent: the person's. */
  origin?: Origin
  /** The words that it was made from. */
  quote?: string
}

export const PROMPT_LANGUAGES = ['en', 'zh', 'mixed'] as const
export type PromptLanguage = (typeof PROMPT_LANGUAGES)[number]

export interface SetPrompt {
  id: string
  text: string
  lang: PromptLanguage
  /** Empty: the store has no answer to it. */
  relevant: readonly string[]
}

/** A message of a set for writing; see `memdir eval --writing`. */
export interface SetMessage {
  id: string
  text: string
  /** Without it: the message itself. */
  conversation: string
  /** ISO; absent where the set says none that can be read. */
  time?: string
  /** Whether there is something in it to keep; absent: not labelled. */
  keep?: 'yes' | 'maybe' | 'no'
}

function isPromptLanguage(value: unknown): value is PromptLanguage {
  return PROMPT_LANGUAGES.includes(value as PromptLanguage)
}

/** Chinese with a word in Latin letters is mixed. */
export function languageOf(text: string): PromptLanguage {
  if (!/\p{Script=Han}/u.test(text)) return 'en'
  return /[A-Za-z]{2,}/.test(text) ? 'mixed' : 'zh'
}

export function readCorpus(path: string): SetDocument[] {
  return readLines(path).map(({ value, line }) => {
    const { id, group = 'all', text, session, quote } = value
    if (typeof id !== 'string' || typeof text !== 'string') throw badLine(path, line, 'id and text')
    return {
      id,
      group: String(group),
      text,
      ...(typeof session === 'string' ? { session } : {}),
      ...(typeof quote === 'string' ? { quote } : {}),
    }
  })
}

/** A statement that was written from lines of a corpus. */
export interface SetStatement {
  text: string
  /** Ids of those lines. */
  evidence: string[]
}

export function readStatements(path: string): SetStatement[] {
  return readLines(path).map(({ value, line }) => {
    const { text, evidence } = value
    if (typeof text !== 'string' || !Array.isArray(evidence)) throw badLine(path, line, 'text and evidence')
    return { text, evidence: evidence.map(String) }
  })
}

/** What a writer makes of a corpus: a line that something was written from becomes that, and is quoted. */
export function withStatements(
  corpus: readonly SetDocument[],
  statements: readonly SetStatement[],
): SetDocument[] {
  const written = new Map<string, string[]>()
  for (const { text, evidence } of statements)
    for (const id of evidence) written.set(id, [...(written.get(id) ?? []), text])
  return corpus.map((line) => {
    const texts = written.get(line.id)
    return texts ? { ...line, text: texts.join('\n'), quote: line.text } : line
  })
}

export function readQueries(path: string): SetQuery[] {
  return readLines(path).map(({ value, line }) => {
    const { id = String(line), group = 'all', text, relevant, category = 'all' } = value
    if (typeof text !== 'string' || !Array.isArray(relevant)) throw badLine(path, line, 'text and relevant')
    return {
      id: String(id),
      group: String(group),
      text,
      relevant: relevant.map(String),
      category: String(category),
    }
  })
}

/** `lang` by what the text is written in, where the set does not say. */
export function readPrompts(path: string): SetPrompt[] {
  return readLines(path).map(({ value, line }) => {
    const { id = String(line), text, lang, relevant = [] } = value
    if (typeof text !== 'string' || !Array.isArray(relevant)) throw badLine(path, line, 'text and relevant')
    const ids = relevant.map(String)
    return { id: String(id), text, lang: isPromptLanguage(lang) ? lang : languageOf(text), relevant: ids }
  })
}

export function readSetMemories(path: string): SetMemory[] {
  return readLines(path).map(({ value, line }) => {
    const { id, text, type, importance, time, session, origin, quote } = value
    if (typeof id !== 'string' || typeof text !== 'string') throw badLine(path, line, 'id and text')
    if (time !== undefined && !isTime(time)) throw badLine(path, line, 'time as ISO 8601')
    return {
      id,
      text,
      ...(isMemoryType(type) ? { type } : {}),
      ...(isMemoryKind(type) ? { kind: type } : {}),
      ...(typeof importance === 'number' ? { importance } : {}),
      ...(isTime(time) ? { time } : {}),
      ...(typeof session === 'string' ? { session } : {}),
      ...(isOrigin(origin) ? { origin } : {}),
      ...(typeof quote === 'string' ? { quote } : {}),
    }
  })
}

/** Of conversations only what the person said. */
export function readMessages(path: string): SetMessage[] {
  return readLines(path)
    .filter(({ value }) => value.role === undefined || value.role === 'user')
    .map(({ value, line }) => {
      const { id = String(line), text, session, group, time, keep } = value
      if (typeof text !== 'string') throw badLine(path, line, 'text')
      return {
        id: String(id),
        text,
        conversation: String(session ?? group ?? id),
        ...(isTime(time) ? { time: new Date(time).toISOString() } : {}),
        ...(keep === 'yes' || keep === 'maybe' || keep === 'no' ? { keep } : {}),
      }
    })
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

function readLines(path: string): { value: Record<string, unknown>; line: number }[] {
  let bytes: Buffer
  try {
    // A device would be read without end.
    if (!statSync(path).isFile())
      throw new MemdirError('usage', message(SET_NOT_A_FILE, { path }), { fix: message(GIVE_JSONL) })
    bytes = readFileSync(path)
    // By content, not by name: gzip begins with 1f 8b.
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes)
  } catch (error) {
    if (MemdirError.is(error)) throw error
    if (systemCode(error) === 'ENOENT')
      throw new MemdirError('not_found', message(SET_MISSING, { path }), {
        fix: message(GIVE_JSONL),
      })
    throw ioError(message(READING_FILE, { path }), error)
  }
  const whole = bytes.toString('utf8')
  const list = /^\s*\[/.test(whole) ? attempt(() => JSON.parse(whole) as unknown) : undefined
  if (Array.isArray(list))
    return list.map((value, index) => {
      if (typeof value !== 'object' || value === null) throw badLine(path, index + 1, 'a JSON object')
      return { value: value as Record<string, unknown>, line: index + 1 }
    })
  return whole
    .split('\n')
    .flatMap((text, index) =>
      text.trim() === '' ? [] : [{ value: parseLine(text, path, index + 1), line: index + 1 }],
    )
}

function parseLine(text: string, path: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {}
  throw badLine(path, line, 'a JSON object')
}

function badLine(path: string, line: number, wanted: string): MemdirError {
  return new MemdirError('usage', message(BAD_SET_LINE, { path, line, wanted }), {
    fix: message(GIVE_SET_LINES),
  })
}
