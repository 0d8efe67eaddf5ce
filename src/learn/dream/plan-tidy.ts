// The part of a dream that needs no model: the same text once, dates that can be read later, the index in order; and
// what only a person or a model can decide, listed. Pure: it works on a draft.

import { DREAM_BECAUSE, dreamTexts } from '../../base/messages/dream.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { statementKey } from '../../base/statements/words.ts'
import { absoluteDates } from '../../base/text/absolute-dates.ts'
import { contentHash } from '../../base/values/hash.ts'
import { type Memory, supersededBy } from '../../memory/memory.ts'
import { isPersons } from '../../memory/origin-rules.ts'
import { withoutEnded } from '../../memory/shown-index.ts'
import { tidyIndex } from '../../memory/tidy-index.ts'
import type { DreamOperation, DreamUnit } from '../dream-plan.ts'
import { type Draft, heirsOf, withBody } from './draft.ts'
import { proveUnit } from './prove-unit.ts'
import { editStatements, splitStatements } from './statements.ts'
import { dayOf, timeSaid } from './time-said.ts'

export interface SamePair {
  kept: Memory
  removed: Memory
}

/** What the file that stays becomes; undefined where it stays as it is. `merged`: for the history. */
export type MergeFiles = (
  kept: { memory: Memory; text: string },
  removed: Memory,
) => { text?: string; merged?: string }

export function planMerges(draft: Draft, pairs: readonly SamePair[], merge: MergeFiles): DreamUnit[] {
  // Where the person's own file stays instead, it is what the others go into.
  const instead = new Map<string, string>()
  return pairs.flatMap(({ kept, removed }) => {
    const first = draft.memory(instead.get(kept.file) ?? kept.file)
    const second = draft.memory(removed.file)
    if (!first || !second || statementKey(first.content) !== statementKey(second.content)) return []
    const isSwapped = isPersons(second) && !isPersons(first)
    const [stays, goes] = isSwapped ? [second, first] : [first, second]
    const text = draft.text(stays.file)
    if (text === undefined || draft.text(goes.file) === undefined) return []
    if (isSwapped) instead.set(kept.file, stays.file)
    return [mergeUnit(draft, { memory: stays, text }, goes, merge)]
  })
}

function mergeUnit(
  draft: Draft,
  kept: { memory: Memory; text: string },
  gone: Memory,
  merge: MergeFiles,
): DreamUnit {
  const { file, hash } = kept.memory
  const { text: after = kept.text, merged } = merge(kept, gone)
  const isChanged = after !== kept.text
  draft.remove(gone.file)
  if (isChanged) draft.put(file, after)
  const heirs = heirsOf(draft, new Map([[gone.id, kept.memory.id]]), new Set([file]))
  for (const heir of heirs) draft.put(heir.file, heir.after ?? '')
  return {
    action: 'merge',
    operations: [
      { op: 'merge', file: gone.file, into: file, reason: message(DREAM_BECAUSE.same_text), by: 'rules' },
    ],
    edits: [
      ...(isChanged ? [{ file, before: hash, after, ...(merged !== undefined && { merged }) }] : []),
      ...heirs,
      { file: gone.file, before: gone.hash, after: undefined },
    ],
    seen: isChanged ? [] : [{ file, hash }],
  }
}

/** Words such as "tomorrow" in what an agent wrote. */
export function planDates(draft: Draft, isLive: (memory: Memory) => boolean): DreamUnit[] {
  return draft.memories().flatMap((memory) => {
    const said = isLive(memory) && mayReword(memory) ? timeSaid(memory) : undefined
    const text = said && hasWords(memory.content) ? draft.text(memory.file) : undefined
    if (!said || text === undefined) return []
    const edits = new Map<number, string>()
    const operations: DreamOperation[] = []
    for (const [at, statement] of splitStatements(memory.content).entries()) {
      if (statement.isQuotation || isQuoted(statement.text, memory.evidence)) continue
      const after = absoluteDates(statement.text, said)
      if (after === statement.text) continue
      edits.set(at, after)
      operations.push({
        ...{ op: 'rewrite', file: memory.file, statement: statement.text, text: after },
        ...{ reason: message(dreamTexts.writtenOn, { day: dayOf(said) }), by: 'rules' },
      })
    }
    if (edits.size === 0) return []
    const after = withBody(text, editStatements(memory.content, edits))
    const unit: DreamUnit = {
      action: 'tidy',
      operations,
      edits: [{ file: memory.file, before: memory.hash, after }],
      seen: [],
    }
    if (!proveUnit(unit, draft.memory)) return []
    draft.put(memory.file, after)
    return [unit]
  })
}

/** Quick, before the file is read. */
function hasWords(text: string): boolean {
  return /day|tomorrow|week|month|year|天|日|周|星期|礼拜|月/i.test(text)
}

/** What a program wrote in its own words. What the person said or wrote by hand stays as it is. */
function mayReword({ source, extra }: Memory): boolean {
  const origin = source?.origin
  const byAgent = origin === undefined && source?.conversation !== undefined
  return (
    (byAgent || origin === 'agent' || origin === 'reported' || origin === 'tool' || origin === 'web') &&
    extra.separate !== true
  )
}

function isQuoted(statement: string, evidence: string | undefined): boolean {
  return evidence?.includes(statement) === true
}

interface IndexPlan {
  before: string | undefined
  isExpired(memory: Memory): boolean
  exists(target: string): boolean
}

/** Last: the index of what is there then. Undefined where it is in order. */
/** What has expired leaves the index; its file stays. */
export function planArchive(file: string, before: string, expired: ReadonlySet<string>): DreamUnit[] {
  const targets: string[] = []
  const after = withoutEnded(before, (target) => {
    if (expired.has(target)) targets.push(target)
    return expired.has(target)
  })
  if (after === before) return []
  const operations = [...new Set(targets)].map((target) => archiveOf(target))
  return [{ action: 'tidy', operations, edits: [{ file, before: contentHash(before), after }], seen: [] }]
}

function archiveOf(file: string): DreamOperation {
  return { op: 'archive', file, reason: message(DREAM_BECAUSE.expired), by: 'rules' }
}

export function planIndexUnit(
  draft: Draft,
  file: string,
  { before, isExpired, exists }: IndexPlan,
): { unit: DreamUnit; after: string } | undefined {
  const memories = draft.memories()
  const isHidden = (memory: Memory) => supersededBy(memory) !== undefined || isExpired(memory)
  const tidied = tidyIndex(before ?? '', { memories, isHidden, exists })
  if (tidied.text === (before ?? '')) return undefined
  const expired = new Set(memories.filter(isExpired).map((memory) => memory.file))
  const of = (reason: Message): DreamOperation => ({ op: 'index', file, reason, by: 'rules' })
  const operations = [
    ...tidied.removed.map((target) =>
      expired.has(target) ? archiveOf(target) : of(message(dreamTexts.pointerRemoved, { file: target })),
    ),
    ...tidied.added.map((target) => of(message(dreamTexts.pointerAdded, { file: target }))),
    ...(tidied.moved > 0 ? [of(message(dreamTexts.indexSorted, { lines: tidied.moved }))] : []),
  ]
  const edit = { file, before: before === undefined ? '' : contentHash(before), after: tidied.text }
  return {
    after: tidied.text,
    unit: { action: 'tidy', operations, edits: [edit], seen: [] },
  }
}
