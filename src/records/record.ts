// A memory seen with its grading fields: what is added, how kinds are called, what may merge with what.
import {
  isMemoryKind,
  isMemoryType,
  isSeparate,
  type Memory,
  type MemoryKind,
  type MemoryType,
  typeOfKind,
} from '../memory/memory.ts'
import type { NewMemory } from '../memory/memory-store.ts'
import { placeOf } from '../memory/place.ts'

export const KIND_LABELS: Record<MemoryKind, { en: string; zh: string }> = {
  user_preference: { en: 'user preference', zh: '用户偏好' },
  project_context: { en: 'project context', zh: '项目上下文' },
  technical_decision: { en: 'technical decision', zh: '技术决策' },
  workflow: { en: 'workflow', zh: '工作流程' },
  fact: { en: 'fact', zh: '事实信息' },
  skill: { en: 'skill', zh: '技能' },
  relationship: { en: 'relationship', zh: '关系' },
  other: { en: 'other', zh: '其他' },
}

type Graded = Pick<NewMemory, 'kind' | 'type'>

/** A reference is of kind fact; what does not say is other. */
export function kindOf({ kind, type }: Graded): MemoryKind {
  return kind ?? (type === 'reference' ? 'fact' : 'other')
}

export function typeOf({ kind, type }: Graded): MemoryType | undefined {
  return type ?? (kind && typeOfKind(kind))
}

/** A word of `--type` or of the tool: one of the four types or of the eight kinds. */
export function matchesType(memory: Graded, word: string): boolean {
  if (isMemoryType(word)) return typeOf(memory) === word
  return isMemoryKind(word) && kindOf(memory) === word
}

type Mergeable = Graded & Pick<NewMemory, 'file' | 'extra'>

/** Memories merge within one kind, never across types or out of shared memory, nor what is to stay separate. */
export function mayMerge(one: Mergeable, other: Mergeable): boolean {
  if (isSeparate(one) || isSeparate(other)) return false
  if (placeOf(one.file) !== placeOf(other.file) || kindOf(one) !== kindOf(other)) return false
  const [a, b] = [typeOf(one), typeOf(other)]
  return a === undefined || b === undefined || a === b
}

/** A hit of search, as far as records look at it. */
export interface FoundMemory {
  memory: Memory
  similarity: number
  why: { cosine?: number; matchedTerms: readonly string[] }
}

/** `words`: by full text alone, without loading a model. */
export type RecordSearch = (
  query: string,
  options: { limit: number; threshold: number; words?: boolean },
) => Promise<FoundMemory[]>

/** What search finds near a text, best first. Similarity 0–1; ≥ 0.85 says the same. */
export interface SimilarMemory {
  memory: Memory
  similarity: number
}

export type FindSimilar = (
  text: string,
  options: {
    limit: number
    wanted?(memory: Memory): boolean
    /** Looked at however few words it shares. */
    keep?(memory: Memory): boolean
  },
) => Promise<SimilarMemory[]>
