// Where what waits for the person comes from: candidates, pairs of memories, quarantine, imports, what dreams propose, and what
// concerns all projects or was called wrong.

import { DREAM_PROPOSES } from '../../base/messages/dream.ts'
import * as texts from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { shortHash } from '../../base/values/hash.ts'
import { answeringHeld } from '../../learn/dream/dream-state.ts'
import { acceptProposal, findHeld, listProposals } from '../../learn/dream/held-operations.ts'
import { settling } from '../../learn/extract/candidates.ts'
import type { Statement } from '../../learn/extract/check-proposal.ts'
import { statementOf } from '../../learn/extract/run-extraction.ts'
import { openExtraction } from '../../learn/open-extraction.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { Memory, Origin } from '../memory.ts'
import type { MemoryContext } from '../memory-context.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../records/origin-rules.ts'
import { isLive } from '../records/retention.ts'
import { findLikelyConflicts } from '../sameness/likely-conflicts.ts'
import { isProposable, proposing } from './everywhere-proposals.ts'
import { everywhereSource, heldEverywhereSource } from './everywhere-source.ts'
import { importSource } from './import-source.ts'
import type { Answering, InboxAnswer, InboxItem, InboxSource } from './inbox-source.ts'
import { quarantineSource } from './quarantine-source.ts'
import { wrongSource } from './wrong-source.ts'

/** `there`: of the same working directory, for the memories that hold in all projects. */
export const INBOX_SOURCES: readonly ((
  context: ProjectContext,
  there: () => MemoryContext,
) => InboxSource)[] = [
  candidateSource,
  conflictSource,
  doubleSource,
  (context) => quarantineSource(context),
  importSource,
  proposalSource,
  everywhereSource,
  heldEverywhereSource,
  wrongSource,
]

function candidateSource(context: ProjectContext): InboxSource {
  const { candidates } = openExtraction(context)
  const keep = async (id: string, { by, change }: Answering, content?: string): Promise<InboxAnswer> => {
    const candidate = candidates.find(id)
    const statement = statementOf(candidate)
    const { conversation } = candidate.said.at(-1) ?? {}
    // Whoever accepts it answers for it: an agent does not make it the person's word.
    const origin = isPerson(by.actor) ? (content === undefined ? statement.origin : 'user') : 'agent'
    const records = await context.records()
    const outcome = await records.add(
      {
        ...newMemory(statement),
        content: content ?? statement.content,
        source: { origin, conversation, message: statement.message },
      },
      { ...by, reason: ACCEPTED, conversation: by.conversation ?? conversation },
      { confirmed: isPerson(by.actor) },
    )
    if (statement.everywhere && 'memory' in outcome && isProposable(context, outcome.memory))
      change(proposing(outcome.memory, context.clock.now()))
    return {
      id,
      ...('memory' in outcome && { memory: placeOf(outcome.memory) }),
      ...('warnings' in outcome && outcome.warnings.length > 0 && { warnings: outcome.warnings }),
    }
  }
  return {
    group: 'candidates',
    list: async () =>
      candidates.list().map(({ id, proposal, said }) => ({
        id,
        text: proposal.content,
        reason: message(texts.CANDIDATE_REASONS[proposal.reason]),
        quote: said.at(-1)?.quote,
        conversation: said.at(-1)?.conversation,
        time: said.at(-1)?.time ?? '',
        ...(said.length > 1 && { details: [message(texts.SAID_TIMES, { count: said.length })] }),
      })),
    accept: (id, asked) => keep(id, asked),
    edit: (id, content, asked) => keep(id, asked, content),
    takes: async (id) => candidates.answering(candidates.find(id)),
  }
}

const ACCEPTED = 'accepted from the inbox'

function newMemory({ content, quote, type, kind, category, tags, importance, expires }: Statement) {
  return {
    ...{ content, evidence: quote, type, kind, category, importance, expires },
    ...(tags && { tags: [...tags] }),
  }
}

/** A pair that was looked at stays away until one of the two says something else. */
function pairKey(kind: string, one: Memory, other: Memory): string {
  return `${kind} ${one.hash} ${other.hash}`
}

interface FoundPair {
  one: Memory
  other: Memory
  /** What of the two is shown, where it is not all. */
  texts?: readonly [string, string]
}

interface Pair extends FoundPair {
  item: InboxItem
}

/** More at once nobody looks through; when these are answered the next ones come. */
const MOST_PAIRS = 10

function pairSource(
  context: ProjectContext,
  group: 'conflicts' | 'doubles',
  find: () => Promise<readonly FoundPair[]>,
  accept: (pair: Pair, by: ChangedBy) => Promise<InboxAnswer>,
): InboxSource {
  const { candidates } = openExtraction(context)
  const reason = message(group === 'conflicts' ? texts.CONFLICT_REASON : texts.DOUBLE_REASON)
  const pairs = async (): Promise<Pair[]> => {
    const isRefused = candidates.readRefused()
    return (await find())
      .filter(({ one, other }) => !isRefused(pairKey(group, one, other)))
      .map(({ one, other, texts: [older, newer] = [one.content, other.content] }) => ({
        one,
        other,
        item: {
          id: shortHash(pairKey(group, one, other)).slice(0, 8),
          text: `${older.trim()}\n↔ ${newer.trim()}`,
          reason,
          time: other.updated ?? other.created ?? other.modified,
          memories: [one, other].map(({ id, file }) => ({ id, file })),
        },
      }))
  }
  const named = async (id: string): Promise<Pair> => {
    const pair = (await pairs()).find(({ item }) => item.id === id)
    if (!pair) throw new MemdirError('not_found', message(texts.NOT_IN_INBOX, { reference: id }))
    return pair
  }
  return {
    group,
    list: async () => (await pairs()).slice(0, MOST_PAIRS).map(({ item }) => item),
    count: async () => (await pairs()).length,
    accept: async (id, { by }) => accept(await named(id), by),
    async takes(id, { action }) {
      const { one, other } = await named(id)
      return action === 'refuse' ? [settling(pairKey(group, one, other), context.clock.now())] : []
    },
  }
}

const OF_PROGRAMS: ReadonlySet<Origin | undefined> = new Set<Origin>(['agent', 'reported', 'tool', 'web'])

/** Accepted: the newer counts from now on. */
function conflictSource(context: ProjectContext): InboxSource {
  const { store, clock } = context
  const find = async () => {
    const now = clock.now()
    const live = new Map(
      store
        .list()
        .filter((memory) => isLive(memory, now))
        .map((memory) => [memory.file, memory]),
    )
    return findLikelyConflicts([...live.values()]).flatMap(({ older, newer }): FoundPair[] => {
      const [one, other] = [live.get(older.file), live.get(newer.file)]
      return one && other ? [{ one, other, texts: [older.text, newer.text] }] : []
    })
  }
  return pairSource(context, 'conflicts', find, async ({ item, one, other }, by) => {
    if (!isPerson(by.actor) && !OF_PROGRAMS.has(one.source?.origin))
      throw new MemdirError('usage', message(texts.CONFLICT_REFUSED), {
        fix: message(texts.CONFLICT_REFUSED_FIX),
      })
    await store.edit(one, { fields: { superseded_by: other.id } }, { ...by, reason: ACCEPTED })
    return { id: item.id, memory: placeOf(other) }
  })
}

/** Accepted: merged. */
function doubleSource(context: ProjectContext): InboxSource {
  const find = async () => (await context.records()).likelyDoubles().map(({ one, other }) => ({ one, other }))
  return pairSource(context, 'doubles', find, async ({ item, one, other }, by) => {
    const { memory } = await (await context.records()).merge(one, other, by)
    return { id: item.id, memory: placeOf(memory) }
  })
}

/** What dreams did not decide by themselves. */
function proposalSource(context: ProjectContext): InboxSource {
  const { store, location } = context
  return {
    group: 'proposals',
    list: async () =>
      listProposals(store, location.state).map(({ id, op, text, file, survivor, reason, because, time }) => ({
        id,
        text: survivor === undefined ? text : `${text}\n→ ${survivor}`,
        reason,
        time,
        details: [message(DREAM_PROPOSES[op], { file, because })],
      })),
    async accept(id, { by }) {
      await acceptProposal(store, location.state, id, by)
      return { id }
    },
    takes: async (id) => [answeringHeld(findHeld(location.state, id))],
  }
}

function placeOf({ id, file, name }: Memory): { id: string; file: string; name: string } {
  return { id, file, name }
}
