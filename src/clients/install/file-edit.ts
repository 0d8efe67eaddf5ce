// Changes of other programs' configuration files: planned as texts, shown as a diff, then written. Everything that we
// do not know in such a file stays.
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomic } from '../../lib/atomic-write.ts'
import { attempt } from '../../lib/attempt.ts'
import { MemdirError } from '../../lib/errors.ts'
import { ADD_BY_HAND, CHANGED_BY_ANOTHER, NOT_PLAIN_JSON, RETRY_SETUP } from '../../messages/agent-setup.ts'
import { message } from '../../messages/message.ts'

export interface FileEdit {
  path: string
  /** undefined: the file does not exist. */
  before: string | undefined
  /** undefined: the file is removed. */
  after: string | undefined
  /** Below memdir's own directory: nobody else reads it. */
  private?: true
}

export type Json = Record<string, unknown>

/** An edit that changes nothing is left out by the caller. */
export function changes(edit: FileEdit): boolean {
  return edit.before !== edit.after
}

export function readTextFile(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8'))
}

/** A file with comments cannot be rewritten without losing them: the person has to add the lines. */
export function editJson(path: string, change: (data: Json) => void): FileEdit {
  const before = readTextFile(path)
  const data = before === undefined || before.trim() === '' ? {} : parseObject(path, before)
  change(data)
  // A file in which nothing is left was ours.
  if (Object.keys(data).length === 0 && before?.trim() !== '{}') return { path, before, after: undefined }
  const after = `${JSON.stringify(data, null, before === undefined ? 2 : indentOf(before))}\n`
  return { path, before, after: before !== undefined && sameData(before, data) ? before : after }
}

function parseObject(path: string, text: string): Json {
  const data: unknown = attempt(() => JSON.parse(text.replace(/^\ufeff/, '')))
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Json
  throw new MemdirError('broken_file', message(NOT_PLAIN_JSON, { path }), {
    fix: message(ADD_BY_HAND),
  })
}

function sameData(text: string, data: Json): boolean {
  return canonical(attempt(() => JSON.parse(text.replace(/^\ufeff/, '')))) === canonical(data)
}

/** The order of keys means nothing: a file that says the same is left as it is. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function indentOf(text: string): string | number {
  const indent = /^\{\s*\n([ \t]+)"/.exec(text)?.[1]
  return indent ?? 2
}

/** The group at a path of keys, made where it is missing. */
export function groupAt(data: Json, keys: readonly string[]): Json {
  let group = data
  for (const key of keys) {
    const next = group[key]
    if (typeof next !== 'object' || next === null || Array.isArray(next)) group[key] = {}
    group = group[key] as Json
  }
  return group
}

/** Removes a value, and the groups that are empty without it. */
export function removeAt(data: Json, keys: readonly string[]): void {
  const [first, ...rest] = keys
  if (first === undefined || !(first in data)) return
  const next = data[first]
  if (rest.length === 0) {
    delete data[first]
    return
  }
  if (typeof next !== 'object' || next === null) return
  removeAt(next as Json, rest)
  if (Object.keys(next).length === 0) delete data[first]
}

/** A block of our own lines in a text file, between two marks. `lines` undefined removes it. */
export function editBlock(path: string, marks: [string, string], lines: string | undefined): FileEdit {
  const before = readTextFile(path)
  const [begin, end] = marks
  const old = before ?? ''
  const from = old.indexOf(begin)
  const to = from < 0 ? -1 : old.indexOf(end, from)
  const head = (from >= 0 && to >= 0 ? old.slice(0, from) : old).replace(/\n+$/, '')
  const tail = from >= 0 && to >= 0 ? old.slice(to + end.length).replace(/^\n+/, '') : ''
  const block = lines === undefined ? '' : `${begin}\n${lines}\n${end}`
  const text = [head, block, tail.replace(/\n+$/, '')].filter((part) => part !== '').join('\n\n')
  const after = text === '' ? undefined : `${text}\n`
  if (lines === undefined && from < 0) return { path, before, after: before }
  return { path, before, after: before === undefined && after === undefined ? undefined : after }
}

/** Keeps the file's mode. A symbolic link is followed: people keep their settings in repositories of their own. */
export function applyEdit({ path, before, after, private: own }: FileEdit): void {
  if (readTextFile(path) !== before)
    throw new MemdirError('conflict', message(CHANGED_BY_ANOTHER, { path }), { fix: message(RETRY_SETUP) })
  if (after === undefined) {
    rmSync(path, { force: true })
    return
  }
  const mode = attempt(() => statSync(path).mode & 0o777)
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, ...(own && { mode: 0o700 }) })
  writeFileAtomic(attempt(() => realpathSync(path)) ?? path, after, { mode: mode ?? (own ? 0o600 : 0o644) })
}
