// Statements that may be worth keeping, waiting for something that confirms them: kept in state, one small file each,
// never found, recalled or shown to a model. What the person has refused does not come back.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '../../base/files/read-regular.ts'
import {
  readState,
  readStates,
  type StateKind,
  type StatesChange,
  stateText,
  updateState,
  updateStates,
} from '../../base/files/state-file.ts'
import { INBOX_AMBIGUOUS, NOT_IN_INBOX, SEE_INBOX } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { plainText } from '../../base/text/plain-text.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { randomId } from '../../base/values/ids.ts'
import { isObject } from '../../base/values/is-object.ts'
import { redactValues } from '../../memory/records/redact-memory.ts'
import type { StateChange } from '../../memory/writer/state-change.ts'
import type { Statement } from './check-proposal.ts'
import { PROPOSAL_REASONS, type Proposal } from './proposal.ts'

/** One time that it was said. */
export interface Occurrence {
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

export interface CandidatesOptions {
  /** `state/candidates` */
  directory: string
  /** Whether two statements say the same; without it, in the same words. */
  isSame?(one: Proposal, other: Proposal): boolean
}

/** The ones that were not said for the longest time go first. */
export const MOST_CANDIDATES = 500
export const MOST_REFUSED = 2_000
const MOST_OCCURRENCES = 12
const CANDIDATE: StateKind<Candidate> = { read: readCandidate, most: 64_000 }
/** When each was refused, by its fingerprint. */
type Refused = Readonly<Record<string, string>>
const REFUSED: StateKind<Refused> = {
  read: ({ texts }) => (isObject(texts) ? (texts as Refused) : undefined),
  plain: (texts) => ({ texts }),
}
/** Below the directory of candidates, and named like none of them. */
export const REFUSED_FILE = 'refused-texts.json'
/** What versions before this one kept: a fingerprint a line. */
const FORMER_FILE = 'refused.jsonl'

/** That it does not come back, for the answer that says so. */
export function settling(content: string, now: Date): StateChange {
  const entry = { of: 'texts', key: fingerprintOf(content) }
  return { file: `candidates/${REFUSED_FILE}`, entry, before: null, after: now.toISOString() }
}

export function openCandidates({ directory, isSame = hasSameWords }: CandidatesOptions): Candidates {
  const refusedPath = join(directory, REFUSED_FILE)
  const list = (): Candidate[] =>
    readStates(directory, CANDIDATE).sort((a, b) => (firstOf(a).time < firstOf(b).time ? -1 : 1))
  const change = (edit: (all: Candidate[]) => StatesChange<Candidate>) =>
    updateStates(directory, CANDIDATE, edit)
  const refused = () => readState(refusedPath, REFUSED) ?? formerlyRefused(directory)
  const changeRefused = (edit: (known: Refused) => Refused) =>
    updateState(refusedPath, REFUSED, (known) => edit(known ?? formerlyRefused(directory)))
  const settle = async (content: string) => {
    await changeRefused((known) =>
      newest({ ...known, [fingerprintOf(content)]: new Date().toISOString() }, MOST_REFUSED),
    )
  }
  const readRefused = () => {
    const known = refused()
    return (content: string) => Object.hasOwn(known, fingerprintOf(content))
  }
  const isRefused = (content: string) => readRefused()(content)
  return {
    list,
    isRefused,
    readRefused,
    settle,
    answering: (candidate) => [
      { file: `candidates/${candidate.id}.json`, before: stateText(candidate), after: null },
      settling(candidate.proposal.content, new Date()),
    ],
    remove: (id) => rmSync(join(directory, `${id}.json`), { force: true }),
    find(reference) {
      const found = list().filter(({ id }) => reference !== '' && id.startsWith(reference))
      const exact = found.find(({ id }) => id === reference) ?? (found.length === 1 ? found[0] : undefined)
      if (exact) return exact
      const fix = message(SEE_INBOX)
      throw found.length === 0
        ? new MemdirError('not_found', message(NOT_IN_INBOX, { reference }), { fix })
        : new MemdirError(
            'ambiguous',
            message(INBOX_AMBIGUOUS, { reference, ids: found.map(({ id }) => id).join(', ') }),
            { fix },
          )
    },
    async note(statement, conversation) {
      const { origin, message: at, time, ...rest } = await redactValues(statement, 'agent')
      if (origin !== 'user' && origin !== 'agent') return undefined
      if (isRefused(rest.content)) return undefined
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
      await settle(proposal.content)
      await change(() => ({ remove: [id] }))
    },
    settleSame: (proposal) =>
      change((all) => ({
        remove: all.filter((one) => isSame(one.proposal, proposal)).map(({ id }) => id),
      })),
    async unsettle(content) {
      await changeRefused((known) => {
        const { [fingerprintOf(content)]: _, ...others } = known
        return others
      })
    },
  }
}

/** The same words in another case or with other punctuation are the same; a hash does not tell them. */
export function fingerprintOf(content: string): string {
  return shortHash(wordsOf(content))
}

function wordsOf(text: string): string {
  return plainText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
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

function formerlyRefused(directory: string): Refused {
  const text = readRegularText(join(directory, FORMER_FILE), 64_000) ?? ''
  const prints = text.split('\n').filter((line) => /^[0-9a-f]{10}$/.test(line))
  return Object.fromEntries(prints.map((print) => [print, '']))
}

function newest(known: Refused, most: number): Refused {
  const all = Object.entries(known)
  if (all.length <= most) return known
  return Object.fromEntries(all.sort(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, most))
}
