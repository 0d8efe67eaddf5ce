// Makes the symbol list of a checkout: git says which files count, each that has changed is read and lexed, and the list
// takes the place of the old one in one step. Only in the worker.

import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { writeFileAtomic } from '../../../base/files/atomic-write.ts'
import { changeStamp } from '../../../base/files/change-stamp.ts'
import { type ReadBelow, readAllBelow } from '../../../base/files/read-below.ts'
import type { GitPlace } from '../../../base/git/git.ts'
import { runPrivateGit } from '../../../base/git/run-private-git.ts'
import { isInside } from '../../../base/paths/is-inside.ts'
import { isOver, type TimeLimit } from '../../../base/time/time-limit.ts'
import { attempt } from '../../../base/values/attempt.ts'
import { distinctEntries, encodeList, type FileEntries, pastEntries } from './encode-list.ts'
import { DEFINED, entryOfText } from './entry.ts'
import { type FileKind, fileKindOf } from './file-kind.ts'
import { fileNameEntries, givesName } from './file-names.ts'
import { commandKey, findCommands, runnerOf } from './find-commands.ts'
import { findPackages } from './find-packages.ts'
import { lexFile } from './lex-file.ts'
import { HEADER_BYTES, renderHeader, VERSION } from './list-format.ts'
import { allEntries, MOST_LIST_BYTES, readList } from './read-list.ts'
import { treeStamp } from './tree-stamp.ts'

/** What a list takes in at most; beyond it, it is not complete and denies nothing. */
const MOST_FILES = 60_000
const MOST_FILE_BYTES = 4_000_000
const MOST_BYTES = 400_000_000
const MOST_ENTRIES = MOST_LIST_BYTES / 8 / 4

const GIT_LIMITS = { timeoutMs: 60_000, maxOutputBytes: 64_000_000 }
/** Tracked or not, but for what is ignored; `-t` marks what is not checked out. */
const LS_FILES = ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard', '--deduplicate']
const TICK_MS = 2_000
const STEP_FILES = 64

interface ListRequest extends TimeLimit {
  place: GitPlace
  /** Where the list is kept. */
  path: string
  env: Record<string, string>
}

export type Listed =
  /** `read`: files that had changed and were read. */
  | { status: 'made'; files: number; read: number; complete: boolean }
  /** `no-git`: git is missing, failed, or there is no commit yet. */
  | { status: 'stopped' }
  | { status: 'no-git' }

/** The old list stays where none was made, and where the process is killed. */
export async function makeSymbolList(request: ListRequest): Promise<Listed> {
  const { place, path, env, ...limit } = request
  const root = place.workTree
  const time = Date.now()
  const stamp = treeStamp(place)
  const tracked = await listFiles(root, env, limit.signal)
  if (!tracked) return isOver(limit) ? { status: 'stopped' } : { status: 'no-git' }
  const old = readList(path, root)
  const listing = startListing(root, old?.files ?? [], old?.header.time ?? 0)
  for (let at = 0; at < tracked.length; at += STEP_FILES) {
    if (isOver(limit)) return { status: 'stopped' }
    listing.take(tracked.slice(at, at + STEP_FILES))
    await breathe()
  }
  const { files, read, complete, open } = listing.result()
  const facts = { v: VERSION, root, time, ...stamp, complete, open }
  const isSame = old !== undefined && read === 0 && files.length === old.files.length
  const bytes = isSame
    ? Buffer.concat([renderHeader({ ...old.header, ...facts }), old.bytes.subarray(HEADER_BYTES)])
    : encodeList(facts, files, old && pastEntries(allEntries(old)))
  writeFileAtomic(path, bytes, { durable: false })
  return { status: 'made', files: files.length, read, complete }
}

interface GitFile {
  path: string
  /** Git has it, but it is not checked out. */
  isAbsent: boolean
}

async function listFiles(
  root: string,
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<GitFile[] | undefined> {
  const done = await runPrivateGit({
    directory: root,
    args: LS_FILES,
    env,
    ...GIT_LIMITS,
    ...(signal && { signal }),
  })
  if (done?.end !== 'exited' || done.exitCode !== 0) return undefined
  const lines = done.stdout.split('\0').filter((line) => line !== '')
  return lines.map((line) => ({ path: line.slice(2), isAbsent: line.startsWith('S') }))
}

interface Found {
  path: string
  kind: FileKind
}

function startListing(root: string, known: readonly FileEntries[], knownAt: number) {
  const old = new Map(known.map((file) => [file.path, file]))
  const files: FileEntries[] = []
  let [isWhole, read, bytes, entries] = [true, 0, 0, 0]

  const keep = (file: FileEntries) => {
    files.push(file)
    entries += file.entries.length
  }
  const isRoom = () => files.length < MOST_FILES && bytes < MOST_BYTES && entries < MOST_ENTRIES
  const look = ({ path, isAbsent }: GitFile): Found | undefined => {
    const found = attempt(() => lstatSync(join(root, path), { throwIfNoEntry: false }))
    // A directory is another repository's: what is in there is not in git's list.
    const isElsewhere = found?.isDirectory() || (found?.isSymbolicLink() && leadsOut(root, path))
    if (isAbsent || isElsewhere || !isRoom()) isWhole = false
    else if (found?.isFile()) {
      const before = old.get(path)
      const kind = fileKindOf(path)
      if (before && isAsBefore(before, found, knownAt)) keep(before)
      else if (kind) return { path, kind }
      else
        keep({
          path,
          size: found.size,
          stamp: changeStamp(found),
          entries: distinctEntries(pathEntries(path, givesName(path))),
          isUnread: false,
          isOpen: false,
        })
    }
    return undefined
  }
  return {
    take(some: readonly GitFile[]) {
      const changed = some.flatMap((file) => look(file) ?? [])
      const contents = readAllBelow(
        root,
        changed.map(({ path }) => path),
        MOST_FILE_BYTES,
      )
      changed.forEach((file, at) => {
        const content = contents[at]
        if (!content || content.status === 'missing') return
        read++
        bytes += content.status === 'read' ? content.bytes.length : 0
        keep(entriesOf(root, file, content))
      })
    },
    result() {
      const open = files.flatMap(({ path, isOpen }) => (isOpen ? (runnerOf(path) ?? []) : []))
      const complete = isWhole && !files.some(({ isUnread }) => isUnread)
      return { files, read, complete, open: [...new Set(open)] }
    },
  }
}

/** A file written while it was read may have changed again within one tick of its clock. */
function isAsBefore({ size, stamp }: FileEntries, now: Stats, knownAt: number): boolean {
  return size === now.size && stamp === changeStamp(now) && now.mtimeMs < knownAt - TICK_MS
}

function entriesOf(root: string, { path, kind }: Found, content: ReadBelow): FileEntries {
  // With a zero in it, it is compiled or in a coding that is not lexed.
  const text = content.status === 'read' && !content.bytes.includes(0) ? content.bytes : undefined
  const commands = text && findCommands(path, text.toString('utf8'))
  const packages = text ? findPackages(path, text.toString('utf8')) : []
  const entries = pathEntries(path, text !== undefined && givesName(path, text))
  for (const name of packages) entries.push(entryOfText(name, DEFINED, 'package'))
  for (const name of commands?.names ?? [])
    entries.push(entryOfText(commandKey(commands!.runner, name), DEFINED, 'command'))
  for (const entry of text ? lexFile(text, kind) : []) entries.push(entry)
  const stat = content.status === 'read' ? content.stat : attempt(() => lstatSync(join(root, path)))
  return {
    path,
    size: stat?.size ?? 0,
    stamp: stat ? changeStamp(stat) : 0,
    entries: distinctEntries(entries),
    isUnread: text === undefined && kind !== 'prose',
    isOpen: commands?.isOpen === true || (text === undefined && runnerOf(path) !== undefined),
  }
}

/** The path and each end of it, for those who name it from further down; and what it is called. */
function pathEntries(path: string, isName: boolean): number[] {
  const parts = path.split('/')
  const ends = parts.map((_, at) => entryOfText(parts.slice(at).join('/'), DEFINED, 'path'))
  return [...ends, ...fileNameEntries(parts, isName)]
}

/** A link to what is listed anyway adds nothing. */
function leadsOut(root: string, path: string): boolean {
  const target = attempt(() => realpathSync.native(join(root, path)))
  return target === undefined || !isInside(root, target)
}
