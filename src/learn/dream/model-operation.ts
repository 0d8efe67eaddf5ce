// What a model may answer: operations over statements that it was shown, by their numbers. Read entry by entry: one
// that cannot be read loses itself alone.
import { isObject } from '../../base/values/is-object.ts'
import { readJson } from '../../models/structured.ts'
import type { RefusedOperation } from '../dream-plan.ts'

export interface ModelOperation {
  readonly op: 'keep' | 'merge' | 'supersede' | 'move' | 'drop' | 'rewrite'
  /** Number of the statement: `3.2`. */
  readonly statement: string
  /** Number of the statement that stays, or of the memory that it moves to. */
  readonly target?: string
  readonly text?: string
  readonly reason: string
}

type ReadAnswer =
  | { status: 'read'; operations: ModelOperation[]; refused: RefusedOperation[] }
  | { status: 'unreadable' }

const TARGET_NAMES = { merge: 'into', supersede: 'by', move: 'to' } as const
const OPERATIONS: ReadonlySet<string> = new Set(['keep', 'merge', 'supersede', 'move', 'drop', 'rewrite'])
const MOST_OPERATIONS = 2_000
const LONGEST_TEXT = 4_000
const LONGEST_REASON = 200

export function readAnswer(answer: string): ReadAnswer {
  const { value } = readJson(answer)
  const entries = isObject(value) ? value.operations : value
  if (!Array.isArray(entries)) return { status: 'unreadable' }
  const operations: ModelOperation[] = []
  const refused: RefusedOperation[] = []
  for (const entry of entries.slice(0, MOST_OPERATIONS)) {
    const operation = readOperation(entry)
    if (operation) operations.push(operation)
    else refused.push({ op: nameOf(entry), statement: '', reason: 'unreadable' })
  }
  return { status: 'read', operations, refused }
}

function readOperation(entry: unknown): ModelOperation | undefined {
  if (!isObject(entry)) return undefined
  const { op, statement, text, reason = '' } = entry
  if (typeof op !== 'string' || !OPERATIONS.has(op)) return undefined
  if (typeof statement !== 'string' || typeof reason !== 'string') return undefined
  const name = op in TARGET_NAMES ? TARGET_NAMES[op as keyof typeof TARGET_NAMES] : undefined
  const target = name === undefined ? undefined : entry[name]
  if (name !== undefined && typeof target !== 'string') return undefined
  if (text !== undefined && (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_TEXT))
    return undefined
  if (op === 'rewrite' && text === undefined) return undefined
  return {
    op: op as ModelOperation['op'],
    statement: statement.trim(),
    reason: reason.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON),
    ...(typeof target === 'string' && { target: target.trim() }),
    ...(typeof text === 'string' && { text: text.trim() }),
  }
}

function nameOf(entry: unknown): string {
  return isObject(entry) && typeof entry.op === 'string' ? entry.op.slice(0, 40) : ''
}
