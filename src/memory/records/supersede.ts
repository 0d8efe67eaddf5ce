// A memory that a newer one plainly corrects says so, and is no longer recalled.

import { type Clock, isoSeconds } from '../../base/values/clock.ts'
import { contentHash } from '../../base/values/hash.ts'
import type { Memory } from '../memory.ts'
import { changeMemory, parseMemory } from '../memory-file.ts'
import type { SupersededHow } from '../records.ts'
import { plainCorrection } from '../sameness/plain-correction.ts'
import type { PlannedWrite, WriteView } from '../writer.ts'
import { isLive } from './retention.ts'

/**
 * Planned under the lock: undefined where the older is no longer live by then, says something else, or is gone.
 * `judged`: the older as it was when somebody judged that the newer takes its place.
 */
export function supersede(
  view: WriteView,
  { file }: Pick<Memory, 'file'>,
  newer: Pick<Memory, 'id' | 'content'>,
  { clock, judged }: { clock: Clock; judged?: Pick<Memory, 'hash'> },
): { write: PlannedWrite; how: SupersededHow } | undefined {
  const bytes = view.read(file)
  const current = bytes && parseMemory(bytes, { file, modified: clock.now() })
  if (!current || !isLive(current, clock.now())) return undefined
  const isJudged = judged !== undefined && judged.hash === current.hash
  const how = isJudged ? 'judged' : plainCorrection(current.content, newer.content)
  if (!how) return undefined
  const replace = changeMemory(bytes, { superseded_by: newer.id, updated: isoSeconds(clock.now()) })
  return { write: { file, replace, expect: contentHash(bytes), action: 'supersede' }, how }
}
