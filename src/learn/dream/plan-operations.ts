// Operations that were accepted become units: files that depend on each other change together, others on their own.
// Works on the draft; what cannot be proven is taken out of it again.

import { DREAM_BECAUSE } from '../../base/messages/dream.ts'
import { message, verbatim } from '../../base/messages/message.ts'
import type { Memory } from '../../memory/memory.ts'
import { changeMemory } from '../../memory/memory-file.ts'
import type { DreamOperation, DreamUnit, FileEdit } from '../dream-plan.ts'
import type { ShownStatement, Verdict } from './check-operation.ts'
import { type Draft, heirsOf, withBody } from './draft.ts'
import { proveUnit } from './prove-unit.ts'
import { appendStatement, editStatements, splitStatements } from './statements.ts'

export type Accepted = Extract<Verdict, { status: 'accepted' }>

interface PlannedOperations {
  units: DreamUnit[]
  /** Those of units whose outcome is not exactly what was decided. */
  unproven: Accepted[]
}

export function planOperations(
  draft: Draft,
  accepted: readonly Accepted[],
  by: DreamOperation['by'] = 'model',
): PlannedOperations {
  const planned: PlannedOperations = { units: [], unproven: [] }
  for (const group of componentsOf(accepted)) {
    const unit = planGroup(draft, group, by)
    if (!unit) planned.unproven.push(...group)
    else {
      for (const { file, after } of unit.edits) {
        if (after === undefined) draft.remove(file)
        else draft.put(file, after)
      }
      planned.units.push(unit)
    }
  }
  return planned
}

/** Operations that touch the same files, directly or through others. */
function componentsOf(accepted: readonly Accepted[]): Accepted[][] {
  const groups: { files: Set<string>; members: Accepted[] }[] = []
  for (const one of accepted) {
    const files = [one.subject.memory.file, ...(one.target ? [one.target.memory.file] : [])]
    const touching = groups.filter((group) => files.some((file) => group.files.has(file)))
    const joined = {
      files: new Set([...files, ...touching.flatMap((group) => [...group.files])]),
      members: [...touching.flatMap(({ members }) => members), one],
    }
    groups.splice(0, groups.length, ...groups.filter((group) => !touching.includes(group)), joined)
  }
  return groups.map(({ members }) => members)
}

interface FileChange {
  edits: Map<number, string | null>
  appended: string[]
  /** The id of what takes the place of the whole memory. */
  successor?: string
}

function planGroup(
  draft: Draft,
  group: readonly Accepted[],
  by: DreamOperation['by'],
): DreamUnit | undefined {
  const marked = wholeFileMarks(group)
  const changes = new Map<string, FileChange>()
  const of = (file: string): FileChange => {
    const known = changes.get(file) ?? { edits: new Map(), appended: [] }
    changes.set(file, known)
    return known
  }
  for (const { operation, subject, target } of group) {
    const { file } = subject.memory
    const mark = operation.op === 'supersede' ? marked.get(file) : undefined
    if (mark !== undefined) of(file).successor = mark
    else of(file).edits.set(subject.at, operation.op === 'rewrite' ? (operation.text ?? null) : null)
    if (operation.op === 'move' && target) of(target.memory.file).appended.push(subject.statement.text)
    if (operation.op === 'merge' && operation.text !== undefined && target)
      of(target.memory.file).edits.set(target.at, operation.text)
  }
  const edits: FileEdit[] = []
  for (const [file, change] of changes) {
    const edit = editOf(draft, file, change)
    if (!edit) return undefined
    edits.push(edit)
  }
  const operations = group.map((one) => describe(one, by, marked))
  const successors = repointed(draft, group, edits)
  const all = [...edits, ...successors]
  const changed = new Set(all.map(({ file }) => file))
  const seen = group.flatMap(({ target }) =>
    target && !changed.has(target.memory.file) ? [target.memory] : [],
  )
  const unit: DreamUnit = {
    action: group.some(({ operation }) => operation.op === 'merge') ? 'merge' : 'tidy',
    operations,
    edits: all,
    seen: [...new Map(seen.map(({ file, hash }) => [file, { file, hash }])).values()],
  }
  return proveUnit(unit, (file) => draft.memory(file)) ? unit : undefined
}

/** Memories all of whose statements are superseded: they are marked, not cut. By their file, the id of the newer one. */
export function wholeFileMarks(group: readonly Accepted[]): Map<string, string> {
  const marks = new Map<string, string>()
  const superseded = group.filter(({ operation }) => operation.op === 'supersede')
  for (const { subject, target } of superseded) {
    const { file, content } = subject.memory
    const members = superseded.filter((one) => one.subject.memory.file === file)
    const said = splitStatements(content).filter(({ isHeading }) => !isHeading)
    const isWhole =
      said.length === members.length && members.every((one) => one.target?.memory.id === target?.memory.id)
    if (target && isWhole) marks.set(file, target.memory.id)
  }
  return marks
}

function editOf(draft: Draft, file: string, change: FileChange): FileEdit | undefined {
  const [memory, text] = [draft.memory(file), draft.text(file)]
  if (!memory || text === undefined) return undefined
  const before = memory.hash
  if (change.successor !== undefined) {
    if (change.edits.size > 0 || change.appended.length > 0) return undefined
    const bytes = Buffer.from(text, 'utf8')
    return {
      file,
      before,
      after: changeMemory(bytes, { superseded_by: change.successor }),
      action: 'supersede',
    }
  }
  const edited = editStatements(memory.content, change.edits)
  const body = change.appended.reduce(appendStatement, edited)
  const isEmpty = splitStatements(body).every(({ isHeading }) => isHeading)
  return { file, before, after: isEmpty ? undefined : withBody(text, body) }
}

/** What the removed memories had superseded is superseded by what they were merged into; it must not live again. */
function repointed(draft: Draft, group: readonly Accepted[], edits: readonly FileEdit[]): FileEdit[] {
  const heirs = new Map<string, string>()
  for (const { subject, target } of group) {
    const isGone = edits.some(({ file, after }) => file === subject.memory.file && after === undefined)
    if (isGone && target) heirs.set(subject.memory.id, target.memory.id)
  }
  return heirsOf(draft, heirs, new Set(edits.map(({ file }) => file)))
}

function describe(
  { operation, subject, target }: Accepted,
  by: DreamOperation['by'],
  marked: ReadonlyMap<string, string>,
): DreamOperation {
  const { op, text, reason } = operation
  const isMark = op === 'supersede' && marked.has(subject.memory.file)
  return {
    op: op === 'keep' ? 'index' : op,
    file: subject.memory.file,
    ...(isMark ? {} : { statement: subject.statement.text }),
    ...(target && { into: target.memory.file }),
    ...(target && op !== 'move' && { survivor: text ?? target.statement.text }),
    ...(text !== undefined && { text }),
    ...(text !== undefined && target && { replaced: target.statement.text }),
    reason: reason === '' ? message(DREAM_BECAUSE[op === 'keep' ? 'move' : op]) : verbatim(reason),
    by,
  }
}

export function shownStatements(memory: Memory, number: string): ShownStatement[] {
  return splitStatements(memory.content).map((statement, at) => ({
    number: `${number}.${at + 1}`,
    memory,
    at,
    statement,
  }))
}
