// What is no statement in one prompt but a fact when it comes again (a command, a tracker's project): each mention is
// kept with the candidates, hidden, since nobody is to be asked about one command.
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { readRegular } from '../lib/read-regular.ts'
import { redactValues } from '../memory/redact-memory.ts'
import type { Proposal } from './proposal.ts'
import { findRecurrence, type Mention, promoted } from './recurrence.ts'

export interface Mentions {
  /** Keeps them, and gives what has come often enough; that is forgotten by `forget`, once it is stored. */
  note(mentions: readonly MentionAt[]): Promise<readonly Recurring[]>
  forget(subject: Pick<Mention, 'kind' | 'subject'>): void
}

/** A mention with the message that it stands in. */
export type MentionAt = Mention & { readonly message: string }

export interface Recurring {
  readonly mention: MentionAt
  readonly proposal: Proposal
}

const MOST_MENTIONS = 2_000
const MOST_BYTES = 4_000_000
const FILE = 'mentions.jsonl'

/** `directory`: `state/candidates`. Only the worker and conversations that end write it: the worst is a lost mention. */
export function openMentions(directory: string): Mentions {
  const path = join(directory, FILE)
  const read = (): Mention[] =>
    (readRegular(path, MOST_BYTES)?.toString('utf8').split('\n') ?? []).flatMap((line) => {
      const data = attempt(() => JSON.parse(line) as Partial<Mention & { v: number }> | null)
      return data?.v === 1 && isMention(data) ? [data] : []
    })
  const write = (all: readonly Mention[]) =>
    writeFileAtomic(
      path,
      all
        .slice(-MOST_MENTIONS)
        .map((mention) => `${JSON.stringify({ ...mention, v: 1 })}\n`)
        .join(''),
      { durable: false },
    )
  return {
    async note(mentions) {
      if (mentions.length === 0) return []
      const all = read()
      const recurring: Recurring[] = []
      for (const { message, ...mention } of await redactValues(mentions, 'agent')) {
        const { same, recurs } = findRecurrence(mention, all)
        if (recurs)
          recurring.push({ mention: { ...mention, message }, proposal: { ...promoted(mention), message } })
        // Once in a conversation: what is said ten times there is said in one sitting.
        if (!same.some(({ conversation }) => conversation === mention.conversation)) all.push(mention)
      }
      write(all)
      return recurring
    },
    forget({ kind, subject }) {
      write(read().filter((one) => one.kind !== kind || one.subject !== subject))
    },
  }
}

function isMention(data: Partial<Mention>): data is Mention {
  const { kind, subject, form, content, quote, conversation, time } = data
  return [kind, subject, form, content, quote, conversation, time].every((value) => typeof value === 'string')
}
