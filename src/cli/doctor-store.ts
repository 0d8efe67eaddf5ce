// The doctor on the store that a person has chosen for vectors: a vector is written there and found again.
import type { Engine } from '../engine/engine.ts'
import { MemdirError } from '../lib/errors.ts'
import type { DoctorFinding } from '../memory/doctor-finding.ts'
import { type Message, message } from '../messages/message.ts'
import { STORE_NOT_PROVEN, STORE_PROBLEM, STORE_PROVEN } from '../messages/stores.ts'

export async function examineStore(engine: Engine): Promise<DoctorFinding[]> {
  if (engine.settings.get('storage.backend') === 'embedded') return []
  try {
    const proof = await (await engine.storage()).prove()
    if (!proof) return []
    const { store, ms, found } = proof
    return [finding(message(found ? STORE_PROVEN : STORE_NOT_PROVEN, { store, ms }), found)]
  } catch (error) {
    if (!MemdirError.is(error)) throw error
    const { message: said, fix } = error.messages
    return [finding(fix ? message(STORE_PROBLEM, { problem: said, fix }) : said, false)]
  }
}

function finding(explanation: Message, note: boolean): DoctorFinding {
  return { code: 'vector_store', file: 'storage.backend', facts: { explanation }, fixable: false, note }
}
