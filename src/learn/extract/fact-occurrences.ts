// What is no statement in one prompt but a fact when it comes again (a command, a tracker's project): each occurrence is
// kept with the candidates, hidden, since nobody is to be asked about one command.
import { join } from 'node:path'
import { type StateKind, updateState } from '../../base/files/state-file.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { Proposal } from './proposal.ts'
import { type FactOccurrence, findRecurrence, promoted } from './recurrence.ts'

export interface FactOccurrences {
  /** Keeps them, and gives what has come often enough; that is forgotten by `forget`, once it is stored. */
  note(occurrences: readonly PlacedOccurrence[]): Promise<readonly Recurring[]>
  forget(subject: Pick<FactOccurrence, 'kind' | 'subject'>): Promise<void>
}

/** An occurrence with the message that it stands in. */
export type PlacedOccurrence = FactOccurrence & { readonly message: string }

export interface Recurring {
  readonly occurrence: PlacedOccurrence
  readonly proposal: Proposal
}

const MOST_OCCURRENCES = 2_000

const OCCURRENCES: StateKind<readonly FactOccurrence[]> = {
  read: ({ occurrences }) => (Array.isArray(occurrences) ? occurrences.filter(isOccurrence) : undefined),
  plain: (occurrences) => ({ occurrences: occurrences.slice(-MOST_OCCURRENCES) }),
  most: 4_000_000,
  durable: false,
}

/** `directory`: `state/candidates`. */
export function openFactOccurrences(directory: string): FactOccurrences {
  const path = join(directory, 'fact-occurrences.json')
  return {
    async note(occurrences) {
      if (occurrences.length === 0) return []
      const clean = await redactValues(occurrences, 'agent')
      const recurring: Recurring[] = []
      await updateState(path, OCCURRENCES, (known = []) => {
        const all = [...known]
        for (const { message, ...occurrence } of clean) {
          const { same, recurs } = findRecurrence(occurrence, all)
          if (recurs)
            recurring.push({
              occurrence: { ...occurrence, message },
              proposal: { ...promoted(occurrence), message },
            })
          // Once in a conversation: what is said ten times there is said in one sitting.
          if (!same.some(({ conversation }) => conversation === occurrence.conversation)) all.push(occurrence)
        }
        return all
      })
      return recurring
    },
    async forget({ kind, subject }) {
      await updateState(path, OCCURRENCES, (known) =>
        known?.filter((one) => one.kind !== kind || one.subject !== subject),
      )
    },
  }
}

function isOccurrence(data: unknown): data is FactOccurrence {
  if (!isObject(data)) return false
  const { kind, subject, form, content, quote, conversation, time } = data
  return [kind, subject, form, content, quote, conversation, time].every((value) => typeof value === 'string')
}
