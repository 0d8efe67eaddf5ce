// What waits for the person, from all parts that have something, and their answers.

import * as texts from '../base/messages/inbox.ts'
import { inboxTexts } from '../base/messages/inbox.ts'
import { message } from '../base/messages/message.ts'
import { registerProject } from '../base/projects/register-project.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { randomId } from '../base/values/ids.ts'
import { MEMORY_SOURCES } from './inbox/memory-sources.ts'
import { togetherAt } from './inbox/together-at.ts'
import {
  type Answering,
  INBOX_GROUPS,
  type InboxAnswer,
  type InboxGroup,
  type InboxItem,
  type InboxSource,
} from './inbox.ts'
import type { MemoryContext } from './memory-context.ts'
import type { ChangedBy } from './memory-store.ts'
import { isPerson } from './origin-rules.ts'
import type { PlaceKind } from './places.ts'
import { type StateChange, stageChanges, type Within } from './state-change.ts'
import { keepWaiting } from './waiting-counts.ts'
import { type AnsweredEntry, type Answers, answerName, openAnswers } from './writer/answers.ts'

export interface Inbox {
  /** The likeliest ones of the likely conflicts: `counts` says how many there are. */
  list(): Promise<Record<InboxGroup, readonly InboxItem[]>>
  counts(): Promise<Record<InboxGroup, number>>
  /** By id or a unique beginning of it, in all groups. */
  find(reference: string): Promise<{ item: InboxItem; source: InboxSource }>
  /**
   * `only`: parts of an entry, by their numbers. Each answer can be taken back by undo, with all that were given at once: `undo` is what they are
   * called there.
   */
  accept(references: readonly string[], by: ChangedBy, only?: readonly number[]): Promise<InboxAnswer[]>
  edit(reference: string, content: string, by: ChangedBy): Promise<InboxAnswer>
  refuse(
    references: readonly string[],
    by: ChangedBy,
    only?: readonly number[],
  ): Promise<{ refused: string[]; undo?: string }>
}

type FoundItem = Awaited<ReturnType<Inbox['find']>>

export async function openInbox(context: MemoryContext): Promise<Inbox> {
  const { store, location, clock } = context
  const ofProject = context.place.kind === 'project'
  const register = async () => {
    if (ofProject) await registerProject(context.home, context.location, context.clock, context.env.PATH)
  }
  const opened = new Map<PlaceKind, MemoryContext>()
  const open = (kind: PlaceKind): MemoryContext => {
    const there = opened.get(kind) ?? context.ports.openAt(kind)
    opened.set(kind, there)
    return there
  }
  const sources = [
    ...(await context.ports.inboxSources()),
    ...MEMORY_SOURCES.flatMap((sourceOf) => sourceOf(context, open)),
  ]
  const answers = openAnswers(location.state)
  const find = async (reference: string) => findWaiting(answers, await allWaiting(sources), reference)
  const counts = () => countWaiting(sources)
  /**
   * One change: what it writes, what it takes out of the state, and how to take all of that back. Found under the lock, so
   * that of two that answer at once the second is told.
   */
  const answering = async (
    { action, by, only }: Pick<Answering, 'action' | 'by' | 'only'>,
    references: readonly string[],
    carryOut: (one: FoundItem, asked: Answering) => Promise<InboxAnswer>,
  ): Promise<InboxAnswer[]> => {
    const id = randomId()
    const answer = async (within: Within, found: readonly FoundItem[]) => {
      const entries: AnsweredEntry[] = []
      const done: InboxAnswer[] = []
      for (const one of found) {
        const changes: StateChange[] = []
        const asked: Answering = {
          ...{ action, only, by: { ...by, answer: answerName(id, one.item.id) } },
          change: (...more) => changes.push(...more),
        }
        asked.change(...(await one.source.takes(one.item.id, asked)))
        done.push({ ...(await carryOut(one, asked)), undo: id })
        entries.push({ entry: one.item.id, changes })
      }
      stageChanges(within, entries, 'after')
      if (entries.length > 0)
        within.transaction.stage(answers.stage({ id, time: clock.now().toISOString(), action, entries }))
      return done
    }
    const done = await store.writer.together(async (transaction) => {
      const found = namedIn(answers, await allWaiting(sources), references, only)
      const at = new Set(found.flatMap(({ source }) => source.at ?? []))
      return togetherAt(transaction, [...at].map(open), (within) => answer(within, found))
    })
    attempt(() => answers.sweep())
    // Only what is said elsewhere depends on it.
    if (ofProject)
      await counts()
        .then((all) => keepWaiting(location.state, all, isPerson(by.actor)))
        .catch(() => {})
    return done
  }
  return {
    find,
    counts,
    list: () => listWaiting(sources),
    async accept(references, by, only) {
      await register()
      return answering({ action: 'accept', by, only }, references, ({ item, source }, asked) =>
        source.accept(item.id, asked),
      )
    },
    async edit(reference, content, by) {
      await register()
      const [answer] = await answering({ action: 'edit', by }, [reference], ({ item, source }, asked) => {
        const { edit } = source
        if (!edit) throw new MemdirError('usage', message(inboxTexts.notEditable, { id: item.id }))
        return edit(item.id, content, asked)
      })
      return answer ?? { id: reference }
    },
    async refuse(references, by, only) {
      const refused = await answering({ action: 'refuse', by, only }, references, async ({ item }) => ({
        id: item.id,
      }))
      return { refused: refused.map(({ id }) => id), ...(refused[0]?.undo && { undo: refused[0].undo }) }
    },
  }
}

async function allWaiting(sources: readonly InboxSource[]): Promise<FoundItem[]> {
  const all = await Promise.all(
    sources.map(async (source) => (await source.list()).map((item) => ({ item, source }))),
  )
  return all.flat()
}

async function listWaiting(sources: readonly InboxSource[]): ReturnType<Inbox['list']> {
  const listed = await Promise.all(
    sources.map(async (source) => [source.group, await source.list()] as const),
  )
  const of = (group: InboxGroup) => listed.flatMap(([name, items]) => (name === group ? items : []))
  return Object.fromEntries(INBOX_GROUPS.map((group) => [group, of(group)])) as unknown as Awaited<
    ReturnType<Inbox['list']>
  >
}

async function countWaiting(sources: readonly InboxSource[]): ReturnType<Inbox['counts']> {
  const counted = Object.fromEntries(INBOX_GROUPS.map((group) => [group, 0])) as Record<InboxGroup, number>
  for (const { group, count, list } of sources)
    counted[group] += count ? await count() : (await list()).length
  return counted
}

function findWaiting(answers: Answers, all: readonly FoundItem[], reference: string): FoundItem {
  const fitting = all.filter(({ item }) => reference !== '' && item.id.startsWith(reference))
  const exact = fitting.find(({ item }) => item.id === reference)
  const only = exact ?? (fitting.length === 1 ? fitting[0] : undefined)
  if (only) return only
  if (fitting.length === 0) throw notWaiting(answers, reference)
  const ids = fitting.map(({ item }) => item.id).join(', ')
  throw new MemdirError('ambiguous', message(inboxTexts.ambiguous, { reference, ids }), {
    fix: message(inboxTexts.seeInbox),
  })
}

/** All of them are found before the first is answered: a wrong id changes nothing. One that is named twice is one. */
function namedIn(
  answers: Answers,
  all: readonly FoundItem[],
  references: readonly string[],
  only: readonly number[] | undefined,
): FoundItem[] {
  const found = [...new Set(references.map((reference) => findWaiting(answers, all, reference)))]
  const whole = only && found.find(({ source }) => !source.inParts)
  if (whole) throw new MemdirError('usage', message(inboxTexts.notInParts, { id: whole.item.id }))
  return found
}

/** Counts it for those who may only look. In the background; nothing depends on it. */
export async function noteWaiting(context: MemoryContext): Promise<void> {
  if (context.place.kind === 'project')
    keepWaiting(context.location.state, await (await openInbox(context)).counts())
}

/** Somebody else, or this person elsewhere, may have answered it in the meantime. */
function notWaiting(answers: Answers, reference: string): MemdirError {
  const answered = answers
    .list()
    .find(({ entries }) =>
      entries.some(({ entry, undone }) => !undone && reference !== '' && entry.startsWith(reference)),
    )
  if (!answered || answered.action === 'correct')
    return new MemdirError('not_found', message(inboxTexts.notInInbox, { reference }), {
      fix: message(inboxTexts.seeInbox),
    })
  const how = message(texts.ANSWERED_HOW[answered.action])
  return new MemdirError('not_found', message(inboxTexts.answeredAlready, { reference, how }), {
    fix: message(inboxTexts.undoAnswer, { id: answered.id }),
  })
}
