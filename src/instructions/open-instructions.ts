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
  let state = newLoadState(options, 'session_start')
  let first: InstructionLoad | undefined
  const start = () => {
    first ??= loadAll(state, findInstructionFiles(options), state.reason)
    return first
  }
  return {
    start,
    reach(file) {
      start()
      return loadReached(state, resolve(options.cwd, file))
    },
    compacted() {
      state = newLoadState(options, 'compact')
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
  state: LoadState,
  candidates: readonly InstructionCandidate[],
  reason: LoadReason,
): InstructionLoad {
  const load = emptyLoad()
  for (const candidate of candidates) loadCandidate(state, candidate, reason, load)
  return load
}

function loadReached(state: LoadState, file: string): InstructionLoad {
  const { root, cwd, managedOnly } = state.options
  if (managedOnly) return emptyLoad()
  const real = realPath(file)
  // Files elsewhere bring no instructions of this project.
  if (!isInside(state.realRoot, real)) return emptyLoad()
  const inProject = resolve(root, relative(state.realRoot, real))
  const load = loadAll(state, findNestedFiles(root, cwd, inProject), 'nested_traversal')
  for (const { candidate, read } of state.rules.values()) {
    const path = relative(candidate.base, inProject).split(sep).join('/')
    if (path.startsWith('../') || !read.globs.some((glob) => matchesPathPattern(glob, path))) continue
    state.rules.delete(read.realPath)
    const about = { memoryType: candidate.memoryType, reason: 'path_glob_match', globs: read.globs } as const
    add(state, { path: candidate.path, ...about }, read, load, 0)
  }
  for (const event of load.events) event.trigger_file_path = file
  return load
}

function loadCandidate(
  state: LoadState,
  candidate: InstructionCandidate,
  reason: LoadReason,
  load: InstructionLoad,
): void {
  const { path, memoryType, rule } = candidate
  const real = attempt(() => realpathSync.native(path))
  if (real === undefined || state.loaded.has(real) || state.rules.has(real)) return
  if (!isAllowed(state, memoryType, real, path)) {
    load.waiting.push({ file: real, from: path })
    return
  }
  const read = readInstruction(path, { rule })
  if (!read) return
  if (read.globs.length > 0) state.rules.set(read.realPath, { candidate, read })
  else add(state, { path, memoryType, reason }, read, load, 0)
}

/** The file, then what it includes. */
function add(
  state: LoadState,
  about: Omit<InstructionFile, 'content'>,
  read: ReadInstruction,
  load: InstructionLoad,
  depth: number,
): void {
  if (state.loaded.has(read.realPath)) return
  state.loaded.add(read.realPath)
  if (read.length > REPORTED_CHARACTERS)
    load.warnings.push(`${about.path} is long: ${read.length} characters (over ${REPORTED_CHARACTERS})`)
  if (read.content !== '') {
    load.files.push({ ...about, content: read.content })
    load.events.push(eventOf(about))
  }
  if (depth >= MAX_DEPTH) return
  for (const include of findIncludes(read.content)) {
    const path = resolveInclude(include, { from: dirname(read.realPath), home: state.options.home })
    const real = attempt(() => realpathSync.native(path))
    if (real === undefined || state.loaded.has(real)) continue
    if (!isAllowed(state, about.memoryType, real, about.path)) {
      load.waiting.push({ file: real, from: about.path })
      continue
    }
    const inner = readInstruction(path, { rule: false })
    const how = { path, memoryType: about.memoryType, reason: 'include', parent: about.path } as const
    if (inner) add(state, how, inner, load, depth + 1)
  }
}

/** What the person or the machine's owner wrote may include anything; what came with a project stays inside it. */
function isAllowed(
  state: LoadState,
  memoryType: InstructionFile['memoryType'],
  real: string,
  from: string,
): boolean {
  if (memoryType === 'Managed' || memoryType === 'User') return true
  return isInside(state.realRoot, real) || state.options.isApproved(real, from)
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
