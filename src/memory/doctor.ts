// Finds what is wrong with a memory directory and says how to mend it. Looking changes nothing.
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { abandonedBelow } from '../lib/abandoned-files.ts'
import { isAbandoned } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { systemClock } from '../lib/clock.ts'
import { nodeFileOps } from '../lib/file-ops.ts'
import { findDeniedCharacter } from '../lib/invisible.ts'
import { readLock } from '../lib/lock.ts'
import type { Message } from '../messages/message.ts'
import { loadScanner } from '../secrets/load-scanner.ts'
import {
  INDEX_FILE,
  type IndexText,
  isOverLimit,
  overflowCount,
  POINTER_REPORTED_CHARACTERS,
  parseIndex,
  pointersOf,
} from './index-file.ts'
import { openJournal } from './journal.ts'
import { type Memory, supersededBy } from './memory.ts'
import { findCollisions } from './memory-path.ts'
import { isSearchable, MAX_MEMORY_BYTES } from './memory-size.ts'
import { mendFrontmatter } from './mend-frontmatter.ts'
import { hasNames } from './pending-work.ts'
import { pathInPlace, placeOf } from './place.ts'
import { readMemoryFile, readMemoryText } from './read-memory-file.ts'
import { readMemories } from './scan-files.ts'

export type FindingCode =
  | 'missing_pointer'
  | 'dead_pointer'
  | 'duplicate_pointer'
  | 'long_line'
  | 'index_over_limit'
  | 'broken_frontmatter'
  | 'duplicate_id'
  | 'duplicate_memory'
  | 'lost_successor'
  /** Memories that may say the same; a note. */
  | 'likely_doubles'
  | 'wrong_mode'
  | 'stale_lock'
  | 'leftover'
  | 'hidden_characters'
  | 'link'
  | 'not_regular'
  | 'hard_link'
  | 'too_large'
  | 'name_collision'
  | 'unreadable'
  | 'secret'
  | 'failed_work'
  | 'damaged_registry'
  | 'kept_damaged'
  | 'unfinished_change'
  | 'unfinished_purge'
  /** Larger than search takes. */
  | 'not_searched'
  /** The catalog, its vectors or the snapshot. */
  | 'search_data'
  /** It was set by more than a day, or changes are dated in the future. */
  | 'clock'

export interface Finding {
  code: FindingCode
  /** Path below the memory directory, or of a state file. */
  file: string
  /** Facts for the message: `line`, `target`, `problem`, … */
  facts: Record<string, string | number>
  /** Whether `--fix` mends it. */
  fixable: boolean
  /** Worth telling, and no problem. */
  note?: boolean
  /** For people, where the code and the facts do not say it all. */
  said?: Message
}

export interface Examined {
  memories: Memory[]
  findings: Finding[]
}

export function examine(directory: string, state: string): Examined {
  const memories = readMemories(directory)
  const findings = [
    ...examineIndexes(directory, memories),
    ...memories.flatMap((memory) => examineMemory(directory, memory)),
    ...examineDuplicates(memories),
    ...examineSuccessors(memories),
    ...examineTree(directory, memories),
    ...examineNames(memories),
    ...examineState(state),
    ...examineUnfinished(state),
  ]
  return { memories, findings }
}

/** Certain secrets in files that people and other agents wrote: the rule and the line, never the secret. */
export async function examineSecrets(directory: string, memories: readonly Memory[]): Promise<Finding[]> {
  const { scanSecrets } = await loadScanner()
  const files = [INDEX_FILE, ...memories.map(({ file }) => file)]
  return files.flatMap((file) => {
    const text = readMemoryText(directory, file) ?? ''
    const certain = scanSecrets(text).filter(({ tier }) => tier === 'block')
    return certain.map(
      ({ rule, line }): Finding => ({ code: 'secret', file, facts: { rule, line }, fixable: false }),
    )
  })
}

function examineIndexes(directory: string, memories: readonly Memory[]): Finding[] {
  return readableIndexes(directory, memories).flatMap((file) => {
    const text = readMemoryText(directory, file) ?? ''
    const covered = memories
      .filter((memory) => placeOf(memory.file).index === file)
      .map((m) => pathInPlace(m.file))
    const hidden = memories.filter((memory) => supersededBy(memory) !== undefined)
    return examineIndex(file, parseIndex(text), covered, new Set(hidden.map((m) => pathInPlace(m.file))))
  })
}

/** The index files there are or should be, but for those in whose place something else lies: nothing mends them. */
export function readableIndexes(directory: string, memories: readonly Memory[]): string[] {
  const indexes = new Set([INDEX_FILE, ...memories.map((memory) => placeOf(memory.file).index)])
  return [...indexes].filter((file) => attempt(() => readMemoryFile(directory, file))?.status !== 'refused')
}

/** `hidden`: what a newer statement took back has no pointer. */
function examineIndex(
  file: string,
  index: IndexText,
  covered: readonly string[],
  hidden: ReadonlySet<string>,
): Finding[] {
  const findings: Finding[] = []
  const add = (code: FindingCode, facts: Finding['facts'], fixable = true) =>
    findings.push({ code, file, facts, fixable })
  const known = new Set(covered)
  const seen = new Set<string>()
  for (const pointer of pointersOf(index)) {
    const line = pointer.line + 1
    if (!known.has(pointer.file)) add('dead_pointer', { line, target: pointer.file })
    else if (seen.has(pointer.file)) add('duplicate_pointer', { line, target: pointer.file })
    seen.add(pointer.file)
  }
  for (const [at, text] of index.lines.entries()) {
    const length = [...text].length
    if (length > POINTER_REPORTED_CHARACTERS)
      add('long_line', { line: at + 1, length }, isPointerLine(index, at))
  }
  // An index that says how many it does not list is complete.
  const overflowing = overflowCount(index) !== undefined
  for (const target of overflowing ? [] : covered)
    if (!seen.has(target) && !hidden.has(target)) add('missing_pointer', { target })
  if (isOverLimit(index)) add('index_over_limit', { lines: index.lines.length })
  return findings
}

function isPointerLine(index: IndexText, at: number): boolean {
  return pointersOf(index).some((pointer) => pointer.line === at)
}

function examineMemory(directory: string, memory: Memory): Finding[] {
  const findings: Finding[] = []
  if (!isSearchable(memory))
    findings.push({ code: 'not_searched', file: memory.file, facts: { bytes: memory.size }, fixable: false })
  const text = readMemoryText(directory, memory.file) ?? ''
  if (memory.frontmatter === 'broken') {
    findings.push({
      code: 'broken_frontmatter',
      file: memory.file,
      facts: {},
      fixable: mendFrontmatter(text) !== undefined,
    })
  }
  // The frontmatter too: the description goes into prompts.
  const hidden = findDeniedCharacter(text)
  if (hidden) {
    const facts = { character: hidden.codePoint, line: hidden.line }
    findings.push({ code: 'hidden_characters', file: memory.file, facts, fixable: false })
  }
  return findings
}

function examineDuplicates(memories: readonly Memory[]): Finding[] {
  const findings: Finding[] = []
  const ids = new Map<string, string>()
  const bodies = new Map<string, string>()
  for (const memory of memories) {
    const sameId = ids.get(memory.id)
    if (sameId) findings.push(duplicate('duplicate_id', memory, sameId, true))
    else ids.set(memory.id, memory.file)
    const body = memory.content.trim()
    const sameBody = bodies.get(body)
    if (sameBody && body !== '') findings.push(duplicate('duplicate_memory', memory, sameBody, false))
    else bodies.set(body, memory.file)
  }
  return findings
}

/** What took its place is gone, perhaps deleted by hand, or is hidden for it: nobody would ever see it again. */
function examineSuccessors(memories: readonly Memory[]): Finding[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const newest = new Set(memories.map((memory) => newestOfCycle(memory, byId)))
  return memories.flatMap((memory): Finding[] => {
    const id = supersededBy(memory)
    if (id === undefined || (byId.has(id) && !newest.has(memory))) return []
    return [{ code: 'lost_successor', file: memory.file, facts: { id }, fixable: true }]
  })
}

/** Memories that took each other's place, in a ring: the newest is what holds. undefined where the ways end. */
function newestOfCycle(start: Memory, byId: ReadonlyMap<string, Memory>): Memory | undefined {
  const way: Memory[] = []
  const seen = new Set<Memory>()
  let memory: Memory | undefined = start
  while (memory && !seen.has(memory)) {
    seen.add(memory)
    way.push(memory)
    memory = byId.get(supersededBy(memory) ?? '')
  }
  if (memory !== start) return undefined
  return way.reduce((newest, one) => (isNewer(one, newest) ? one : newest))
}

function isNewer(one: Memory, other: Memory): boolean {
  const timeOf = ({ created, modified }: Memory) => Date.parse(created ?? modified) || 0
  return timeOf(one) - timeOf(other) > 0 || (timeOf(one) === timeOf(other) && one.file > other.file)
}

function duplicate(code: FindingCode, memory: Memory, of: string, fixable: boolean): Finding {
  return { code, file: memory.file, facts: { of, id: memory.id }, fixable }
}

/** Leftovers, links, unreadable files and modes, in one walk. */
function examineTree(directory: string, memories: readonly Memory[]): Finding[] {
  const findings: Finding[] = []
  const read = new Set(memories.map((memory) => memory.file))
  const visit = (path: string, prefix: string) => {
    checkMode(path, prefix || '.', 0o700, findings)
    for (const entry of attempt(() => readdirSync(path, { withFileTypes: true })) ?? []) {
      const file = prefix + entry.name
      if (entry.isDirectory() && !entry.name.startsWith('.')) visit(join(path, entry.name), `${file}/`)
      else examineEntry(join(path, entry.name), file, entry, read, findings)
    }
  }
  visit(directory, '')
  return findings
}

function examineEntry(
  path: string,
  file: string,
  entry: Dirent,
  read: ReadonlySet<string>,
  into: Finding[],
): void {
  if (isAbandoned(nodeFileOps, path)) into.push({ code: 'leftover', file, facts: {}, fixable: true })
  if (!entry.name.endsWith('.md') || entry.name.startsWith('.')) return
  const add = (code: FindingCode, note = false) => into.push({ code, file, facts: {}, fixable: false, note })
  const isIndex = entry.name === INDEX_FILE
  // Without its index a conversation begins without memories: that is more than a note.
  const stat = attempt(() => lstatSync(path))
  if (stat?.isSymbolicLink()) add('link', !isIndex)
  else if (!stat?.isFile()) add('not_regular')
  else {
    if (stat.size > MAX_MEMORY_BYTES) add('too_large')
    else if (!isIndex && !read.has(file)) add('unreadable')
    if (stat.nlink > 1) add('hard_link', true)
    checkMode(path, file, 0o600, into, stat.nlink === 1)
  }
}

/** Files that are two here and one on a system that folds case or accents; and what is taken for the index there. */
function examineNames(memories: readonly Memory[]): Finding[] {
  const indexes = new Set(memories.map(({ file }) => file.slice(0, file.lastIndexOf('/') + 1) + INDEX_FILE))
  return findCollisions([...indexes, ...memories.map(({ file }) => file)]).map(
    ([of, file]): Finding => ({ code: 'name_collision', file, facts: { of }, fixable: false }),
  )
}

/** Only access for others counts: an owner may take rights from themselves. */
function checkMode(path: string, file: string, wanted: number, into: Finding[], fixable = true): void {
  if (process.platform === 'win32') return
  const mode = attempt(() => lstatSync(path).mode & 0o777)
  if (mode === undefined || (mode & 0o077) === 0) return
  into.push({
    code: 'wrong_mode',
    file,
    facts: { mode: mode.toString(8), wanted: wanted.toString(8) },
    fixable,
  })
}

/** What a crash cut off; not what somebody is writing at this moment. */
function examineUnfinished(state: string): Finding[] {
  const lock = attempt(() => readLock(join(state, 'locks'), 'write'))
  if (!lock?.takeable) return []
  const journal = openJournal({ directory: join(state, 'journal'), ops: nodeFileOps }, systemClock)
  const changes = journal.unfinished().map(
    ([first, ...more]): Finding => ({
      code: 'unfinished_change',
      file: first.file,
      facts: { files: 1 + more.length },
      fixable: true,
    }),
  )
  const purge: Finding = { code: 'unfinished_purge', file: join(state, 'purge'), facts: {}, fixable: true }
  return hasNames(nodeFileOps, join(state, 'purge')) ? [...changes, purge] : changes
}

function examineState(state: string): Finding[] {
  const findings: Finding[] = []
  const locks = join(state, 'locks')
  const names = new Set((attempt(() => readdirSync(locks)) ?? []).map((name) => name.replace(/\.\d+$/, '')))
  for (const name of names) {
    const lock = attempt(() => readLock(locks, name))
    if (lock && lock.holder !== 'free' && lock.takeable) {
      findings.push({ code: 'stale_lock', file: `locks/${name}`, facts: { name }, fixable: true, note: true })
    }
  }
  const leftovers = abandonedBelow(state).map(
    (file): Finding => ({ code: 'leftover', file, facts: {}, fixable: true }),
  )
  return [...findings, ...leftovers]
}
