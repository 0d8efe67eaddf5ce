// A file to which every process adds lines, each a state of its own: two at once lose nothing, and a line that was cut off
// costs no other. Not synced, but where something has to be gone: what such files keep is worth no wait.
import { constants, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../values/attempt.ts'
import { writeFileAtomic } from './atomic-write.ts'
import { makeDirectories } from './directory.ts'
import { nodeFileOps as ops, writeAll } from './file-ops.ts'
import { readRegular } from './read-regular.ts'
import { parseState, type StateKind, stateText } from './state-file.ts'

/** The form of a line. */
export type LineKind<T> = Pick<StateKind<T>, 'read' | 'plain' | 'version'> & {
  /** A file with more bytes is damaged: it is not read, and begins anew with the next line. */
  readonly most: number
}

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
const APPEND = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK

/** What the lines say, in the order in which they were added; what cannot be read is left out. */
export function readLines<T>(path: string, kind: LineKind<T>): T[] {
  return parseLines(textOf(path, kind), kind)
}

export function parseLines<T>(text: string, kind: Pick<LineKind<T>, 'read' | 'version'>): T[] {
  return linesIn(text).flatMap((line) => {
    const { status, value } = parseState(line, kind)
    return status === 'read' ? [value] : []
  })
}

export function linesText<T>(values: readonly T[], kind: Pick<LineKind<T>, 'plain' | 'version'>): string {
  return values.map((value) => `${stateText(value, kind)}\n`).join('')
}

/** Where something else is in its place, or it is damaged, it begins anew. */
export function addLines<T>(path: string, kind: LineKind<T>, values: readonly T[]): void {
  // What a full disk cut off ends here.
  const bytes = Buffer.from(`\n${linesText(values, kind)}`)
  try {
    append(path, bytes, kind.most)
  } catch {
    // No directory yet, or something else in its place: nothing important is lost with it.
    rmSync(path, { recursive: true, force: true })
    makeDirectories(ops, dirname(path))
    append(path, bytes, kind.most)
  }
}

/** These lines and no others; no file where there are none. */
export function writeLines<T>(path: string, kind: LineKind<T>, values: readonly T[]): void {
  writeWhole(path, linesText(values, kind), false)
}

/**
 * Takes out what has to be gone, and lasts: `change` is given what the lines say. Lines that cannot be read go too, since
 * they may say anything.
 */
export function eraseLines<T>(path: string, kind: LineKind<T>, change: (values: T[]) => readonly T[]): void {
  const before = textOf(path, kind)
  const text = linesText(change(parseLines(before, kind)), kind)
  if (text === '' || text !== `${linesIn(before).join('\n')}\n`) writeWhole(path, text, true)
}

function writeWhole(path: string, text: string, durable: boolean): void {
  if (text === '') rmSync(path, { recursive: true, force: true })
  else writeFileAtomic(path, text, { durable })
}

/** Empty where it is damaged. */
function textOf(path: string, { most }: { most: number }): string {
  return attempt(() => readRegular(path, most))?.toString('utf8') ?? ''
}

function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

function append(path: string, bytes: Buffer, most: number): void {
  const file = ops.open(path, APPEND, 0o600)
  try {
    const stat = ops.fstat(file)
    if (!stat.isFile() || stat.size > most) throw new Error('no record')
    writeAll(ops, file, bytes)
  } finally {
    ops.close(file)
  }
}

/** Removes the files of a directory that nobody has written to since, and the oldest beyond `most`. Returns how many. */
export function removeOldFiles(directory: string, since: number, most: number): number {
  const files = (attempt(() => readdirSync(directory)) ?? [])
    .map((name) => join(directory, name))
    .map((path) => ({ path, time: attempt(() => lstatSync(path).mtimeMs) ?? since }))
    .sort((a, b) => b.time - a.time)
  const old = files.filter(({ time }, at) => time < since || at >= most)
  for (const { path } of old) attempt(() => rmSync(path, { recursive: true, force: true }))
  return old.length
}
