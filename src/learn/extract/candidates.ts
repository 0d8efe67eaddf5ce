// Statements that may be worth keeping, waiting for something that confirms them: kept in state, one small file each,
// never found, recalled or shown to a model. What the person has refused does not come back.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegular } from '../../base/files/read-regular.ts'
import { INBOX_AMBIGUOUS, NOT_IN_INBOX, SEE_INBOX } from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { plainText } from '../../base/text/plain-text.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { randomId } from '../../base/values/ids.ts'
import { redactValues } from '../../memory/records/redact-memory.ts'
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
  readonly v: 1
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
  markJudged(candidates: readonly Candidate[]): void
  /** It goes, and does not come back. */
  refuse(candidate: Pick<Candidate, 'id' | 'proposal'>): void
  /** It has become a memory: what the person does with that counts from now on. */
  settle(content: string): void
  /** It was kept by other means: what waits and says the same goes. */
  settleSame(proposal: Proposal): void
  /** Its answer was taken back: it may come again. */
  unsettle(content: string): void
  /** The person has refused to keep this text. */
  isRefused(content: string): boolean
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
const MOST_BYTES = 64_000
const CANDIDATE_FILE = /^[0-9a-z]+\.json$/
const REFUSED_FILE = 'refused.jsonl'

export function openCandidates({ directory, isSame = hasSameWords }: CandidatesOptions): Candidates {
  const pathOf = (id: string) => join(directory, `${id}.json`)
  const remove = (id: string) => rmSync(pathOf(id), { force: true })
  const write = (candidate: Candidate) => writeFileAtomic(pathOf(candidate.id), JSON.stringify(candidate))
  const list = (): Candidate[] =>
    (attempt(() => readdirSync(directory)) ?? [])
      .filter((name) => CANDIDATE_FILE.test(name))
      .flatMap((name) => readCandidate(join(directory, name)) ?? [])
      .sort((a, b) => (firstOf(a).time < firstOf(b).time ? -1 : 1))
  const refused = () => readRefused(join(directory, REFUSED_FILE))
  const settle = (content: string) => {
    const prints = [...refused(), fingerprint(content)].slice(-MOST_REFUSED)
    writeFileAtomic(join(directory, REFUSED_FILE), `${[...new Set(prints)].join('\n')}\n`)
  }
  return {
    list,
    remove,
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
      if (refused().includes(fingerprint(rest.content))) return undefined
      const occurrence = { conversation, message: at, time, quote: rest.quote }
      const all = list()
      const known = all.find((one) => one.origin === origin && isSame(one.proposal, rest))
      const next: Candidate = known
        ? { ...known, said: withOccurrence(known.said, occurrence) }
        : { v: 1, id: randomId(), proposal: rest, origin, said: [occurrence] }
      if (next.said !== known?.said) write(next)
      for (const { id } of oldestOf([...all.filter(({ id }) => id !== next.id), next])) remove(id)
      return next
    },
    markJudged(seen) {
      for (const candidate of seen) write({ ...candidate, judged: true })
    },
    refuse(candidate) {
      settle(candidate.proposal.content)
      remove(candidate.id)
    },
    settle,
    settleSame(proposal) {
      for (const one of list()) if (isSame(one.proposal, proposal)) remove(one.id)
    },
    unsettle(content) {
      const left = refused().filter((print) => print !== fingerprint(content))
      writeFileAtomic(join(directory, REFUSED_FILE), left.map((print) => `${print}\n`).join(''))
    },
    isRefused: (content) => refused().includes(fingerprint(content)),
  }
}

/** The same words in another case or with other punctuation are the same; a hash does not tell them. */
function fingerprint(content: string): string {
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

function readCandidate(path: string): Candidate | undefined {
  const bytes = readRegular(path, MOST_BYTES)
  const data = bytes && attempt(() => JSON.parse(bytes.toString('utf8')) as Candidate | null)
  if (data?.v !== 1 || !Array.isArray(data.said) || data.said.length === 0) return undefined
  const { proposal, origin } = data
  const isWhole =
    typeof proposal?.content === 'string' &&
    typeof proposal.quote === 'string' &&
    PROPOSAL_REASONS.includes(proposal.reason) &&
    (origin === 'user' || origin === 'agent') &&
    data.said.every((one) => typeof one?.conversation === 'string' && typeof one.time === 'string')
  return isWhole ? data : undefined
}

function readRefused(path: string): string[] {
  const bytes = readRegular(path, MOST_BYTES)
  return bytes
    ? bytes
        .toString('utf8')
        .split('\n')
        .filter((line) => /^[0-9a-f]{10}$/.test(line))
    : []
}
