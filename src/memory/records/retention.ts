// How long a record is kept: its kind sets the time, importance lengthens or shortens it. Pure.

import { DAY_MS, isoSeconds } from '../../base/values/clock.ts'
import { endOf, type Memory, type MemoryKind, type MemoryType, supersededBy, typeOf } from '../memory.ts'
import type { LifeState } from '../records.ts'

/** Days. All of it can be set: `retention` in the settings. */
export interface RetentionRules {
  kinds: Partial<Record<MemoryKind, number>>
  /** A kind that is not in the table. */
  unknown: number
  /** project_context of importance 3 and less. */
  projectContextLow: number
  /** Importance 1 and less caps every kind at this. */
  passing: number
  /** Kinds whose days the person has chosen: they hold for what the person said, too. */
  chosen?: readonly MemoryKind[]
  /** From this importance on a record never expires. */
  permanentFrom: number
}

const YEAR = 365

export const RETENTION: RetentionRules = {
  kinds: {
    user_preference: 10 * YEAR,
    skill: 5 * YEAR,
    relationship: 2 * YEAR,
    project_context: YEAR,
    technical_decision: YEAR,
    fact: YEAR,
    workflow: 90,
    other: 90,
  },
  unknown: 90,
  projectContextLow: 180,
  passing: 30,
  permanentFrom: 5,
}

/** The rules with what the settings say in place of the usual; what is no number of days is passed over. */
export function retentionFrom(setting: Readonly<Record<string, unknown>> | undefined): RetentionRules {
  const days = (value: unknown, usual: number) =>
    typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : usual
  const kinds = Object.fromEntries(
    Object.entries(RETENTION.kinds).map(([kind, usual]) => [kind, days(setting?.[kind], usual)]),
  )
  const chosen = Object.keys(RETENTION.kinds).filter((kind) => days(setting?.[kind], -1) >= 0)
  return {
    kinds,
    ...(chosen.length > 0 && { chosen: chosen as MemoryKind[] }),
    unknown: days(setting?.unknown, RETENTION.unknown),
    projectContextLow: days(setting?.project_context_low, RETENTION.projectContextLow),
    passing: days(setting?.passing, RETENTION.passing),
    permanentFrom: days(setting?.permanent_from, RETENTION.permanentFrom),
  }
}

/** Days that such a record is kept; undefined for good. */
export function retentionDays(
  { kind, importance = 3 }: { kind?: string; importance?: number },
  rules: RetentionRules = RETENTION,
): number | undefined {
  if (importance >= rules.permanentFrom) return undefined
  const usual = (kind !== undefined && rules.kinds[kind as MemoryKind]) || rules.unknown
  const days =
    kind === 'project_context' && importance <= 3 ? Math.min(usual, rules.projectContextLow) : usual
  return importance <= 1 ? Math.min(days, rules.passing) : days
}

interface Expiring {
  kind?: MemoryKind
  type?: MemoryType
  importance?: number
  /** A person's own words: what they are and how they want work done no default ends. */
  isSaid?: boolean
}

/** The `expires` of a record that is made now; undefined for never. */
export function expiryOf(record: Expiring, now: Date, rules: RetentionRules = RETENTION): string | undefined {
  const type = typeOf(record)
  const isChosen = record.kind !== undefined && rules.chosen?.includes(record.kind) === true
  if (record.isSaid && (type === 'user' || type === 'feedback') && !isChosen) return undefined
  const days = retentionDays(record, rules)
  return days === undefined ? undefined : isoSeconds(new Date(now.getTime() + days * DAY_MS))
}

/** Neither ended nor taken back: what is found and recalled. */
export function isLive(memory: Memory, now: Date): boolean {
  return lifeStateOf(memory, now, 0) === 'live'
}

/** `expired`: no longer recalled, kept for the audit period; `due`: that is over, clean-up removes it. */
export function lifeStateOf(memory: Memory, now: Date, auditDays: number): LifeState {
  const superseded = supersededBy(memory) !== undefined
  return lifeState({ expires: endOf(memory), superseded }, now, auditDays)
}

/** `expires`: in milliseconds. */
export function lifeState(
  { expires, superseded }: { expires?: number | undefined; superseded: boolean },
  now: Date,
  auditDays: number,
): LifeState {
  if (expires !== undefined && expires <= now.getTime())
    return expires + auditDays * DAY_MS <= now.getTime() ? 'due' : 'expired'
  return superseded ? 'superseded' : 'live'
}
