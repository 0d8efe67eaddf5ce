// Statements that may be worth keeping, waiting for something that confirms them: kept in state, one small file each,
// never found, recalled or shown to a model. What the person has refused does not come back.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  readStates,
  type StateKind,
  type StatesChange,
  stateText,
  updateStates,
} from '../../base/files/state-file.ts'
import { inboxTexts } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import { addRefused, readRefused, refusing, removeRefused, wordsOf } from '../../memory/refused.ts'
import type { StateChange } from '../../memory/state-change.ts'
import type { Statement } from './check-proposal.ts'
import { PROPOSAL_REASONS, type Proposal } from './proposal.ts'

/** One time that it was said. */
interface Occurrence {
  readonly conversation: string
  readonly message: string
  /** ISO time of the message. */
  readonly time: string
  readonly quote: string
}

export interface Candidate {
  readonly id: string
  readonly proposal: Proposal
  readonly origin: 'user' | 'agent'
  /** Oldest first. */
  readonly said: readonly Occurrence[]
  /** A model has seen it and did not find it worth keeping: it is not asked again. */
  readonly judged?: boolean
}

export interface Candidates {
  /** Oldest first. */
  list(): Candidate[]
  /** By id or a unique beginning of it. */
  find(reference: string): Candidate
  /** Adds it, or one more time that it was said; undefined where it was refused. Secrets are cut out. */
  note(statement: Statement, conversation: string): Promise<Candidate | undefined>
  remove(id: string): void
  markJudged(candidates: readonly Candidate[]): Promise<void>
  /** It goes, and does not come back. */
  refuse(candidate: Pick<Candidate, 'id' | 'proposal'>): Promise<void>
  /** It has become a memory: what the person does with that counts from now on. */
  settle(content: string): Promise<void>
  /** It was kept by other means: what waits and says the same goes. */
  settleSame(proposal: Proposal): Promise<void>
  /** Its answer was taken back: it may come again. */
  unsettle(content: string): Promise<void>
  /** The person has refused to keep this text. */
  isRefused(content: string): boolean
  /** The same for many: the file is read once, now. */
  readRefused(): (content: string) => boolean
  /** What an answer to it changes: it goes, and does not come back. */
  answering(candidate: Candidate): StateChange[]
}

interface CandidatesOptions {
  /** `state/candidates` */
  directory: string
  /** Whether two statements say the same; without it, in the same words. */
  isSame?(one: Proposal, other: Proposal): boolean
}

/** The ones that were not said for the longest time go first. */
export const MOST_CANDIDATES = 500
const MOST_OCCURRENCES = 12
const CANDIDATE: StateKind<Candidate> = { read: readCandidate, most: 64_000 }
export function openCandidates({ directory, isSame = hasSameWords }: CandidatesOptions): Candidates {
  const list = (): Candidate[] =>
    readStates(directory, CANDIDATE).sort((a, b) => (firstOf(a).time < firstOf(b).time ? -1 : 1))
  const change = (edit: (all: Candidate[]) => StatesChange<Candidate>) =>
    updateStates(directory, CANDIDATE, edit)
  return {
    list,
    isRefused: (content) => readRefused(directory)(content),
    readRefused: () => readRefused(directory),
    settle: (content) => addRefused(directory, content),
    unsettle: (content) => removeRefused(directory, content),
    answering: (candidate) => [
      { file: `candidates/${candidate.id}.json`, before: stateText(candidate), after: null },
      refusing(candidate.proposal.content, new Date()),
    ],
    remove: (id) => rmSync(join(directory, `${id}.json`), { force: true }),
    find(reference) {
      const found = list().filter(({ id }) => reference !== '' && id.startsWith(reference))
      const exact = found.find(({ id }) => id === reference) ?? (found.length === 1 ? found[0] : undefined)
      if (exact) return exact
      const fix = message(inboxTexts.seeInbox)
      throw found.length === 0
        ? new MemdirError('not_found', message(inboxTexts.notInInbox, { reference }), { fix })
        : new MemdirError(
            'ambiguous',
            message(inboxTexts.ambiguous, { reference, ids: found.map(({ id }) => id).join(', ') }),
            { fix },
          )
    },
    async note(statement, conversation) {
      const { origin, message: at, time, ...rest } = await redactValues(statement, 'agent')
      if (origin !== 'user' && origin !== 'agent') return undefined
      if (readRefused(directory)(rest.content)) return undefined
      const occurrence = { conversation, message: at, time, quote: rest.quote }
      let next: Candidate | undefined
      await change((all) => {
        const known = all.find((one) => one.origin === origin && isSame(one.proposal, rest))
        const said = known ? withOccurrence(known.said, occurrence) : [occurrence]
        const noted = known ? { ...known, said } : { id: randomId(), proposal: rest, origin, said }
        next = noted
        const gone = oldestOf([...all.filter(({ id }) => id !== noted.id), noted])
        return { put: said === known?.said ? [] : [noted], remove: gone.map(({ id }) => id) }
      })
      return next
    },
    markJudged: (seen) => {
      const ids = new Set(seen.map(({ id }) => id))
      // One that was answered meanwhile does not come back by it.
      return change((all) => ({
        put: all.filter(({ id }) => ids.has(id)).map((one) => ({ ...one, judged: true })),
      }))
    },
    async refuse({ id, proposal }) {
      await addRefused(directory, proposal.content)
      await change(() => ({ remove: [id] }))
    },
    settleSame: (proposal) =>
      change((all) => ({
        remove: all.filter((one) => isSame(one.proposal, proposal)).map(({ id }) => id),
      })),
  }
}

function hasSameWords(one: Proposal, other: Proposal): boolean {
  return wordsOf(one.content) === wordsOf(other.content)
}

/** A fork repeats messages under another conversation: the same words at the same moment were said once. */
function withOccurrence(said: readonly Occurrence[], next: Occurrence): readonly Occurrence[] {
  const isKnown = said.some(
    (one) =>
      (one.time === next.time && one.quote === next.quote) ||
      (one.conversation === next.conversation && one.message === next.message),
  )
  if (isKnown) return said
  const [first, ...others] = [...said, next].sort((a, b) => (a.time < b.time ? -1 : 1))
  return first ? [first, ...others.slice(1 - MOST_OCCURRENCES)] : []
}

function firstOf({ said }: Candidate): Occurrence {
  return said[0] ?? { conversation: '', message: '', time: '', quote: '' }
}

function lastSaid({ said }: Candidate): string {
  return said.at(-1)?.time ?? ''
}

function oldestOf(all: readonly Candidate[]): Candidate[] {
  const over = all.length - MOST_CANDIDATES
  return over <= 0 ? [] : all.toSorted((a, b) => (lastSaid(a) < lastSaid(b) ? -1 : 1)).slice(0, over)
}

function readCandidate(data: Record<string, unknown>): Candidate | undefined {
  const { id, proposal, origin, said } = data as Partial<Candidate>
  const isWhole =
    typeof id === 'string' &&
    Array.isArray(said) &&
    said.length > 0 &&
    typeof proposal?.content === 'string' &&
    typeof proposal.quote === 'string' &&
    PROPOSAL_REASONS.includes(proposal.reason) &&
    (origin === 'user' || origin === 'agent') &&
    said.every((one) => typeof one?.conversation === 'string' && typeof one.time === 'string')
  return isWhole ? (data as unknown as Candidate) : undefined
}
