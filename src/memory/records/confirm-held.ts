// The person lets a text out of quarantine.

import { message } from '../../base/messages/message.ts'
import { originTexts } from '../../base/messages/origin.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../origin-rules.ts'
import type { AddOutcome } from '../records.ts'
import { type AddDependencies, addRecord } from './add-record.ts'

const CONFIRMED = 'confirmed from quarantine'

export async function confirmHeld(
  deps: AddDependencies,
  reference: string,
  by: ChangedBy,
): Promise<AddOutcome> {
  if (!isPerson(by.actor))
    throw new MemdirError('usage', message(originTexts.confirmRefused), {
      fix: message(originTexts.confirmRefusedFix),
    })
  const quarantine = deps.quarantine()
  const { id, memory } = quarantine.find(reference)
  // Confirmed is not said: whose words they are stays as it was.
  return deps.store.writer.together(async (transaction) => {
    transaction.stage(quarantine.stageRemoval(id))
    return addRecord(deps, memory, { ...by, reason: CONFIRMED }, { confirmed: true })
  })
}
