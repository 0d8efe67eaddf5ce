// The background jobs of a project, each made from the plain function of a feature. In the order in which they begin
// where several are due.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { agentMemories, existingMemories } from '../agent/agent-memories.ts'
import { EXTRACTION_FAILED, EXTRACTION_GIVEN_UP } from '../base/messages/extraction.ts'
import {
  JOB_OUT_OF_TIME,
  LIST_INCOMPLETE,
  NO_FILE_LIST,
  TURNS_DROPPED,
  TURNS_FAILED,
} from '../base/messages/jobs.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { isOver } from '../base/values/time-limit.ts'
import { removeOldClaims } from '../connect/events/claim-event.ts'
import { hasEndedLines } from '../memory/files/ended-lines.ts'
import { isCleanUpDue } from '../memory/records/clean-up.ts'
import { removeOldSeen } from '../models/seen-prompts.ts'
import { openTurnLogs } from '../models/turn-log.ts'
import { removeOldPrompts } from '../models/typed-prompts.ts'
import { agentDirectories } from '../search/agent-directories.ts'
import { embedEntries, entriesToEmbed } from '../search/embed-entries.ts'
import { isEmbedded, markEmbedded, seenFiles } from '../search/embedded-mark.ts'
import { embeddingBasis } from '../search/embedding-basis.ts'
import { searchesIn, stateOf } from '../search/lazy-search.ts'
import { areSymbolsDue, listSymbols, removeAbandonedLists } from '../search/list-symbols.ts'
import type { MemorySearch } from '../search/memory-search.ts'
import { recover } from '../search/open-project-store.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { removeOldConversations } from '../search/recall/old-conversations.ts'
import { agentsMemories } from './agents-memories.ts'
import { areLogsDue, distilLogs } from './distil-logs.ts'
import type { OperationName } from './dream/dream-plan.ts'
import type { DreamPhase, DreamReport } from './dream/run-dream.ts'
import { dreamGate } from './dream-gate.ts'
import { openCursors } from './extract/cursors.ts'
import { MOST_TRIES } from './extract/plan-extraction.ts'
import { proveReported } from './extract/prove-reported.ts'
import type { ExtractionOutcome } from './extract/run-extraction.ts'
import { areEpisodesDue, gatherEpisodes } from './gather-episodes.ts'
import { noteHeardTurn } from './heard-conversations.ts'
import { noteUsedIn } from './note-used.ts'
import { removeForeignNotes } from './notes/own-logs.ts'
import { noteTurn } from './notes-of-conversations.ts'
import { isOwnTurn } from './own-turns.ts'
import { EMBEDDING } from './request-work.ts'
import { drainSpool, takeDropped, type Unfinished } from './worker/drain-spool.ts'
import { type Job, type JobContext, type JobState, lastRun, type Outcome } from './worker/job.ts'
import { SPOOL_TURNS, type SpooledTurn, spooledFiles } from './worker/spool-files.ts'

const MINUTE_MS = 60_000
/** How long a provider that is down is left alone. */
const UNAVAILABLE_MS = 10 * MINUTE_MS
/** The job that lists the names in the checkout. */
export const SYMBOLS = 'symbols'
export const DOUBLES = 'doubles'
export const DREAM = 'dream'
export const LOGS_JOB = 'logs'
export const EPISODES = 'episodes'
/** Embedding ends a step that has begun: it stops early enough for that. */
const LAST_STEP_MS = 15_000

export interface JobsOptions {
  /** All search data is made again. */
  remake?: boolean
  /** Today's log is distilled, too. */
  allLogs?: boolean
  /** Who waits for a dream is told how far it is, and what it did. */
  dream?: { onPhase(phase: DreamPhase): void; onReport(report: DreamReport): void }
}

export function backgroundJobs(context: ProjectContext, { remake, dream, allLogs }: JobsOptions = {}): Job[] {
  return [
    endedTurns(context),
    cleanUp(context),
    agentsMemories(context),
    embedding(context, remake === true),
    embeddingOfAgents(context, remake === true),
    embeddingOfEntries(context),
    likelyDoubles(context),
    symbolList(context),
    dreaming(context, dream),
    dailyLogs(context, allLogs === true),
    episodes(context),
  ]
}

/** What the turns of other agents' conversations left to do. */
function endedTurns(context: ProjectContext): Job {
  const { env, store, location } = context
  return {
    name: 'turns',
    limitMs: 5 * MINUTE_MS,
    isDue: () => spooledFiles(location.state).length > 0,
    async run(run) {
      const { signal, log } = run
      const { openTurnExtraction } = await import('./extract-turn.ts')
      const counted = {
        signal,
        // Opened when a model is asked for the first time.
        get spend() {
          return run.spend
        },
        onFallback: () => log.did('by rules'),
      }
      const extraction = openTurnExtraction(context, counted)
      const openLog = openTurnLogs(location.state, env)
      const handle = async (turn: SpooledTurn) => {
        // A conversation of our own did the rest itself.
        const others = !isOwnTurn(turn)
        const said = openLog(turn)
        if (others) noteHeardTurn(context, turn, said)
        if (others) log.did('proven', await proveReported(store, turn, said))
        if (others && (await noteTurn(context, turn, said, counted))) log.did('notes')
        const learnt = await extraction.extract(turn, said, signal)
        noteExtraction(log, learnt)
        if (others) log.did('used', await noteUsedIn(context, turn, said))
        log.did('turns')
        return unfinished(learnt)
      }
      removeOldClaims(location.state)
      const { errors, complete, unavailable, again } = await drainSpool(location.state, handle, signal)
      const { noteWaiting } = await import('../memory/inbox/inbox.ts')
      await noteWaiting(context).catch(() => {})
      const [first] = errors
      if (first)
        throw new MemdirError('internal', message(TURNS_FAILED, { count: errors.length, problem: first }))
      if (unavailable) return { status: 'later', until: Date.now() + UNAVAILABLE_MS, reason: unavailable }
      if (again) return { status: 'later', until: Date.now() + UNAVAILABLE_MS, reason: again }
      const dropped = takeDropped(location.state)
      if (dropped === 0) return ended(complete)
      log.did('dropped', dropped)
      const reason = message(TURNS_DROPPED, { count: dropped, limit: SPOOL_TURNS })
      return { ...ended(complete), reason }
    },
  }
}

function noteExtraction(log: JobContext['log'], outcome: ExtractionOutcome | undefined): void {
  if (outcome?.status === 'done') {
    log.did('saved', outcome.saved.length)
    log.did('candidates', outcome.candidates)
    log.did('quarantined', outcome.quarantined)
    if (outcome.failure?.isLast) log.did('given up')
  } else if (outcome?.reason === 'given-up') log.did('given up')
}

/** A model that failed is asked once more; what rules found is stored already. */
function unfinished(outcome: ExtractionOutcome | undefined): Unfinished | undefined {
  const failure = outcome?.status === 'done' ? outcome.failure : undefined
  if (!failure) return undefined
  const { problem, isLast } = failure
  const template = isLast
    ? message(EXTRACTION_GIVEN_UP, { tries: MOST_TRIES, problem })
    : message(EXTRACTION_FAILED, { problem })
  return { problem: template, isLast }
}

/** Before the search data is brought up to date, so that what goes is gone from there, too. */
function cleanUp(context: ProjectContext): Job {
  const { settings, location, clock, records } = context
  return {
    name: 'clean-up',
    limitMs: 5 * MINUTE_MS,
    isDue: () =>
      settings.get('cleanup.autoCleanup') &&
      existsSync(location.memory) &&
      (isCleanUpDue(location.state, settings.get('cleanup.interval') ?? 24, clock.now().getTime()) ||
        hasEndedLines(location.memory, clock.now().getTime())),
    async run({ log, signal }) {
      const done = await (await records()).cleanUpIfDue({ actor: 'memdir' }, signal)
      log.did('expired', done?.removed.length ?? 0)
      log.did('trimmed', done?.history.dropped ?? 0)
      const now = clock.now()
      openCursors(join(location.state, 'cursors')).removeOld(now)
      removeOldPrompts(location.state, now)
      removeOldSeen(location.state)
      log.did('conversations', removeOldConversations(location.state, now))
      log.did('lists', removeAbandonedLists(location.state))
      log.did('foreign notes', await removeForeignNotes(context))
      return { status: 'done' }
    },
  }
}

function embedding(context: ProjectContext, remake: boolean): Job {
  const place = { directory: context.location.memory, state: context.location.state }
  return {
    name: EMBEDDING,
    basis: embeddingBasis(context.settings),
    limitMs: 10 * MINUTE_MS,
    isDue: () => existsSync(place.directory) && !isEmbedded(place, context.settings),
    async run(run) {
      await recover(context)
      const seen = seenFiles(place, context.settings)
      const outcome = await embed(await context.workSearch(), run, remake)
      if (outcome.status === 'done') markEmbedded(place, seen)
      return outcome
    },
  }
}

/** What named agents remember, and agents in directories of their own, is found by meaning too. */
function embeddingOfAgents(context: ProjectContext, remake: boolean): Job {
  const places = () =>
    [
      ...existingMemories(agentMemories(context)),
      ...agentDirectories(context).map(({ directory }) => directory),
    ].map((directory) => ({
      directory,
      state: stateOf(context.location.projects, directory),
    }))
  return {
    name: 'agent-memories',
    basis: embeddingBasis(context.settings),
    limitMs: 10 * MINUTE_MS,
    isDue: () => places().some((place) => !isEmbedded(place, context.settings)),
    async run(run) {
      const searchIn = searchesIn(context.location.projects, { ...context, mayConvert: true })
      const errors: unknown[] = []
      let isComplete = true
      try {
        for (const place of places()) {
          try {
            const seen = seenFiles(place, context.settings)
            const outcome = await embed(await searchIn(place.directory), run, remake)
            if (outcome.status === 'done') markEmbedded(place, seen)
            else isComplete = false
          } catch (error) {
            errors.push(error)
          }
        }
      } finally {
        await searchIn.close()
      }
      if (errors.length > 0) throw errors[0]
      return ended(isComplete)
    },
  }
}

/** Of daily logs and earlier conversations, where the person uses them. */
function embeddingOfEntries(context: ProjectContext): Job {
  return {
    name: 'entries',
    basis: embeddingBasis(context.settings),
    limitMs: 10 * MINUTE_MS,
    isDue: () => entriesToEmbed(context).length > 0,
    async run(run) {
      const isComplete = async (search: MemorySearch) => (await embed(search, run)).status === 'done'
      return ended(await embedEntries(context, isComplete))
    },
  }
}

/** With vectors at hand, what is new is compared with everything else. */
function likelyDoubles({ location, records }: ProjectContext): Job {
  return {
    name: DOUBLES,
    limitMs: 5 * MINUTE_MS,
    isDue: (state) => existsSync(location.memory) && areDoublesDue(state),
    async run({ log, signal, deadline }) {
      const limit = { signal, deadline: deadline - LAST_STEP_MS }
      const doubles = await (await records()).findLikelyDoubles({ recent: true, ...limit })
      // What was cut off begins at the same place again: no progress.
      const isComplete = !isOver(limit)
      if (isComplete) log.did('doubles', doubles.length)
      return ended(isComplete)
    },
  }
}

/** The names in the checkout's files, for live verification. Outside git there is none. */
function symbolList(context: ProjectContext): Job {
  return {
    name: SYMBOLS,
    limitMs: 5 * MINUTE_MS,
    isDue: (_, now) => areSymbolsDue(context, now),
    async run({ signal, deadline, log }) {
      const listed = await listSymbols(context, { signal, deadline })
      if (!listed) return { status: 'done' }
      if (listed.status === 'stopped') return ended(false)
      if (listed.status === 'no-git')
        return { status: 'later', until: Date.now() + 60 * MINUTE_MS, reason: message(NO_FILE_LIST) }
      log.did('files listed', listed.files)
      log.did('files read', listed.read)
      return listed.complete ? ended(true) : { status: 'done', reason: message(LIST_INCOMPLETE) }
    },
  }
}

/** After turns have ended, once a day where there were conversations; or when a person asks for it. */
function dreaming(context: ProjectContext, watcher: JobsOptions['dream']): Job {
  const { location } = context
  return {
    name: DREAM,
    limitMs: 15 * MINUTE_MS,
    isDue: (_, now) => existsSync(location.memory) && dreamGate(context, now).status === 'due',
    async run(run) {
      const { dreamNow } = await import('./dream.ts')
      const { log, signal } = run
      const report = await dreamNow(context, {
        signal,
        spend: () => run.spend,
        onProgress: log.progress,
        ...(watcher && { onPhase: watcher.onPhase }),
      })
      for (const op of new Set(report.operations.map((one) => one.op)))
        log.did(DREAMT[op], report.operations.filter((one) => one.op === op).length)
      log.did('held', report.held.length)
      log.did('improved', report.improved)
      watcher?.onReport(report)
      if (report.failure) throw report.failure
      return { status: 'done' }
    },
  }
}

/** In daily-log mode, when the first turn of a new day has ended. */
function dailyLogs(context: ProjectContext, all: boolean): Job {
  return {
    name: LOGS_JOB,
    limitMs: 5 * MINUTE_MS,
    isDue: () => context.switch.on && areLogsDue(context),
    async run(run) {
      const { log, signal } = run
      const { entries, memories } = await distilLogs(context, {
        ...{ all, signal, spend: () => run.spend },
        onFallback: () => log.did('by rules'),
      })
      log.did('entries', entries)
      log.did('distilled', memories)
      return { status: 'done' }
    },
  }
}

/** The person's turns of past conversations, where they want that; where they no longer do, they go. */
function episodes(context: ProjectContext): Job {
  return {
    name: EPISODES,
    limitMs: 5 * MINUTE_MS,
    isDue: () => context.switch.on && areEpisodesDue(context),
    async run({ log, signal, deadline }) {
      const limit = { signal, deadline: deadline - LAST_STEP_MS }
      const gathered = await gatherEpisodes(context, limit)
      log.did('conversations', gathered.conversations)
      log.did('episodes', gathered.episodes)
      return ended(gathered.complete)
    },
  }
}

const DREAMT: Record<OperationName, string> = {
  merge: 'merged',
  supersede: 'superseded',
  move: 'moved',
  drop: 'dropped',
  rewrite: 'dated',
  archive: 'archived',
  index: 'index lines',
}

/** After an embedding that found something new, and not while one runs. */
export function areDoublesDue(state: JobState): boolean {
  if (lastRun(state, EMBEDDING)?.status === 'running') return false
  const last = lastRun(state, DOUBLES)
  if (last && last.status !== 'done') return true
  const since = state.runs.filter(({ job, started }) => job === EMBEDDING && started >= (last?.started ?? ''))
  return since.some(({ did }) => Object.values(did).some((count) => count > 0))
}

async function embed(search: MemorySearch, run: JobContext, remake = false): Promise<Outcome> {
  const { signal, log } = run
  const deadline = run.deadline - LAST_STEP_MS
  const onProgress = (done: number, total: number) => log.progress(done, total)
  const { complete, ...did } = await search.work({ signal, deadline, rebuild: remake, onProgress })
  for (const [what, count] of Object.entries(did)) log.did(what, count)
  return ended(complete)
}

function ended(complete: boolean): Outcome {
  return complete ? { status: 'done' } : { status: 'stopped', reason: message(JOB_OUT_OF_TIME) }
}
