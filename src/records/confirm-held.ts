// The person lets a text out of quarantine.
import { MemdirError } from '../lib/errors.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { isPerson } from '../memory/origin-rules.ts'
import { message } from '../messages/message.ts'
import { CONFIRM_REFUSED, CONFIRM_REFUSED_FIX } from '../messages/origin.ts'
import { type AddDependencies, type AddOutcome, addRecord } from './add-record.ts'

const CONFIRMED = 'confirmed from quarantine'

export async function confirmHeld(
  deps: AddDependencies,
  reference: string,
  by: ChangedBy,
): Promise<AddOutcome> {
  if (!isPerson(by.actor))
    throw new MemdirError('usage', message(CONFIRM_REFUSED), { fix: message(CONFIRM_REFUSED_FIX) })
  const quarantine = deps.quarantine()
  const { id, memory } = quarantine.find(reference)
  // Confirmed is not said: whose words they are stays as it was.
  const staged = [quarantine.stageRemoval(id)]
  const outcome = await addRecord(deps, memory, { ...by, reason: CONFIRMED, staged }, { confirmed: true })
  quarantine.discard(id)
  return outcome
}
