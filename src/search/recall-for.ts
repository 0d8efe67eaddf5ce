// The recall of one message, wired: which memories are searched, what the conversation has seen.

import { message } from '../base/messages/message.ts'
import { searchTexts } from '../base/messages/search.ts'
import { redactHead } from '../base/secrets/redact-for.ts'
import { budgetTimer } from '../base/time/budget-timer.ts'
import { once } from '../base/values/once.ts'
import { readDoubles } from '../memory/doubles-file.ts'
import { raiseOf, raisesByFile, readFeedback } from '../memory/feedback.ts'
import type { Memory } from '../memory/memory.ts'
import { listLive } from '../memory/memory-list.ts'
import {
  agentPlace,
  entriesOf,
  holdsEntries,
  nameIn,
  type Place,
  placesOf,
  storesOf,
} from '../memory/places.ts'
import { holdsMemories } from '../memory/scan-files.ts'
import type { Guards } from './act/guards.ts'
import type { Acted, ActionCall, TriggeredMemory } from './act/tell-at-call.ts'
import { CATALOG, type ProjectContext } from './project-context.ts'
import { recallPoints } from './recall/recall-points.ts'
import type { RecallDependencies, RecallResult, RecallSearchResult } from './recall.ts'
import type { PlacesQuery } from './search-places.ts'
import type { AskSelector } from './selector.ts'
import { readShown } from './shown-record.ts'
import type { IsLinked } from './similar-memories.ts'
import type { VerifiedTree } from './verify-memories.ts'

export type { Acted, ActionCall, Guards }

export interface EngineRecall {
  prompt: string
  conversation?: string
  /** Files that are in the conversation already and not yet recorded as shown. */
  attached?: readonly string[]
  /** All that is in the conversation now, where whoever asks knows it: then the record of what it was shown does not count. */
  present?: { files: readonly string[]; bytes: number; ignoring: boolean }
  /** Characters that the face can take. */
  budget?: number
  recentTools?: readonly string[]
  /** Also how near each memory comes, attached or not. */
  explain?: boolean
  /** A small model picks, from more than search would give by itself; `if-set`: where the person asked for it. Without: search decides. */
  select?: AskSelector | 'if-set'
  /** With `select`, beside a recall by search: nobody waits, and without the model's answer nothing is given. */
  beside?: boolean
  /** With `select`: least similarity. */
  least?: number
  /** Given where somebody waits: then little is read that is not in the search data yet. */
  signal?: AbortSignal
}

/** What an agent is told at one of its calls: by comparison of strings. It counts as told only after `noteTold`. */
export async function actFor(context: ProjectContext, call: ActionCall): Promise<Acted> {
  const { tellAtCall } = await import('./act/tell-at-call.ts')
  return tellAtCall(context, call, () => triggeredMemories(context))
}

/** Calls that the person wants held back once; of the memories of this place. */
export async function guardsOf({ location }: ProjectContext): Promise<Guards> {
  return (await import('./act/guards.ts')).openGuards(location.state)
}

/** Writes down for the hooks of calls which words a call must have that could bring something up. */
export async function prepareCalls(context: ProjectContext): Promise<void> {
  const { prepareCalls } = await import('./act/tell-at-call.ts')
  await prepareCalls(context, () => triggeredMemories(context))
}

/** Those that have triggers, newest first: the project's, then those of the places beside. */
async function triggeredMemories(context: ProjectContext): Promise<TriggeredMemory[]> {
  const { heldFiles } = await import('./act/guards.ts')
  const now = context.clock.now()
  const found: TriggeredMemory[] = []
  for (const place of storesOf(context)) {
    const opened = place.isBeside ? context.ports.openAt(place.kind) : undefined
    try {
      const { store, location } = opened ?? context
      const triggered = store.list().filter(({ on }) => on?.length)
      const held = heldFiles(location.state, triggered)
      for (const one of listLive(triggered, {}, now))
        found.push({
          ...{ memory: { ...one, file: nameIn(place, one.file) }, on: one.on },
          held: held.has(one.file),
        })
    } finally {
      await opened?.close()
    }
  }
  return found
}

/** So many changed files are read while a prompt waits; more are left to the worker. */
const PROMPT_FILES = 1_000

export async function recallFor(context: ProjectContext, request: EngineRecall): Promise<RecallResult> {
  const { settings, location, clock } = context
  const { prompt, conversation, budget, recentTools, signal } = request ?? {}
  if (typeof prompt !== 'string') throw (await import('../base/text/check-given.ts')).notAText('prompt')
  const [{ recall }, { query, places }] = await Promise.all([
    import('./recall.ts'),
    targetsOf(context, prompt),
  ])
  const askSelector = request.select === 'if-set' ? await selectorIfSet(context) : request.select
  const recorded = readShown(location.state, conversation)
  const { present } = request
  const { files = [], ...rest } = present ?? {}
  const shown = present ? { ...recorded, ...rest, shown: [...files] } : recorded
  const { beside = false, least } = request
  const points = recallPoints(settings)
  const episodes = beside ? undefined : await episodesIfSet(context, prompt, conversation)
  const result = await recall(
    {
      memoryOn: context.switch.on,
      anyMemory: places.length > 0 || episodes !== undefined,
      recallOn: settings.get('recall.enabled'),
      directory: location.memory,
      tree: verifiedTree(location),
      maxMemories: settings.get('recall.maxMemories') ?? 5,
      redact: redactor(signal !== undefined && !beside),
      ...(askSelector && { askSelector, selectedOnly: beside, least }),
      ...(episodes && { episodes }),
      isLinked: likelyDoubles(location.state),
      points,
      leastFor: leastFor(context, points.attach),
      search: (text, { limit, threshold, choose }) =>
        searchAll(context, places, {
          choose,
          text,
          limit,
          bySentence: true,
          minSimilarity: threshold ? Math.min(points.attach, points.line ?? 1) : 0,
          now: clock.now(),
          // Without a worker every prompt reads as much as it has time for.
          most: signal && settings.get('background.enabled') ? PROMPT_FILES : undefined,
          hurry: signal !== undefined,
          signal,
        }),
    },
    {
      prompt: query,
      budget,
      recentTools,
      signal,
      explain: request.explain === true,
      now: clock.now(),
      shown: { ...shown, shown: [...shown.shown, ...(request.attached ?? [])] },
    },
  )
  return result.behind ? { ...result, ...catchUp(context, result.behind) } : result
}

/** So much of a prompt's second may be spent on looking for secrets in what was found; what is not done by then is left out. */
const SCAN_MS = 300
/** And so much on looking once more at what is shown of it: else the last one found would take all of them with it. */
const SHOWN_SCAN_MS = 150

/** One clock for all that a prompt finds. Patient where nobody waits. */
function redactor(isHurried: boolean): RecallDependencies['redact'] {
  const found = isHurried ? budgetTimer(SCAN_MS) : undefined
  const shownAgain = once(() => (isHurried ? budgetTimer(SHOWN_SCAN_MS) : undefined))
  return (text, shown) =>
    redactHead(text, {
      reader: 'agent',
      shown: shown ?? text.length,
      late: shown === undefined ? shownAgain() : found,
    })
}

async function selectorIfSet(context: ProjectContext): Promise<AskSelector | undefined> {
  if (!context.settings.get('selector.inHooks')) return undefined
  return (await import('./recall/hook-selector.ts')).hookSelector(context)
}

/** Nothing is loaded where there are none. A message to a named agent is given what that agent remembers, and no more. */
async function episodesIfSet(
  context: ProjectContext,
  prompt: string,
  conversation: string | undefined,
): Promise<RecallDependencies['episodes']> {
  const place = prompt.includes('@agent-') ? undefined : entriesOf(context).find(isSaid)
  if (!place) return undefined
  const { recallEpisodes } = await import('./recall/search-episodes.ts')
  return (asked) => recallEpisodes(context, place, asked, conversation)
}

const isSaid = ({ kind }: Place): boolean => kind === 'episodes'

/** What memories that were called wrong have to reach; read when the first hit is looked at. */
function leastFor(context: ProjectContext, point: number) {
  const raises = once(() => {
    const known = storesOf(context).flatMap((place) =>
      [...raisesByFile(readFeedback(place.state))].map(
        ([file, raise]) => [nameIn(place, file), raise] as const,
      ),
    )
    return new Map(known)
  })
  return ({ file, source }: Pick<Memory, 'file' | 'source'>) => {
    const raise = raiseOf(raises().get(file), source?.origin)
    return raise === 0 ? undefined : point + raise
  }
}

/** As the worker found them last; read when the first two are compared. */
function likelyDoubles(state: string): IsLinked {
  const pairs = once(() => new Set(readDoubles(state)?.pairs.map(({ one, other }) => `${one} ${other}`)))
  return (one, other) => pairs().has(`${one} ${other}`) || pairs().has(`${other} ${one}`)
}

/** What memories name is verified in this checkout. */
export function verifiedTree({ identity: { git, root }, state }: ProjectContext['location']): VerifiedTree {
  return git ? { root: git.workTree, git, state } : { root }
}

/** Search data that is missing is made by the worker; that is reported when it is started, and where there is none. */
function catchUp(
  context: ProjectContext,
  { files }: NonNullable<RecallResult['behind']>,
): Pick<RecallResult, 'notice' | 'noticeIsNew'> {
  const asked = context.ports.requestWork(CATALOG)
  if (files === 0) return {}
  const template =
    asked === 'started' || asked === 'running'
      ? searchTexts.searchDataBehind
      : searchTexts.searchDataBehindOff
  return { notice: message(template, { files }), noticeIsNew: asked === 'started' }
}

/** Those of the project; or the memories of the agents that the message mentions. */
async function targetsOf(
  context: ProjectContext,
  prompt: string,
): Promise<{ query: string; places: Place[] }> {
  const isAsked = (place: Place) => !isSaid(place) && holdsMemories(place.directory)
  const ours = () => placesOf(context).filter(isAsked)
  if (!prompt.includes('@agent-')) return { query: prompt, places: ours() }
  const { findMentions, planTargets, withoutMentions } = await import('./recall/agent-mentions.ts')
  const memories = await context.ports.agentMemories()
  const { own, agents } = planTargets(findMentions(prompt), (name) => memories.get(name))
  const theirs = agents.map((directory) => agentPlace(context.location.projects, directory)).filter(isAsked)
  return { query: withoutMentions(prompt), places: [...(own ? ours() : []), ...theirs] }
}

/** Entries of logs fill the places that memories leave, and take none. */
async function searchAll(
  context: ProjectContext,
  places: readonly Place[],
  query: PlacesQuery,
): Promise<RecallSearchResult> {
  const groups = [places.filter((place) => !holdsEntries(place)), places.filter(holdsEntries)]
  const { searchPlaces } = await import('./search-places.ts')
  const { hits, mode, leftOut, left: files, vectorsLost } = await searchPlaces(context, groups, query)
  const isBehind = files > 0 || vectorsLost
  return { hits, mode, leftOut, ...(isBehind && { behind: { files } }) }
}
