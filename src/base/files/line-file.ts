// A small file to which every process adds lines: two at once lose nothing. Not synced: what it keeps is worth no wait.
import { constants, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../values/attempt.ts'
import { makeDirectories } from './directory.ts'
import { nodeFileOps as ops, writeAll } from './file-ops.ts'
import { readRegular } from './read-regular.ts'

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
const APPEND = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK

/** None where it is larger than `most` bytes, or cannot be read: then it is damaged. */
export function readLines(path: string, most: number): string[] {
  const text = attempt(() => readRegular(path, most))?.toString('utf8') ?? ''
  return text.split('\n').filter((line) => line !== '')
}

/** Where something else is in its place, or it is damaged, it begins anew. */
export function addLine(path: string, line: string, most: number): void {
  try {
    append(path, line, most)
  } catch {
    // No directory yet, or something else in its place: nothing important is lost with it.
    rmSync(path, { recursive: true, force: true })
    makeDirectories(ops, dirname(path))
    append(path, line, most)
  }
}

function append(path: string, line: string, most: number): void {
  const file = ops.open(path, APPEND, 0o600)
  try {
    const stat = ops.fstat(file)
    if (!stat.isFile() || stat.size > most) throw new Error('no record')
    // What a full disk cut off ends here.
    writeAll(ops, file, Buffer.from(`\n${line}\n`))
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
