// Likely doubles as the doctor reports them: a note, never a problem.

import { message } from '../base/messages/message.ts'
import { recordsTexts } from '../base/messages/records.ts'
import type { DoctorFinding } from '../memory/doctor-finding.ts'
import type { LikelyDouble } from '../memory/records.ts'

export function examineDoubles(doubles: readonly LikelyDouble[]): DoctorFinding[] {
  const [nearest] = doubles
  if (!nearest) return []
  const explanation = message(recordsTexts.likelyDoubles, { count: doubles.length })
  const facts = { explanation }
  return [{ code: 'likely_doubles', file: nearest.other.file, facts, fixable: false, note: true }]
}
