// What is not to be trusted yet waits here, outside the memory: nothing in it is ever found or recalled.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readStates, type StateKind, writeState } from '../../base/files/state-file.ts'
import { message } from '../../base/messages/message.ts'
import { HELD_REASONS, type HeldReason } from '../../base/messages/origin.ts'
import { recordsTexts } from '../../base/messages/records.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { type Clock, isoSeconds } from '../../base/values/clock.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { NewMemory } from '../records.ts'
import type { StagedFile } from '../writer.ts'
import { type Instruction, instructionsIn } from './find-instructions.ts'

interface HeldMemory {
  id: string
  /** ISO time. */
  held: string
  /** Who wanted to store it. */
  by: string
  reason: HeldReason
  /** The instructions found in it, if any. */
  evidence: Instruction[]
  memory: NewMemory
}

type HeldEntry = Pick<HeldMemory, 'reason' | 'memory' | 'by'>

export interface Quarantine {
  /** The same text is held once. Secrets are cut out of all that is kept, whoever asks. */
  hold(entry: HeldEntry): Promise<HeldMemory>
  /** What a write is given that lets it out. */
  stageRemoval(id: string): StagedFile
  /** Oldest first. */
  list(): HeldMemory[]
  /** By id or a unique beginning of it. */
  find(reference: string): HeldMemory
  discard(id: string): void
}

const HELD: StateKind<HeldMemory> = {
  read: (data) =>
    typeof data.id === 'string' &&
    isObject(data.memory) &&
    typeof data.memory.content === 'string' &&
    Array.isArray(data.evidence) &&
    Object.hasOwn(HELD_REASONS, String(data.reason))
      ? (data as unknown as HeldMemory)
      : undefined,
  most: 8_000_000,
}

/** `directory`: `state/quarantine`. One file each: two processes never write the same one. */
export function openQuarantine(directory: string, clock: Clock): Quarantine {
  const nameOf = (id: string) => `${id}.json`
  const pathOf = (id: string) => join(directory, nameOf(id))
  const list = () => readStates(directory, HELD).sort((a, b) => Date.parse(a.held) - Date.parse(b.held))
  return {
    list,
    async hold({ reason, by, memory: given }) {
      const memory = await redactValues(given, 'person')
      const known = list().find((one) => one.memory.content === memory.content)
      if (known) return known
      // Looked for in the clean text: an excerpt may cut a secret in half, and half of one is not known as one.
      const evidence = instructionsIn(memory)
      const time = isoSeconds(clock.now())
      const held: HeldMemory = { id: randomId(), held: time, by, reason, evidence, memory }
      writeState(pathOf(held.id), HELD, held)
      return held
    },
    stageRemoval: (id) => ({ directory: 'quarantine', name: nameOf(id), content: null }),
    find(reference) {
      const all = list()
      const found = all.filter(({ id }) => id === reference || (reference !== '' && id.startsWith(reference)))
      const [one, ...others] = found
      if (!one)
        throw new MemdirError('not_found', message(recordsTexts.quarantineMissing, { reference }), {
          fix: message(recordsTexts.quarantineMissingFix),
        })
      if (others.length === 0) return one
      const ids = found.map(({ id }) => id).join(', ')
      throw new MemdirError('ambiguous', message(recordsTexts.quarantineAmbiguous, { reference, ids }), {
        fix: message(recordsTexts.quarantineAmbiguousFix),
      })
    },
    discard: (id) => rmSync(pathOf(id), { force: true }),
  }
}
