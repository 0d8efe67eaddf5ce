// The recall of one message, wired: which memories are searched, what the conversation has seen.

import { join } from 'node:path'
import type { OwnMemory } from '../base/agents/own-memory.ts'
import { message } from '../base/messages/message.ts'
import { searchTexts } from '../base/messages/search.ts'
import { isInside } from '../base/paths/is-inside.ts'
import { everywherePlace } from '../base/projects/everywhere.ts'
import { redactHead } from '../base/secrets/redact-for.ts'
import { isPersonsHome } from '../base/settings/config-home.ts'
import { budgetTimer } from '../base/time/budget-timer.ts'
import { once } from '../base/values/once.ts'
import { LOGS } from '../memory/daily-log.ts'
import { readDoubles } from '../memory/doubles-file.ts'
import { raiseOf, raisesByFile, readFeedback } from '../memory/feedback.ts'
import type { Memory } from '../memory/memory.ts'
import { listLive } from '../memory/memory-list.ts'
import { everywhereMemory } from '../memory/memory-prompt.ts'
import { provableSource } from '../memory/origin-rules.ts'
import { holdsMemories } from '../memory/scan-files.ts'
import type { Acted, ActionCall } from './act/tell-at-call.ts'
import { agentDirectories } from './agent-directories.ts'
import type { MemoryQuery, MemorySearch } from './memory-search.ts'
import { CATALOG, type ProjectContext } from './project-context.ts'
import type { UnreadHit } from './ranking/choose-hits.ts'
import { attachingPoint } from './recall/attaching-point.ts'
import type { Choose, RecallDependencies, RecallResult, RecallSearchResult } from './recall.ts'
import type { AskSelector } from './selector.ts'
import { readShown } from './shown-record.ts'
import type { IsLinked } from './similar-memories.ts'
import type { VerifiedTree } from './verify-memories.ts'

export type { Acted, ActionCall }

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

/** Writes down for the hooks of calls which words a call must have that could bring something up. */
export async function prepareCalls(context: ProjectContext): Promise<void> {
  const { prepareCalls } = await import('./act/tell-at-call.ts')
  await prepareCalls(context, () => triggeredMemories(context))
}

/** Those that have triggers, newest first: the project's, then those that hold everywhere. */
async function triggeredMemories(context: ProjectContext): Promise<Memory[]> {
  const now = context.clock.now()
  const live = (memories: readonly Memory[]) =>
    listLive(
      memories.filter(({ on }) => on?.length),
      {},
      now,
    )
  const here = live(context.store.list())
  const directory = everywhereMemory(context)
  if (directory === undefined) return here
  const there = context.ports.openEverywhere()
  try {
    return [...here, ...live(there.store.list()).map((one) => ({ ...one, file: join(directory, one.file) }))]
  } finally {
    await there.close()
  }
}

/** So many changed files are read while a prompt waits; more are left to the worker. */
const PROMPT_FILES = 1_000

export async function recallFor(context: ProjectContext, request: EngineRecall): Promise<RecallResult> {
  const { settings, location, clock } = context
  const { prompt, conversation, budget, recentTools, signal } = request ?? {}
  if (typeof prompt !== 'string') throw (await import('../base/text/check-given.ts')).notAText('prompt')
  const kept = agentDirectories(context)
  const [{ recall }, { query, directories: targets }] = await Promise.all([
    import('./recall.ts'),
    targetsOf(context, prompt, kept),
  ])
  const directories = targets.filter(holdsMemories)
  const askSelector = request.select === 'if-set' ? await selectorIfSet(context) : request.select
  const recorded = readShown(location.state, conversation)
  const { present } = request
  const { files = [], ...rest } = present ?? {}
  const shown = present ? { ...recorded, ...rest, shown: [...files] } : recorded
  const { beside = false, least } = request
  const point = attachingPoint(settings)
  const episodes = beside ? undefined : await episodesIfSet(context, prompt, conversation)
  const result = await recall(
    {
      memoryOn: context.switch.on,
      anyMemory: directories.length > 0 || episodes !== undefined,
      recallOn: settings.get('recall.enabled'),
      directory: location.memory,
      everywhere: everywherePlace(location.projects).memory,
      keptBy: (path) => keptIn(kept, path),
      tree: verifiedTree(location),
      maxMemories: settings.get('recall.maxMemories') ?? 5,
      redact: redactor(signal !== undefined && !beside),
      ...(askSelector && { askSelector, selectedOnly: beside, least }),
      ...(episodes && { episodes }),
      isLinked: likelyDoubles(location.state),
      point,
      leastFor: leastFor(location, point),
      search: (text, { limit, threshold, choose }) =>
        searchAll(context, { directories, kept }, choose, {
          text,
          limit,
          bySentence: true,
          minSimilarity: threshold ? point : 0,
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

/** Nothing is loaded without the setting. A message to a named agent is given what that agent remembers, and no more. */
async function episodesIfSet(
  context: ProjectContext,
  prompt: string,
  conversation: string | undefined,
): Promise<RecallDependencies['episodes']> {
  if (!context.settings.get('episodes.enabled') || prompt.includes('@agent-')) return undefined
  const { hasEpisodes, recallEpisodes } = await import('./recall/search-episodes.ts')
  return hasEpisodes(context) ? (asked) => recallEpisodes(context, asked, conversation) : undefined
}

/** What memories that were called wrong have to reach; read when the first hit is looked at. */
function leastFor(location: ProjectContext['location'], point: number) {
  const everywhere = everywherePlace(location.projects)
  const raises = once(() => {
    const there = raisesByFile(readFeedback(everywhere.state))
    const absolute = [...there].map(([file, feedback]) => [join(everywhere.memory, file), feedback] as const)
    return new Map([...raisesByFile(readFeedback(location.state)), ...absolute])
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

/** The project's memory, what holds in all projects and what agents keep themselves; or those of the agents that the message mentions. */
async function targetsOf(context: ProjectContext, prompt: string, kept: readonly OwnMemory[]) {
  const { memory } = context.location
  const logs = context.settings.get('dailyLog.enabled') ? [join(memory, LOGS)] : []
  const everywhere = everywhereMemory(context)
  const theirs = kept.map(({ directory }) => directory)
  const ours = [memory, ...logs, ...(everywhere === undefined ? [] : [everywhere]), ...theirs]
  if (!prompt.includes('@agent-')) return { query: prompt, directories: ours }
  const { findMentions, planTargets, withoutMentions } = await import('./recall/agent-mentions.ts')
  const memories = await context.ports.agentMemories()
  const { own, agents } = planTargets(findMentions(prompt), (name) => memories.get(name))
  return { query: withoutMentions(prompt), directories: [...(own ? ours : []), ...agents] }
}

async function searchAll(
  context: ProjectContext,
  { directories, kept }: { directories: readonly string[]; kept: readonly OwnMemory[] },
  choose: Choose | undefined,
  query: MemoryQuery,
): Promise<RecallSearchResult> {
  const { search, searchIn, searchLogs, location } = context
  const logs = join(location.memory, LOGS)
  const open = (directory: string): Promise<MemorySearch> =>
    directory === location.memory ? search() : directory === logs ? searchLogs() : searchIn(directory)
  const everywhere = everywherePlace(location.projects).memory
  const found = await Promise.all(
    directories.map(async (directory) => {
      const own = directory === location.memory || directory === logs
      const place = own ? asItIs : placer(context, directory)
      let leftOut: RecallResult['leftOut'] = []
      const chosen = (found: readonly UnreadHit[]): UnreadHit[] => {
        const all = found.map((hit) => ({ ...place(hit), hit }))
        const selection = choose?.(all) ?? { chosen: all, dropped: [] }
        leftOut = selection.dropped.map(({ hit, reason }) => ({ file: hit.memory.file, reason }))
        return selection.chosen.map(({ hit }) => hit)
      }
      const { hits, ...rest } = await (await open(directory)).search({ ...query, choose: chosen })
      const marked = everywhere === directory ? { everywhere: true as const } : {}
      const agent = kept.find((one) => one.directory === directory)?.title
      const keptBy = agent === undefined ? {} : { keptBy: agent }
      return { ...rest, leftOut, hits: hits.map((hit) => ({ ...place(hit), ...marked, ...keptBy })) }
    }),
  )
  // Each list is in an order of its own; where there is one alone, it stays as it is.
  const memories = found.filter((_, at) => directories[at] !== logs)
  const hits = withoutCopies(memories.flatMap((one) => one.hits))
  if (memories.length > 1) hits.sort((a, b) => b.similarity - a.similarity)
  // Entries of logs fill the places that memories leave, and take none.
  hits.push(...found.filter((_, at) => directories[at] === logs).flatMap((one) => one.hits))
  const files = found.reduce((sum, { left }) => sum + left, 0)
  const isBehind = files > 0 || found.some(({ vectorsLost }) => vectorsLost)
  return {
    hits: hits.slice(0, query.limit),
    mode: found[0]?.mode ?? 'fulltext',
    leftOut: found.flatMap((one) => one.leftOut),
    ...(isBehind && { behind: { files } }),
  }
}

/** What was taken over from an agent is the project's: the agent's own says nothing more. */
export function withoutCopies<Hit extends { memory: Pick<Memory, 'content'>; keptBy?: string }>(
  hits: readonly Hit[],
): Hit[] {
  if (hits.every(({ keptBy }) => keptBy === undefined)) return [...hits]
  const ours = new Set(hits.flatMap(({ keptBy, memory }) => (keptBy ? [] : memory.content.trim())))
  return hits.filter(({ keptBy, memory }) => !keptBy || !ours.has(memory.content.trim()))
}

function keptIn(kept: readonly OwnMemory[], path: string): string | undefined {
  return kept.find(({ directory }) => isInside(directory, path))?.title
}

const asItIs = <Hit>(hit: Hit): Hit => hit

interface Placed {
  memory: Pick<Memory, 'file' | 'source'>
}

/** Memories of another directory are identified by their absolute path, and are believed as far as their place allows. */
export function placer(context: ProjectContext, directory: string): <Hit extends Placed>(hit: Hit) => Hit {
  const inTree = isInTree(directory, context)
  return (hit) => {
    const { file, source } = hit.memory
    const proven = provableSource(source, { file, inTree })
    return { ...hit, memory: { ...hit.memory, file: join(directory, file), source: proven } }
  }
}

/** Whoever wrote the repository wrote what is in it. What is in the person's home directory is no repository's. */
function isInTree(directory: string, { home, env, location }: ProjectContext): boolean {
  const { root } = location.identity
  return isInside(root, directory) && !isInside(home, directory) && !isPersonsHome(root, env)
}
