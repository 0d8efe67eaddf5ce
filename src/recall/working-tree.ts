// The files of the working tree, read one after another for as long as there is time, and what of them was not seen:
// only who has read everything may say that something is nowhere.
import { type Dirent, opendirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { readRegular } from '../lib/read-regular.ts'
import { isInside } from '../memory/memory-path.ts'

export const MAX_FILE_BYTES = 256 * 1024

export interface TreeFile {
  /** Below the root, with `/`. */
  file: string
  bytes: Buffer
  /** Code or configuration: what it names exists. Documentation and changelogs also name what is gone. */
  isSource: boolean
}

export interface WorkingTree {
  /** The files, once, as long as there is time. */
  files(): Generator<TreeFile>
  /** Every file that could hold a name was given. */
  isRead(): boolean
  /** Every file outside of the skipped directories; undefined where not all of them could be listed. */
  list(): readonly string[] | undefined
}

// Sets instead of patterns: a process per prompt would compile those again each time, for longer than it reads.
const words = (list: string) => new Set(list.split(' '))
/** Not the project's own, or made from it: neither read nor counted as read. */
const SKIPPED = words(
  'node_modules bower_components dist build out target vendor coverage venv .venv .tox .next .nuxt .svelte-kit .turbo .gradle .terraform .cache .mypy_cache .pytest_cache',
)
/** Never holds what is in the tree: the history, and compiled files. */
const IGNORED = words('.git .hg .svn __pycache__')
const BINARY = words(
  'png jpg jpeg gif webp avif ico icns bmp tif tiff psd pdf zip gz tgz bz2 xz zst 7z rar jar war class pyc o a so dylib dll exe wasm woff woff2 ttf otf eot mp3 mp4 m4a mov webm wav ogg flac sqlite sqlite3 ds_store',
)
const LOCKS = words('package-lock.json npm-shrinkwrap.json pnpm-lock.yaml go.sum bun.lockb')
const SOURCE = words(
  'js cjs mjs jsx ts cts mts tsx py rb go rs java kt kts swift c cc cpp h hpp m mm cs fs php pl sh bash zsh fish ps1 sql json jsonc yml yaml toml ini cfg conf xml htm html css sass scss less vue svelte astro proto graphql tf gradle groovy mk cmake lua ex exs erl hs ml scala dart clj zig nix r jl justfile',
)
const SOURCE_NAMES = words('gnumakefile makefile dockerfile justfile rakefile gemfile jenkinsfile')
/** Where things are only written about. */
const WRITINGS = words('doc docs documentation changelog changelogs')
/** Dot directories hold the tools' own files, but for those that run something. */
const RUNNING = words('.github .gitlab .circleci .husky')

/** Files that memories name are read first: what else they name is most often in there. */
export function openWorkingTree(
  root: string,
  inTime: () => boolean,
  named: readonly string[] = [],
): WorkingTree {
  const listed: string[] = []
  const gaps = { unlisted: false, skipped: false, unread: true }
  const walk = walkFiles(root, inTime, gaps)
  const fileAt = (at: number): string | undefined => {
    const next = at < listed.length ? undefined : walk.next()
    if (next && !next.done) listed.push(next.value)
    return listed[at]
  }
  return {
    *files() {
      let unread = false
      for (const file of readingOrder(named, fileAt)) {
        if (holdsNoNames(file)) continue
        const bytes = inTime() ? readRegular(join(root, file), MAX_FILE_BYTES) : undefined
        // With a zero in it, it is compiled or in a coding that is not searched.
        if (!bytes || bytes.includes(0)) unread = true
        if (bytes) yield { file, bytes, isSource: isSource(file) }
        if (!inTime()) return
      }
      gaps.unread = unread
    },
    isRead: () => !gaps.unlisted && !gaps.skipped && !gaps.unread,
    list() {
      while (inTime() && fileAt(listed.length) !== undefined);
      return inTime() && !gaps.unlisted ? listed : undefined
    },
  }
}

/** Source before what only mentions. */
function* readingOrder(
  named: readonly string[],
  fileAt: (at: number) => string | undefined,
): Generator<string> {
  const known = new Set(named)
  const rest: string[] = []
  yield* known
  for (let at = 0, file = fileAt(0); file !== undefined; file = fileAt(++at)) {
    if (known.has(file)) continue
    if (isSource(file)) yield file
    else rest.push(file)
  }
  yield* rest
}

function holdsNoNames(file: string): boolean {
  const name = nameOf(file)
  const extension = extensionOf(name)
  return BINARY.has(extension) || LOCKS.has(name) || extension === 'lock'
}

function isSource(file: string): boolean {
  const name = nameOf(file)
  if (!SOURCE.has(extensionOf(name)) && !SOURCE_NAMES.has(name)) return false
  if (name.startsWith('changelog') || name.startsWith('release-notes')) return false
  const directories = file.toLowerCase().split('/').slice(0, -1)
  return !directories.some((part) => WRITINGS.has(part) || (part.startsWith('.') && !RUNNING.has(part)))
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1).toLowerCase()
}

function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : ''
}

interface Gaps {
  unlisted: boolean
  skipped: boolean
}

export function isSkipped(directory: string): boolean {
  return SKIPPED.has(directory) || IGNORED.has(directory)
}

/** Shallow ones first, dot directories last. No link is followed. */
function* walkFiles(root: string, inTime: () => boolean, gaps: Gaps): Generator<string> {
  const queue = ['']
  const later: string[] = []
  for (let directory = queue.shift(); directory !== undefined; directory = queue.shift() ?? later.shift()) {
    for (const entry of entriesOf(join(root, directory), inTime, gaps)) {
      const file = directory === '' ? entry.name : `${directory}/${entry.name}`
      if (IGNORED.has(entry.name)) continue
      if (entry.isFile()) yield file
      else if (!entry.isDirectory()) gaps.unlisted ||= mayHoldFiles(root, file, entry)
      else if (SKIPPED.has(entry.name)) gaps.skipped = true
      else (entry.name.startsWith('.') ? later : queue).push(file)
    }
  }
}

/** One at a time: a directory can have more entries than there is time to list. */
function entriesOf(path: string, inTime: () => boolean, gaps: Gaps): Dirent[] {
  const entries: Dirent[] = []
  const directory = inTime() ? attempt(() => opendirSync(path, { bufferSize: 64 })) : undefined
  let entry = directory && attempt(() => directory.readSync())
  while (directory && entry && inTime()) {
    entries.push(entry)
    entry = attempt(() => directory.readSync())
  }
  // Only `null` says that there are no more.
  if (entry !== null) gaps.unlisted = true
  attempt(() => directory?.closeSync())
  return entries
}

/** A link to what is read anyway holds nothing more; pipes and devices hold nothing. */
function mayHoldFiles(root: string, file: string, entry: Dirent): boolean {
  if (entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice()) return false
  const target = attempt(() => realpathSync(join(root, file)))
  const own = attempt(() => realpathSync(root))
  return target === undefined || own === undefined || !isInside(own, target)
}
