// What is added is compared at once, by words first. The worker looks again when the vectors are there: what was added
// since the last time, also by hand, is merged into what says the same in quite other words, or linked to what it takes
// back. All of it can be undone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { DAY_MS } from '../lib/clock.ts'
import type { Memory } from '../memory/memory.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { type AddParts, belongsTo, linkSuperseded, mayTakeBack, mergeInto } from './add-record.ts'
import { supersedes } from './plan-merge.ts'
import { mayMerge } from './record.ts'
import { lifeStateOf } from './retention.ts'

export interface MergedRecent {
  merged: { kept: string; removed: string }[]
  superseded: { older: string; newer: string }[]
}

/** More at once is a batch that somebody imported: `memdir merge` is for that. */
const MOST = 200
const CANDIDATES = 8

export async function mergeRecent(parts: AddParts & { state: string }, by: ChangedBy): Promise<MergedRecent> {
  const { store, clock, findSimilar, rules } = parts
  const began = clock.now()
  const last = lastTime(parts.state)
  // A stamp from the future (a clock that was ahead) would keep everything from being compared until then.
  const since = last !== undefined && last <= began.getTime() ? last : began.getTime() - DAY_MS
  const done: MergedRecent = { merged: [], superseded: [] }
  const isOurs = (memory: Memory) => memory.created !== undefined && lifeStateOf(memory, began, 0) === 'live'
  const recent = store
    .list()
    // The second in which the last run began may have brought more.
    .filter((memory) => isOurs(memory) && addedAt(memory) >= since - 1_000)
    .sort(byAge)
    .slice(-MOST)
  for (const { file } of recent) {
    const memory = attempt(() => store.find(file))
    if (!memory || !isOurs(memory)) continue
    const wanted = (other: Memory) =>
      other.file !== file && isOurs(other) && mayMerge(other, memory) && byAge(other, memory) < 0
    const keep = (other: Memory) => mayTakeBack(other, memory, memory.content)
    const before = await findSimilar(memory.content, { limit: CANDIDATES, wanted, keep })
    const older = before.find((hit) => keep(hit.memory))?.memory
    const same = before.find(
      (hit) => belongsTo(hit, memory, rules) && !supersedes(hit.memory.content, memory.content),
    )?.memory
    if (older) {
      await store.writer.writePlanned((view) => linkSuperseded(view, older, memory.id, clock), {
        actor: by.actor,
        action: 'supersede',
        reason: `taken back by ${memory.id}`,
      })
      done.superseded.push({ older: older.id, newer: memory.id })
    } else if (same) {
      const merged = await mergeInto(parts, same, memory, { ...by, reason: 'says the same' }, memory)
      if (merged) done.merged.push({ kept: same.id, removed: memory.id })
    }
  }
  attempt(() => writeFileAtomic(stampPath(parts.state), JSON.stringify({ v: 1, ran: began.toISOString() })))
  return done
}

/** When memdir wrote the file first; an import may carry older times. */
function addedAt(memory: Memory): number {
  return Math.max(Date.parse(memory.created!), Date.parse(memory.modified))
}

function byAge(a: Memory, b: Memory): number {
  return (
    Date.parse(a.created!) - Date.parse(b.created!) ||
    Date.parse(a.modified) - Date.parse(b.modified) ||
    (a.file < b.file ? -1 : 1)
  )
}

function lastTime(state: string): number | undefined {
  const stamp = attempt(
    () => JSON.parse(readFileSync(stampPath(state), 'utf8')) as { v: number; ran: string },
  )
  const time = stamp?.v === 1 ? Date.parse(stamp.ran) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function stampPath(state: string): string {
  return join(state, 'merged.json')
}
