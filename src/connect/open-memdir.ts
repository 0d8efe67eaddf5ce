// The library: the engine of one working directory behind the verbs that programs use.

import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { libraryTexts } from '../base/messages/library.ts'
import { message } from '../base/messages/message.ts'
import { HELD_REASONS, originTexts } from '../base/messages/origin.ts'
import { type CallingAgent, callingAgent } from '../base/settings/calling-agent.ts'
import { MemdirError } from '../base/values/errors.ts'
import { EMBEDDING } from '../learn/request-work.ts'
import { type LoggedChange, readLog } from '../memory/history.ts'
import { classifiedAs, type Memory } from '../memory/memory.ts'
import { chooseListed } from '../memory/memory-list.ts'
import { originOf, programName, speakingAs } from '../memory/origin-rules.ts'
import { findIn, listBeside, type PlacedMemory } from '../memory/place-verbs.ts'
import { optionsHolding, type Place, wordsOf } from '../memory/places.ts'
import type { AddOutcome } from '../memory/records.ts'
import { changeIdOf } from '../memory/writer.ts'
import { type Engine, openEngine } from './engine.ts'
import type { HistoryEntry, Memdir, MemdirInbox, MemdirOptions, MemoryHit, MemoryPlace } from './memdir.ts'
import { handleOf } from './memdir-handle.ts'

export function openMemdir(options: MemdirOptions): Memdir {
  checkOptions(options)
  // biome-ignore lint/style/noProcessEnv: the library is a face; programs may give another environment.
  const { directory, env = process.env, flags } = options
  const caller = callingAgent(env)
  const engine = openEngine({ directory, env, caller, ...(flags && { flags }) })
  const agent = agentOf(options.agent, caller)
  const by = (conversation?: string) => speakingAs(agent, new Date(), conversation)
  return {
    ...handleOf(engine),
    directory: engine.location.memory,
    async add(text, { type, place, separate, conversation, tags, ...fields } = {}) {
      await engine.register()
      const records = await engineAt(engine, place).records()
      const who = by(conversation)
      const origin = originOf({ actor: who.actor, claimed: undefined })
      const source = who.conversation === undefined ? { origin } : { origin, conversation: who.conversation }
      const memory = { content: text, ...classifiedAs(type), ...fields, tags: tags && [...tags], source }
      return addedMemory(await records.add(memory, who, { separate }))
    },
    get: (reference) => lookFor(engine, reference)?.memory,
    list: (wanted) => listIn(engine, wanted),
    async edit(reference, { text, type, tags, ...fields }) {
      await engine.register()
      const { memory, host } = findIn(engine, reference)
      const changed = { ...fields, ...classifiedAs(type), ...(tags && { tags: [...tags] }) }
      return (await host.store.edit(memory, { content: text, fields: changed }, by())).memory
    },
    async remove(reference) {
      await engine.register()
      const { memory, host } = findIn(engine, reference)
      return changeIdOf(await host.store.remove(memory, by()))
    },
    async purge(reference) {
      await engine.register()
      const { memory, host } = findIn(engine, reference)
      return host.purge(memory, by())
    },
    async explain(reference) {
      const found = lookFor(engine, reference)
      if (found) return (await found.host.records()).explain(found.memory)
      const { findEver } = await import('../memory/history.ts')
      return (await engine.records()).explain(findEver(engine.store, reference))
    },
    async search(query, { type, tags, ...rest } = {}) {
      const filter = { ...(type && { types: [type] }), ...(tags && { tags: [...tags] }) }
      return (await engine.search({ query, filter, ...rest })).hits.map(hitOf)
    },
    async recall(prompt, { conversation, ...rest } = {}) {
      const recalled = await engine.recall({ prompt, conversation, ...rest })
      if (conversation !== undefined) await engine.noteShown(conversation, recalled)
      const { memories, weak = [], text, reason } = recalled
      return { memories: memories.map(hitOf), weak: weak.map(hitOf), text, ...(reason && { reason }) }
    },
    async act(call) {
      const { memories, text, noteTold } = await engine.act(call)
      noteTold()
      return { memories, text }
    },
    async learn(messages, request) {
      await engine.register()
      return engine.extract({ messages, ...request })
    },
    inbox: inboxOf(engine, by),
    history({ memory, ...filter } = {}) {
      const found = memory === undefined ? undefined : lookFor(engine, memory)?.memory
      const wanted = memory === undefined ? {} : { memory: found ?? { id: memory, file: memory } }
      return readLog(engine.store.writer, { ...filter, ...wanted }).map(entryOf)
    },
    async undo(change) {
      await engine.register()
      const [{ changesToUndo, withTied }, answers] = await Promise.all([
        import('../memory/plan-undo.ts'),
        engine.answerUndo(),
      ])
      const { writer } = engine.store
      const { changes, answered } = changesToUndo(writer, answers, change)
      return answers.undo(withTied(writer, changes), by().actor, answered)
    },
    ready: ({ signal } = {}) => readyOf(engine, signal),
    watch: () => engine.followFiles(),
    close: () => engine.close(),
  }
}

async function listIn(
  engine: Engine,
  { type, order, limit, place, ...rest }: Parameters<Memdir['list']>[0] = {},
): Promise<Memory[]> {
  const filter = { ...rest, ...classifiedAs(type) }
  if (place !== undefined && place !== 'project')
    return listBeside(engine, { filter, order, most: limit }).flatMap((one) =>
      one.place.kind === place ? [one.memory] : [],
    )
  const listed = limit === undefined ? undefined : await engine.list({ most: limit, filter, order })
  return listed?.memories ?? chooseListed(engine.store.list(), filter, order).slice(0, limit)
}

/** What the types ask for, of callers without types. */
function checkOptions(options: Partial<MemdirOptions> | undefined): void {
  const { directory, env = {}, agent } = options ?? {}
  const isNamed = agent === undefined || (typeof agent === 'string' && agent.trim() !== '')
  if (typeof directory === 'string' && typeof env === 'object' && env !== null && isNamed) return
  throw new MemdirError('usage', message(libraryTexts.memdirOptions), {
    fix: message(libraryTexts.memdirOptionsFix),
  })
}

/** Whoever says that an agent writes is believed; that a person does inside an agent is not. */
function agentOf(given: string | undefined, calling: CallingAgent | undefined): CallingAgent | undefined {
  if (given === undefined) return calling
  return { name: programName(given.trim()), conversation: calling?.conversation }
}

function engineAt(engine: Engine, place: MemoryPlace = 'project'): Engine {
  return place === 'project' ? engine : engine.at(place)
}

function lookFor(engine: Engine, reference: string): PlacedMemory<Engine> | undefined {
  try {
    return findIn(engine, reference)
  } catch (error) {
    if (MemdirError.is(error) && error.code === 'not_found') return undefined
    throw error
  }
}

function addedMemory(outcome: AddOutcome): Memory {
  if ('memory' in outcome) return outcome.memory
  if (outcome.status === 'filtered')
    throw new MemdirError('refused_content', message(libraryTexts.textFiltered, { reason: outcome.reason }))
  const { id, reason } = outcome
  throw new MemdirError(
    'needs_person',
    message(originTexts.textWaits, { reason: message(HELD_REASONS[reason]) }),
    {
      fix: message(originTexts.textWaitsFix, { id: [id, ...optionsHolding(reason)].join(' ') }),
      details: { id },
    },
  )
}

function hitOf({
  memory,
  similarity,
  why,
  place,
}: Omit<MemoryHit, 'why'> & { why: unknown; place: Place }): MemoryHit {
  const { everywhere } = wordsOf(place).mark
  return { memory, similarity, why: why as MemoryHit['why'], ...(everywhere && { everywhere }) }
}

function entryOf(change: LoggedChange): HistoryEntry {
  const { id, group, time, actor, action, file, memory, source, reason, undoneBy } = change
  return {
    ...{ id, group, time, actor, action, file },
    ...(memory !== undefined && { memory }),
    ...(source && { source }),
    ...(reason !== undefined && { reason }),
    ...(undoneBy !== undefined && { undoneBy }),
  }
}

function inboxOf(engine: Engine, by: () => ReturnType<typeof speakingAs>): MemdirInbox {
  return {
    list: async () => (await engine.inbox()).list(),
    accept: async (...ids) => (await engine.inbox()).accept(ids, by()),
    edit: async (id, text) => (await engine.inbox()).edit(id, text, by()),
    async refuse(...ids) {
      await (await engine.inbox()).refuse(ids, by())
    },
  }
}

const ANOTHER_MS = 200

/** Words are up to date once the files were compared; vectors when the job has made them, here or in another process. */
async function readyOf(engine: Engine, signal: AbortSignal | undefined): ReturnType<Memdir['ready']> {
  if (!existsSync(engine.location.memory)) return { status: 'ready' }
  const background = await engine.background()
  for (;;) {
    const run = await background.run(EMBEDDING, { reason: 'ready' })
    if (run) break
    await delay(ANOTHER_MS, undefined, { signal })
  }
  const found = await engine.search({ query: 'memdir', limit: 1, threshold: 0, signal })
  const problem = found.mode === 'fulltext' ? await engine.whyByWords(found) : undefined
  return problem ? { status: 'words', problem } : { status: 'ready' }
}
