// Two records become one. Pure: what the older file becomes, and what the history has to keep.

import { statementKey, wordsOf } from '../base/statements/words.ts'
import { regenerateDescription } from '../base/text/describe-text.ts'
import type { Memory, MemoryFields } from './memory.ts'
import type { FieldChanges } from './memory-file.ts'
import { changeMemory } from './memory-file.ts'
import { mergedMoments } from './moments.ts'
import { quotesPerson } from './origin-rules.ts'

type MergeInput = Partial<MemoryFields> & { content: string; modified?: string }

export interface MergePlan {
  /** Whose text the result has. */
  kept: 'old' | 'new'
  /** The new body; undefined leaves it. */
  content?: string
  fields: FieldChanges
  /** What the newer said and the result does not: for the history. */
  merged?: string
  /** Nothing at all changes: everything was said already. */
  unchanged: boolean
}

/**
 * The longer text stays, and of two that are as long the one changed last: it may be the correction. But what the person said is
 * never replaced by what others inferred. The larger confidence and importance, all tags and relations, the later end.
 */
export function planMerge(old: Memory, incoming: MergeInput): MergePlan {
  const isSame = isSameText(old, incoming)
  const kept = !isSame && mayRewrite(old, incoming) && isPreferred(incoming, old) ? 'new' : 'old'
  const content = kept === 'new' ? incoming.content.trim() : undefined
  const fields = mergedFields(old, incoming, content)
  const merged = kept === 'old' && !isSame ? incoming.content.trim() : undefined
  const unchanged = isSame && Object.keys(fields).length === 0
  return { kept, content, fields, unchanged, ...(merged === undefined ? {} : { merged }) }
}

type Said = Pick<MergeInput, 'content'>

/** The same but for what carries no meaning: the only texts that are merged without being asked. */
export function isSameText(one: Said, other: Said): boolean {
  return statementKey(one.content) === statementKey(other.content)
}

/** What the person said is replaced and superseded by the person alone. */
export function mayRewrite(old: Pick<Memory, 'source'>, incoming: Pick<MergeInput, 'source'>): boolean {
  return old.source?.origin !== 'user' || incoming.source?.origin === 'user'
}

function isPreferred(incoming: MergeInput, old: Memory): boolean {
  const longer = wordsOf(incoming.content).length - wordsOf(old.content).length
  if (longer !== 0) return longer > 0
  // What carries no time is said now.
  const changed = incoming.updated ?? incoming.created
  if (changed === undefined) return true
  const later = Date.parse(changed) - Date.parse(old.updated ?? old.created ?? old.modified)
  // Two of the same second are ordered by their files.
  return (later || Date.parse(incoming.modified ?? changed) - Date.parse(old.modified)) >= 0
}

function mergedFields(old: Memory, incoming: MergeInput, content: string | undefined): FieldChanges {
  const fields: FieldChanges = { ...mergedMoments(old, incoming) }
  const tags = union(old.tags, incoming.tags)
  const related = union(old.related, incoming.related)
  if (tags.length > old.tags.length) fields.tags = tags
  if (related.length > old.related.length) fields.related = related
  const importance = largest(old.importance, incoming.importance)
  if (importance !== old.importance) fields.importance = importance
  const confidence = largest(old.confidence, incoming.confidence)
  if (confidence !== old.confidence) fields.confidence = confidence
  if (old.expires !== undefined && isLater(incoming.expires, old.expires)) fields.expires = incoming.expires
  const isTheirs = incoming.source?.origin === 'user' && old.source?.origin !== 'user'
  // Whose words they are is who said them.
  if (incoming.source && (isTheirs || content !== undefined)) fields.source = incoming.source
  // The words that prove it are not lost with the file that had them; but nobody else's become the person's by it.
  const { evidence } = incoming
  const source = fields.source === undefined ? old.source : incoming.source
  const isProof = quotesPerson(incoming) || !quotesPerson({ source, evidence })
  if (old.evidence === undefined && evidence !== undefined && isProof) fields.evidence = evidence
  // What was made from the text follows the text. A file that does not carry our times may say no name at all.
  const { name, description, content: said } = old
  const made =
    old.created === undefined ? { description, content: said } : { name, description, content: said }
  return content === undefined ? fields : { ...fields, ...regenerateDescription(made, content) }
}

function union(known: readonly string[], more: readonly string[] = []): string[] {
  return [...new Set([...known, ...more])]
}

function largest(known: number | undefined, other: number | undefined): number | undefined {
  return other === undefined ? known : Math.max(known ?? other, other)
}

/** No end is later than any. */
function isLater(end: string | undefined, than: string): boolean {
  return end === undefined || Date.parse(end) > Date.parse(than)
}

/** What a file becomes that another of the same text goes into; undefined where it stays as it is. No time is newer by it. */
export function mergedText(text: string, kept: Memory, removed: Memory): string | undefined {
  const { fields } = planMerge(kept, removed)
  return Object.keys(fields).length === 0 ? undefined : changeMemory(Buffer.from(text, 'utf8'), fields)
}
