// What is no statement in one prompt but a fact when it comes again (a command, a tracker's project): each occurrence is
// kept with the candidates, hidden, since nobody is to be asked about one command.
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegular } from '../../base/files/read-regular.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { Proposal } from '../proposal.ts'
import { type FactOccurrence, findRecurrence, promoted } from './recurrence.ts'

export interface FactOccurrences {
  /** Keeps them, and gives what has come often enough; that is forgotten by `forget`, once it is stored. */
  note(occurrences: readonly PlacedOccurrence[]): Promise<readonly Recurring[]>
  forget(subject: Pick<FactOccurrence, 'kind' | 'subject'>): void
}

/** An occurrence with the message that it stands in. */
export type PlacedOccurrence = FactOccurrence & { readonly message: string }

export interface Recurring {
  readonly occurrence: PlacedOccurrence
  readonly proposal: Proposal
}

const MOST_OCCURRENCES = 2_000
const MOST_BYTES = 4_000_000
const FILE = 'occurrences.jsonl'

/** `directory`: `state/candidates`. Only the worker and conversations that end write it: the worst is a lost occurrence. */
export function openFactOccurrences(directory: string): FactOccurrences {
  const path = join(directory, FILE)
  const read = (): FactOccurrence[] =>
    (readRegular(path, MOST_BYTES)?.toString('utf8').split('\n') ?? []).flatMap((line) => {
      const data = attempt(() => JSON.parse(line) as Partial<FactOccurrence & { v: number }> | null)
      return data?.v === 1 && isOccurrence(data) ? [data] : []
    })
  const write = (all: readonly FactOccurrence[]) =>
    writeFileAtomic(
      path,
      all
        .slice(-MOST_OCCURRENCES)
        .map((occurrence) => `${JSON.stringify({ ...occurrence, v: 1 })}\n`)
        .join(''),
      { durable: false },
    )
  return {
    async note(occurrences) {
      if (occurrences.length === 0) return []
      const all = read()
      const recurring: Recurring[] = []
      for (const { message, ...occurrence } of await redactValues(occurrences, 'agent')) {
        const { same, recurs } = findRecurrence(occurrence, all)
        if (recurs)
          recurring.push({
            occurrence: { ...occurrence, message },
            proposal: { ...promoted(occurrence), message },
          })
        // Once in a conversation: what is said ten times there is said in one sitting.
        if (!same.some(({ conversation }) => conversation === occurrence.conversation)) all.push(occurrence)
      }
      write(all)
      return recurring
    },
    forget({ kind, subject }) {
      write(read().filter((one) => one.kind !== kind || one.subject !== subject))
    },
  }
}

function isOccurrence(data: Partial<FactOccurrence>): data is FactOccurrence {
  const { kind, subject, form, content, quote, conversation, time } = data
  return [kind, subject, form, content, quote, conversation, time].every((value) => typeof value === 'string')
}
