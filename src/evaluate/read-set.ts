// Evaluation sets: one JSON object a line, plain or gzipped.
import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ioError, MemdirError, systemCode } from '../lib/errors.ts'
import {
  BAD_SET_LINE,
  GIVE_JSONL,
  GIVE_SET_LINES,
  SET_MISSING,
  SET_NOT_A_FILE,
} from '../messages/evaluate.ts'
import { READING_FILE } from '../messages/io.ts'
import { message } from '../messages/message.ts'

export interface SetDocument {
  id: string
  /** Searched within: each group is a store of its own. */
  group: string
  text: string
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

export function readCorpus(path: string): SetDocument[] {
  return readLines(path).map(({ value, line }) => {
    const { id, group = 'all', text, session } = value
    if (typeof id !== 'string' || typeof text !== 'string') throw badLine(path, line, 'id and text')
    return { id, group: String(group), text, ...(typeof session === 'string' ? { session } : {}) }
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
  return bytes
    .toString('utf8')
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
