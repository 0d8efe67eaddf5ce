// Whether a dream is due, the cheapest question first. Pure: what costs something is asked last, and only then.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularFile } from '../../base/files/read-regular.ts'
import type { DreamGateReason } from '../../base/messages/dream.ts'
import { attempt } from '../../base/values/attempt.ts'
import { conversationKey } from '../../base/values/hash.ts'
import type { DreamState } from './dream-state.ts'

export interface DreamGates {
  enabled: boolean
  memoryOn: boolean
  dailyLog: boolean
  remote: boolean
  /** Hours between two dreams. */
  hours: number
  /** Other conversations since the last one. */
  conversations: number
  state: Pick<DreamState, 'last' | 'scanned'>
  /** Milliseconds since 1970. */
  now: number
  /** Those that were touched since a time, the current one not among them. */
  countConversations(since: number): number
  /** Another program consolidates the directory. */
  isTaken(): boolean
}

export type DreamGate =
  | { status: 'due' }
  /** `scanned`: the conversations were counted, and should not be for a while. */
  | { status: 'skipped'; reason: DreamGateReason; scanned?: true }

const HOUR_MS = 3_600_000
const SCAN_PAUSE_MS = 600_000

export function planDream(gates: DreamGates): DreamGate {
  const { state, now } = gates
  if (!gates.enabled) return skipped('off')
  if (!gates.memoryOn) return skipped('memory_off')
  if (gates.dailyLog) return skipped('daily_log')
  if (gates.remote) return skipped('remote')
  const last = timeOf(state.last, now)
  if (last !== undefined && now - last < gates.hours * HOUR_MS) return skipped('too_soon')
  const scanned = timeOf(state.scanned, now)
  if (scanned !== undefined && now - scanned < SCAN_PAUSE_MS) return skipped('scanned')
  if (gates.countConversations(last ?? 0) < gates.conversations)
    return { status: 'skipped', reason: 'few_conversations', scanned: true }
  return gates.isTaken() ? skipped('other_dream') : { status: 'due' }
}

function skipped(reason: DreamGateReason): DreamGate {
  return { status: 'skipped', reason }
}

/** A time in the future (a clock that was set back) holds nothing off. */
function timeOf(iso: string | undefined, now: number): number | undefined {
  const time = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) || time > now ? undefined : time
}

/** A directory with a file for each conversation. */
export interface ConversationFiles {
  readonly directory: string
  /** Its files carry the conversation's own name, not its key. */
  readonly byName?: boolean
}

/**
 * Conversations of which something was written since: their logs, and what is kept of those of other agents. The one
 * touched last is the current one.
 */
export function countTouched(places: readonly ConversationFiles[], since: number): number {
  const touched = new Set<string>()
  for (const { directory, byName = false } of places) {
    for (const file of attempt(() => readdirSync(directory)) ?? []) {
      const stat = file.startsWith('.') ? undefined : attempt(() => statSync(join(directory, file)))
      if (!stat?.isFile() || stat.mtimeMs <= since) continue
      const name = file.replace(/\.jsonl?$/, '')
      touched.add(byName ? conversationKey(name) : name)
    }
  }
  return Math.max(0, touched.size - 1)
}

/** Claude Code's lock for its own consolidation: the pid of who holds it. */
export const CONSOLIDATE_LOCK = '.consolidate-lock'
const LONGEST_HELD_MS = HOUR_MS
const PID_BYTES = 100

export function isConsolidated(memory: string, now: number): boolean {
  const read = attempt(() => readRegularFile(join(memory, CONSOLIDATE_LOCK), { most: PID_BYTES }))
  if (read?.status !== 'read' || now - read.stat.mtimeMs > LONGEST_HELD_MS) return false
  const pid = Number(read.bytes.toString('utf8').trim())
  return Number.isSafeInteger(pid) && pid > 1 && isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
