// The instruction files of one conversation: what loads at the start, what when work reaches it, each file once.

import { realpathSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { findIncludes, resolveInclude } from '../../base/includes/find-includes.ts'
import { instructionsTexts } from '../../base/messages/instructions.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { isInside } from '../../base/paths/is-inside.ts'
import { attempt } from '../../base/values/attempt.ts'
import {
  findInstructionFiles,
  findNestedFiles,
  type InstructionCandidate,
  type InstructionPlaces,
} from './find-instruction-files.ts'
import {
  type InstructionFile,
  type InstructionLevel,
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
  /** What an earlier part of this conversation was given when work reached it: real paths. */
  reached?: readonly string[]
}

export interface InstructionLoad {
  files: InstructionFile[]
  events: InstructionsLoadedData[]
  /** For the person: files that are too long. */
  warnings: Message[]
  /** Files outside the project that wait for approval. Real paths. */
  waiting: { file: string; from: string }[]
}

export interface Instructions {
  /** Computed once; the same answer until `compacted`. */
  start(): InstructionLoad
  /**
   * Work has reached these files and directories: what was not loaded yet and now counts. `most`: after so many files no
   * further place is looked at; what is left out comes when work reaches it again.
   */
  reach(paths: readonly string[], most?: number): InstructionLoad
  /** What was given because work reached it, so far: real paths. */
  readonly reached: readonly string[]
  /** What there is, in the order in which it weighs; for people. */
  list(): ListedInstruction[]
  /** Forgets everything; `start` then loads again, for the reason `compact`. */
  compacted(): void
}

/** `loaded`: the model has it; `for_paths`: it comes with a file that it is meant for; `waiting`: for approval. */
export interface ListedInstruction {
  path: string
  status: 'loaded' | 'for_paths' | 'waiting'
  memoryType?: InstructionLevel
  /** How long the file is as it is. */
  characters?: number
  /** Longer than what is worth its place in every conversation. */
  long?: true
  /** The file that includes it, or wants to. */
  parent?: string
}

const MAX_DEPTH = 5

export function openInstructions(options: InstructionOptions): Instructions {
  let state = newLoadState(options, 'session_start', options.reached)
  let first: InstructionLoad | undefined
  const start = () => {
    first ??= loadAll(state, findInstructionFiles(options), state.reason)
    return first
  }
  return {
    start,
    reach(paths, most = Number.POSITIVE_INFINITY) {
      start()
      const load = emptyLoad()
      for (const path of paths) {
        if (load.files.length >= most) break
        loadReached(state, resolve(options.cwd, path), load)
      }
      return load
    },
    get reached() {
      return [...state.reached]
    },
    list() {
      const { waiting } = start()
      const listed: ListedInstruction[] = [
        ...state.listed,
        ...[...state.rules.values()].map(
          ({ candidate: { path, memoryType }, read }): ListedInstruction => ({
            ...{ path, memoryType, status: 'for_paths', characters: read.length },
          }),
        ),
        ...waiting.map(
          ({ file, from }): ListedInstruction => ({ path: file, status: 'waiting', parent: from }),
        ),
      ]
      return listed.map((one) => ((one.characters ?? 0) > REPORTED_CHARACTERS ? { ...one, long: true } : one))
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
  /** Given because work reached them. */
  reached: Set<string>
  /** Directories that work has reached: a search shows thousands of files in them. */
  seen: Set<string>
  listed: ListedInstruction[]
}

function newLoadState(
  options: InstructionOptions,
  reason: LoadReason,
  reached: readonly string[] = [],
): LoadState {
  return {
    options,
    reason,
    loaded: new Set(),
    rules: new Map(),
    realRoot: realPath(options.root),
    reached: new Set(reached),
    seen: new Set(),
    listed: [],
  }
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

function loadReached(state: LoadState, path: string, load: InstructionLoad): void {
  const { root, cwd, managedOnly } = state.options
  if (managedOnly) return
  const real = realPath(path)
  // Files elsewhere bring no instructions of this project.
  if (!isInside(state.realRoot, real)) return
  const inProject = resolve(root, relative(state.realRoot, real))
  const before = load.events.length
  const isDirectory = state.seen.has(inProject) || (attempt(() => statSync(real).isDirectory()) ?? false)
  const directory = isDirectory ? inProject : dirname(inProject)
  for (const candidate of findNestedFiles(root, cwd, directory, state.seen))
    loadCandidate(state, candidate, 'nested_traversal', load)
  // Rules are meant for files.
  if (!isDirectory) loadRules(state, inProject, load)
  for (const event of load.events.slice(before)) event.trigger_file_path = path
}

function loadRules(state: LoadState, file: string, load: InstructionLoad): void {
  for (const { candidate, read } of state.rules.values()) {
    const path = relative(candidate.base, file).split(sep).join('/')
    if (path.startsWith('../') || !read.globs.some((glob) => matchesPathPattern(glob, path))) continue
    state.rules.delete(read.realPath)
    const about = { memoryType: candidate.memoryType, reason: 'path_glob_match', globs: read.globs } as const
    add(state, { path: candidate.path, ...about }, read, load, 0)
  }
}

const REACHED: ReadonlySet<LoadReason> = new Set(['nested_traversal', 'path_glob_match'])

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
  const { path, memoryType, parent } = about
  state.listed.push({
    path,
    memoryType,
    status: 'loaded',
    characters: read.length,
    ...(parent && { parent }),
  })
  const isReached = REACHED.has(about.reason)
  // It is in sight: an earlier part of this conversation was given it, with what it includes.
  if (isReached && state.reached.has(read.realPath)) return
  if (isReached) state.reached.add(read.realPath)
  if (read.length > REPORTED_CHARACTERS)
    load.warnings.push(
      message(instructionsTexts.long, { file: path, count: read.length, limit: REPORTED_CHARACTERS }),
    )
  if (read.content !== '') {
    load.files.push({ ...about, content: read.content })
    load.events.push(eventOf(about))
  }
  if (depth < MAX_DEPTH) addIncludes(state, about, read, load, depth + 1)
}

function addIncludes(
  state: LoadState,
  { path: parent, memoryType }: Omit<InstructionFile, 'content'>,
  { realPath: from, content }: ReadInstruction,
  load: InstructionLoad,
  depth: number,
): void {
  for (const include of findIncludes(content)) {
    const path = resolveInclude(include, { from: dirname(from), home: state.options.home })
    const real = attempt(() => realpathSync.native(path))
    if (real === undefined || state.loaded.has(real)) continue
    if (!isAllowed(state, memoryType, real, parent)) {
      load.waiting.push({ file: real, from: parent })
      continue
    }
    const inner = readInstruction(path, { rule: false })
    if (inner) add(state, { path, memoryType, reason: 'include', parent }, inner, load, depth)
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
