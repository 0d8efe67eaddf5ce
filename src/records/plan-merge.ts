// Two records that say the same become one. Pure: what the older file becomes, and what the history has to keep.

import { describeAnew } from '../memory/describe.ts'
import type { Memory, MemoryFields } from '../memory/memory.ts'
import type { FieldChanges } from '../memory/memory-file.ts'
import { findContradiction } from './find-contradiction.ts'
import { richnessOf } from './says-same.ts'
import { missingStatements, statementKey, statementsOf } from './statements.ts'

export type MergeInput = Partial<MemoryFields> & { content: string }

export interface MergePlan {
  /** Whose text the result has; `both`: the older with single statements replaced by newer ones. */
  kept: 'old' | 'new' | 'both'
  /** The new body; undefined leaves it. */
  content?: string
  fields: FieldChanges
  /** What the newer said and the result does not: for the history. */
  merged?: string
  /** Nothing at all changes: everything was said already. */
  unchanged: boolean
}

/**
 * The text that says more wins, and of two that say as much the newer: it may be the correction. But what the person
 * said is never replaced by what others inferred. The larger confidence and importance, all tags and relations, the later end.
 */
export function planMerge(old: Memory, incoming: MergeInput): MergePlan {
  const amended = mayRewrite(old, incoming) ? amend(old.content, incoming.content)?.text : undefined
  const kept = amended !== undefined ? 'both' : richer(old, incoming)
  const content = amended ?? (kept === 'new' ? incoming.content.trim() : undefined)
  const result = content ?? old.content
  const lost = missingStatements(incoming.content, result).length > 0
  const fields = mergedFields(old, incoming, content)
  const unchanged = content === undefined && !lost && Object.keys(fields).length === 0
  return { kept, content, fields, unchanged, ...(lost ? { merged: incoming.content.trim() } : {}) }
}

/** What the person said is amended, replaced and taken back by the person alone. */
export function mayRewrite(old: Pick<Memory, 'source'>, incoming: Pick<MergeInput, 'source'>): boolean {
  return old.source?.origin !== 'user' || incoming.source?.origin === 'user'
}

/** Whether one of two that say the same may become part of the other without losing what it says beyond it. */
export function mayJoin(old: Pick<Memory, 'source' | 'content'>, incoming: MergeInput): boolean {
  return mayRewrite(old, incoming) || richnessOf(incoming.content) <= richnessOf(old.content)
}

function richer(old: Memory, incoming: MergeInput): 'old' | 'new' {
  if (missingStatements(incoming.content, old.content).length === 0) return 'old'
  if (!mayRewrite(old, incoming)) return 'old'
  return richnessOf(incoming.content) >= richnessOf(old.content) ? 'new' : 'old'
}

/**
 * A text of several statements of which the newer takes some back: those are replaced where they stand, the rest
 * stays. undefined when nothing is taken back, or everything is.
 */
function amend(older: string, newer: string): { text: string; isWhole: boolean } | undefined {
  const statements = statementsOf(older)
  const fresh = missingStatements(newer, older)
  if (statements.length < 2 || fresh.length === 0) return undefined
  let text = older
  let replaced = 0
  const placed = new Set<string>()
  for (const statement of statements) {
    const successor = fresh.find((one) => findContradiction(statement, one) !== undefined)
    if (successor === undefined || !text.includes(statement)) continue
    text = text.replace(statement, () => (placed.has(successor) ? '' : successor))
    placed.add(successor)
    replaced++
  }
  if (replaced === 0) return undefined
  const missing = fresh.filter((one) => !hasStatement(text, one))
  return { text: [text.trim(), ...missing].join('\n'), isWhole: missing.length === 0 }
}

/** Whether all that the newer text says is in the older already or takes the place of a statement in it. */
export function amends(older: string, newer: string): boolean {
  return amend(older, newer)?.isWhole ?? false
}

function hasStatement(text: string, statement: string): boolean {
  return statementsOf(text).some((one) => statementKey(one) === statementKey(statement))
}

/** Whether the newer text takes back all that the older says. */
export function supersedes(older: string, newer: string): boolean {
  const statements = statementsOf(older)
  const fresh = statementsOf(newer)
  return (
    statements.length > 0 &&
    statements.every((statement) => fresh.some((one) => findContradiction(statement, one) !== undefined))
  )
}

function mergedFields(old: Memory, incoming: MergeInput, content: string | undefined): FieldChanges {
  const fields: FieldChanges = {}
  const tags = union(old.tags, incoming.tags)
  const related = union(old.related, incoming.related)
  if (tags.length > old.tags.length) fields.tags = tags
  if (related.length > old.related.length) fields.related = related
  const importance = largest(old.importance, incoming.importance)
  if (importance !== old.importance) fields.importance = importance
  const confidence = largest(old.confidence, incoming.confidence)
  if (confidence !== old.confidence) fields.confidence = confidence
  if (old.expires !== undefined && isLater(incoming.expires, old.expires)) fields.expires = incoming.expires
  if (incoming.source?.origin === 'user' && old.source?.origin !== 'user') fields.source = incoming.source
  // Whose words they are is who said them.
  else if (content !== undefined && content === incoming.content.trim() && incoming.source)
    fields.source = incoming.source
  // What was made from the text follows the text. A file that does not carry our times may say no name at all.
  const { name, description, content: said } = old
  const made =
    old.created === undefined ? { description, content: said } : { name, description, content: said }
  return content === undefined ? fields : { ...fields, ...describeAnew(made, content) }
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
