// One Memory type for all rooms: what a Markdown file says about itself, and what its place says; how it is classified,
// when it ends, and how large it may be.

import type { Trigger } from './moments.ts'

export const MEMORY_TYPES = ['user', 'feedback', 'project', 'reference'] as const
export type MemoryType = (typeof MEMORY_TYPES)[number]

export const MEMORY_KINDS = [
  'user_preference',
  'project_context',
  'technical_decision',
  'workflow',
  'fact',
  'skill',
  'relationship',
  'other',
] as const
export type MemoryKind = (typeof MEMORY_KINDS)[number]

/** Who a statement came from. `user`: said by the person; `agent`: inferred; `reported`: an agent says they said it. */
export const ORIGINS = ['user', 'agent', 'reported', 'tool', 'web', 'include', 'import', 'team'] as const
export type Origin = (typeof ORIGINS)[number]

export interface MemorySource {
  origin?: Origin
  /** The conversation it came from. */
  conversation?: string
  /** The message within that conversation. */
  message?: string
}

interface MemoryUsage {
  count: number
  /** ISO time. */
  last?: string
}

/** What the frontmatter may carry; absent means that the file does not say. */
export interface MemoryFields {
  name?: string
  description?: string
  type?: MemoryType
  kind?: MemoryKind
  category?: string
  tags: string[]
  /** 1–5, a real number. */
  importance?: number
  /** 0–1. */
  confidence?: number
  source?: MemorySource
  /** The person's own words, as the writer quotes them: at most 500 characters. */
  evidence?: string
  /** ISO times. */
  created?: string
  updated?: string
  expires?: string
  /** Ids of related memories. */
  related: string[]
  /** Situations in which it matters, in the words of a request. */
  when?: readonly string[]
  /** Calls of an agent at which it matters. */
  on?: readonly Trigger[]
}

export interface Memory extends Omit<MemoryFields, 'name'> {
  /** The frontmatter's `id`, else derived from the relative path. */
  id: string
  /** Path below the memory directory, with `/`. */
  file: string
  /** Always there: the frontmatter's, else the first heading, else the file's name. */
  name: string
  /** The Markdown body. */
  content: string
  /** Targets of `[[links]]` in the body. */
  links: string[]
  /** `broken`: there is frontmatter but it cannot be read; the file is still a memory. */
  frontmatter: 'ok' | 'missing' | 'broken'
  /** Fields that memdir does not know, as they were read. Kept when the file is changed. */
  extra: Record<string, unknown>
  /** SHA-256 of the file's bytes: what compare-and-swap compares. */
  hash: string
  /** Size in bytes. */
  size: number
  /** The file's modification time, ISO. */
  modified: string
  /** Kept outside the file; there only when it was asked for. */
  usage?: MemoryUsage
}

const DEFAULT_TYPE: Record<MemoryKind, MemoryType | undefined> = {
  user_preference: 'user',
  project_context: 'project',
  technical_decision: 'project',
  workflow: 'feedback',
  fact: 'project',
  skill: 'user',
  relationship: 'user',
  other: undefined,
}

export function isMemoryType(value: unknown): value is MemoryType {
  return MEMORY_TYPES.includes(value as MemoryType)
}

export function isMemoryKind(value: unknown): value is MemoryKind {
  return MEMORY_KINDS.includes(value as MemoryKind)
}

export function isOrigin(value: unknown): value is Origin {
  return ORIGINS.includes(value as Origin)
}

export function typeOfKind(kind: MemoryKind): MemoryType | undefined {
  return DEFAULT_TYPE[kind]
}

/** Age counts from `updated`, else from the file's time (which git resets). */
export function lastChanged(memory: Pick<Memory, 'updated' | 'modified'>): string {
  return memory.updated ?? memory.modified
}

/** Kept apart by whoever wrote it: never merged by itself, however similar others are. */
export function isSeparate({ extra }: { extra?: Record<string, unknown> }): boolean {
  return extra?.separate === true
}

/** The memory that says the newer of two statements that contradict each other; then this one is not recalled. */
export function supersededBy(memory: Pick<Memory, 'extra'>): string | undefined {
  const successor = memory.extra.superseded_by
  return typeof successor === 'string' && successor !== '' ? successor : undefined
}

/** When a memory ceased to be recalled, in milliseconds; undefined while it lives on without an end. */
export function endOf(memory: Pick<Memory, 'expires'>): number | undefined {
  const time = memory.expires === undefined ? Number.NaN : Date.parse(memory.expires)
  return Number.isNaN(time) ? undefined : time
}

export type Classified = Pick<MemoryFields, 'kind' | 'type'>

/** A reference is of kind fact; what does not say is other. */
export function kindOf({ kind, type }: Classified): MemoryKind {
  return kind ?? (type === 'reference' ? 'fact' : 'other')
}

export function typeOf({ kind, type }: Classified): MemoryType | undefined {
  return type ?? (kind && typeOfKind(kind))
}

/** `--type` and the tools take one of the four types or of the eight kinds. */
export function matchesType(memory: Classified, wanted: string): boolean {
  if (isMemoryType(wanted)) return typeOf(memory) === wanted
  return isMemoryKind(wanted) && kindOf(memory) === wanted
}

/** The fields that such a word means. */
export function classifiedAs(word: string | undefined): Classified {
  if (isMemoryType(word)) return { type: word }
  return isMemoryKind(word) ? { kind: word } : {}
}

/** More is no memory: it would have to be held whole, by everything that lists memories. */
export const MAX_MEMORY_BYTES = 16_000_000

/** What an agent may save at once: it is asked for what is worth remembering, not for a log. A person may save more. */
export const AGENT_MAX_BYTES = 64_000
/** What its file may have, with the frontmatter. */
export const AGENT_FILE_MAX_BYTES = AGENT_MAX_BYTES + 4_096

/**
 * The time for words, vectors and secrets grows with the text, and a log that somebody saved as .md must not take the
 * time of all other memories. A larger file is listed, shown and named as such, and left out of search and recall.
 */
export const SEARCH_MAX_BYTES = 2_000_000

export function isSearchable({ size }: { size: number }): boolean {
  return size <= SEARCH_MAX_BYTES
}

/** `3.4`, for people. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
