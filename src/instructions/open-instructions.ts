// The instruction files of one conversation: what loads at the start, what when work reaches it, each file once.
import { realpathSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { isInside } from '../memory/memory-path.ts'
import { findIncludes, resolveInclude } from './find-includes.ts'
import {
  findInstructionFiles,
  findNestedFiles,
  type InstructionCandidate,
  type InstructionPlaces,
} from './find-instruction-files.ts'
import {
  type InstructionFile,
  type InstructionsLoadedData,
  type LoadReason,
  REPORTED_CHARACTERS,
  type ReadInstruction,
  readInstruction,
} from './instruction-file.ts'
import { matchesPathPattern } from './path-pattern.ts'

export interface InstructionOptions extends InstructionPlaces {
  home: string
  /** Whether the person has allowed a project to include this file outside of it: a real path. */
  isApproved(file: string, from: string): boolean
}

export interface InstructionLoad {
  files: InstructionFile[]
  events: InstructionsLoadedData[]
  /** For the person: files that are too long. */
  warnings: string[]
  /** Files outside the project that wait for approval. Real paths. */
  waiting: { file: string; from: string }[]
}

export interface Instructions {
  /** Computed once; the same answer until `compacted`. */
  start(): InstructionLoad
  /** Work has reached a file: what was not loaded yet and now counts. */
  reach(file: string): InstructionLoad
  /** Forgets everything; `start` then loads again, for the reason `compact`. */
  compacted(): void
}

const MAX_DEPTH = 5

export function openInstructions(options: InstructionOptions): Instructions {
  let session = newLoadState(options, 'session_start')
  let first: InstructionLoad | undefined
  const start = () => {
    first ??= loadAll(session, findInstructionFiles(options), session.reason)
    return first
  }
  return {
    start,
    reach(file) {
      start()
      return loadReached(session, resolve(options.cwd, file))
    },
    compacted() {
      session = newLoadState(options, 'compact')
      first = undefined
    },
  }
}

interface LoadState {
  options: InstructionOptions
  reason: LoadReason
  /** Real paths. */
  loaded: Set<string>
  /** Rules that wait for a file they are meant for. */
  rules: Map<string, { candidate: InstructionCandidate; read: ReadInstruction }>
  realRoot: string
}

function newLoadState(options: InstructionOptions, reason: LoadReason): LoadState {
  return { options, reason, loaded: new Set(), rules: new Map(), realRoot: realPath(options.root) }
}

function loadAll(
  session: LoadState,
  candidates: readonly InstructionCandidate[],
  reason: LoadReason,
): InstructionLoad {
  const load = emptyLoad()
  for (const candidate of candidates) loadCandidate(session, candidate, reason, load)
  return load
}

function loadReached(session: LoadState, file: string): InstructionLoad {
  const { root, cwd, managedOnly } = session.options
  if (managedOnly) return emptyLoad()
  const real = realPath(file)
  // Files elsewhere bring no instructions of this project.
  if (!isInside(session.realRoot, real)) return emptyLoad()
  const inProject = resolve(root, relative(session.realRoot, real))
  const load = loadAll(session, findNestedFiles(root, cwd, inProject), 'nested_traversal')
  for (const { candidate, read } of session.rules.values()) {
    const path = relative(candidate.base, inProject).split(sep).join('/')
    if (path.startsWith('../') || !read.globs.some((glob) => matchesPathPattern(glob, path))) continue
    session.rules.delete(read.realPath)
    const about = { memoryType: candidate.memoryType, reason: 'path_glob_match', globs: read.globs } as const
    add(session, { path: candidate.path, ...about }, read, load, 0)
  }
  for (const event of load.events) event.trigger_file_path = file
  return load
}

function loadCandidate(
  session: LoadState,
  candidate: InstructionCandidate,
  reason: LoadReason,
  load: InstructionLoad,
): void {
  const { path, memoryType, rule } = candidate
  const real = attempt(() => realpathSync.native(path))
  if (real === undefined || session.loaded.has(real) || session.rules.has(real)) return
  if (!isAllowed(session, memoryType, real, path)) {
    load.waiting.push({ file: real, from: path })
    return
  }
  const read = readInstruction(path, { rule })
  if (!read) return
  if (read.globs.length > 0) session.rules.set(read.realPath, { candidate, read })
  else add(session, { path, memoryType, reason }, read, load, 0)
}

/** The file, then what it includes. */
function add(
  session: LoadState,
  about: Omit<InstructionFile, 'content'>,
  read: ReadInstruction,
  load: InstructionLoad,
  depth: number,
): void {
  if (session.loaded.has(read.realPath)) return
  session.loaded.add(read.realPath)
  if (read.length > REPORTED_CHARACTERS)
    load.warnings.push(`${about.path} is long: ${read.length} characters (over ${REPORTED_CHARACTERS})`)
  if (read.content !== '') {
    load.files.push({ ...about, content: read.content })
    load.events.push(eventOf(about))
  }
  if (depth >= MAX_DEPTH) return
  for (const include of findIncludes(read.content)) {
    const path = resolveInclude(include, { from: dirname(read.realPath), home: session.options.home })
    const real = attempt(() => realpathSync.native(path))
    if (real === undefined || session.loaded.has(real)) continue
    if (!isAllowed(session, about.memoryType, real, about.path)) {
      load.waiting.push({ file: real, from: about.path })
      continue
    }
    const inner = readInstruction(path, { rule: false })
    const how = { path, memoryType: about.memoryType, reason: 'include', parent: about.path } as const
    if (inner) add(session, how, inner, load, depth + 1)
  }
}

/** What the person or the machine's owner wrote may include anything; what came with a project stays inside it. */
function isAllowed(
  session: LoadState,
  memoryType: InstructionFile['memoryType'],
  real: string,
  from: string,
): boolean {
  if (memoryType === 'Managed' || memoryType === 'User') return true
  return isInside(session.realRoot, real) || session.options.isApproved(real, from)
}

function eventOf(file: Omit<InstructionFile, 'content'>): InstructionsLoadedData {
  return {
    file_path: file.path,
    memory_type: file.memoryType,
    load_reason: file.reason,
    ...(file.parent !== undefined && { parent_file_path: file.parent }),
    ...(file.globs && { globs: file.globs }),
  }
}

function emptyLoad(): InstructionLoad {
  return { files: [], events: [], warnings: [], waiting: [] }
}

/** Also for a file that does not exist yet: its directory counts. */
function realPath(path: string): string {
  const real = attempt(() => realpathSync.native(path))
  if (real !== undefined) return real
  const parent = dirname(path)
  return parent === path ? path : resolve(realPath(parent), relative(parent, path))
}
