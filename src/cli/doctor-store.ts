// The doctor on the store that a person has chosen for vectors: a vector is written there and found again.

import { type Message, message } from '../base/messages/message.ts'
import { storesTexts } from '../base/messages/stores.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Engine } from '../connect/engine.ts'
import type { DoctorFinding } from '../memory/doctor-finding.ts'

export async function examineStore(engine: Engine): Promise<DoctorFinding[]> {
  if (engine.settings.get('storage.backend') === 'embedded') return []
  try {
    const proof = await (await engine.storage()).prove()
    if (!proof) return []
    const { store, ms, found } = proof
    return [finding(message(found ? storesTexts.proven : storesTexts.notProven, { store, ms }), found)]
  } catch (error) {
    if (!MemdirError.is(error)) throw error
    const { message: said, fix } = error.messages
    return [finding(fix ? message(storesTexts.problem, { problem: said, fix }) : said, false)]
  }
}

function finding(explanation: Message, note: boolean): DoctorFinding {
  return { code: 'vector_store', file: 'storage.backend', facts: { explanation }, fixable: false, note }
}
