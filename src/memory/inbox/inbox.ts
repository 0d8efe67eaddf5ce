// What waits for the person, from all parts that have something, and their answers.
import { join } from 'node:path'
import * as texts from '../../base/messages/inbox.ts'
import { message } from '../../base/messages/message.ts'
import { registerProject } from '../../base/projects/register-project.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import { keepWaiting } from '../../learn/extract/waiting-counts.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ChangedBy } from '../memory-store.ts'
import { isPerson } from '../records/origin-rules.ts'
import { type Answered, type AnsweredEntry, answerName, openAnswers } from './inbox-answers.ts'
import {
  INBOX_GROUPS,
  type InboxAnswer,
  type InboxGroup,
  type InboxItem,
  type InboxSource,
} from './inbox-source.ts'
import { INBOX_SOURCES } from './inbox-sources.ts'

export interface Inbox {
  /** Of likely conflicts the likeliest ones: `counts` says how many there are. */
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

export function openInbox(context: ProjectContext): Inbox {
  // What holds everywhere belongs to no project.
  const register = async () => {
    if (!context.everywhere)
      await registerProject(context.home, context.location, context.clock, context.env.PATH)
  }
  const sources = INBOX_SOURCES.map((open) => open(context))
  const listAll = async (): Promise<FoundItem[]> => {
    const all = await Promise.all(
      sources.map(async (source) => (await source.list()).map((item) => ({ item, source }))),
    )
    return all.flat()
  }
  const find = async (reference: string, all?: readonly FoundItem[]): Promise<FoundItem> => {
    const fitting = (all ?? (await listAll())).filter(
      ({ item }) => reference !== '' && item.id.startsWith(reference),
    )
    const exact = fitting.find(({ item }) => item.id === reference)
    const only = exact ?? (fitting.length === 1 ? fitting[0] : undefined)
    if (only) return only
    const fix = message(texts.SEE_INBOX)
    if (fitting.length === 0)
      throw new MemdirError('not_found', message(texts.NOT_IN_INBOX, { reference }), { fix })
    const ids = fitting.map(({ item }) => item.id).join(', ')
    throw new MemdirError('ambiguous', message(texts.INBOX_AMBIGUOUS, { reference, ids }), { fix })
  }
  /** All of them are found before the first is answered: a wrong id changes nothing. One that is named twice is one. */
  const named = async (references: readonly string[], only?: readonly number[]): Promise<FoundItem[]> => {
    const all = await listAll()
    const found = [...new Set(await Promise.all(references.map((reference) => find(reference, all))))]
    const whole = only && found.find(({ source }) => !source.inParts)
    if (whole) throw new MemdirError('usage', message(texts.NOT_IN_PARTS, { id: whole.item.id }))
    return found
  }
  const counts = async (): Promise<Record<InboxGroup, number>> => {
    const counted = Object.fromEntries(INBOX_GROUPS.map((group) => [group, 0])) as Record<InboxGroup, number>
    for (const { group, count, list } of sources)
      counted[group] += count ? await count() : (await list()).length
    return counted
  }
  const answers = openAnswers(join(context.location.state, 'answers'))
  /** What they take away is kept before the first is carried out: undo brings it back. */
  const answering = async (
    action: Answered['action'],
    found: readonly FoundItem[],
    by: ChangedBy,
    carryOut: (one: FoundItem, answer: string) => Promise<InboxAnswer>,
    only?: readonly number[],
  ): Promise<InboxAnswer[]> => {
    const id = randomId()
    const entries: AnsweredEntry[] = []
    for (const { item, source } of found)
      entries.push({ entry: item.id, taken: await source.takes(item.id, only) })
    if (entries.length > 0)
      answers.write({ v: 1, id, time: context.clock.now().toISOString(), action, entries })
    const done: InboxAnswer[] = []
    try {
      for (const one of found) done.push({ ...(await carryOut(one, answerName(id, one.item.id))), undo: id })
    } finally {
      // What was not carried out is not there to be taken back.
      if (done.length < found.length) answers.cut(id, done.length)
      // Only what is said elsewhere depends on it.
      if (!context.everywhere)
        await counts().then(
          (all) => keepWaiting(context.location.state, all, isPerson(by.actor)),
          () => {},
        )
    }
    return done
  }
  return {
    find: (reference) => find(reference),
    counts,
    async list() {
      const listed = await Promise.all(
        sources.map(async (source) => [source.group, await source.list()] as const),
      )
      const of = (group: InboxGroup) => listed.flatMap(([name, items]) => (name === group ? items : []))
      return Object.fromEntries(INBOX_GROUPS.map((group) => [group, of(group)])) as unknown as Awaited<
        ReturnType<Inbox['list']>
      >
    },
    async accept(references, by, only) {
      await register()
      const found = await named(references, only)
      const carryOut = ({ item, source }: FoundItem, answer: string) =>
        source.accept(item.id, { ...by, answer }, only)
      return answering('accept', found, by, carryOut, only)
    },
    async edit(reference, content, by) {
      const { item, source } = await find(reference)
      const { edit } = source
      if (!edit) throw new MemdirError('usage', message(texts.NOT_EDITABLE, { id: item.id }))
      await register()
      const [answer] = await answering('edit', [{ item, source }], by, (_, name) =>
        edit(item.id, content, { ...by, answer: name }),
      )
      return answer ?? { id: item.id }
    },
    async refuse(references, by, only) {
      const found = await named(references, only)
      const carryOut = async ({ item, source }: FoundItem) => {
        await source.refuse(item.id, by, only)
        return { id: item.id }
      }
      const refused = await answering('refuse', found, by, carryOut, only)
      return { refused: refused.map(({ id }) => id), ...(refused[0]?.undo && { undo: refused[0].undo }) }
    },
  }
}
