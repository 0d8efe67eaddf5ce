// The recall of one message: gate → search → select → verify → envelope. Never throws for the sake of a single part:
// whatever fails, less is attached.

import { resolve } from 'node:path'
import type { Message } from '../base/messages/message.ts'
import type { RecallReason } from '../base/messages/recall.ts'
import { type AgentText, NO_TEXT, redactText } from '../base/text/agent-text.ts'
import type { Memory } from '../memory/memory.ts'
import { holdsEntries, type Place } from '../memory/places.ts'
import { type Attachment, attachMemory, redactShown, renderEnvelope } from './envelope.ts'
import { gateRecall } from './gate.ts'
import type { MemoryWish } from './ignore-memory.ts'
import { FILE_BYTES } from './recall/cut-memory.ts'
import { linePoint, type RecallPoints } from './recall/recall-points.ts'
import type { Ranked } from './recall/select-memories.ts'
import { isExpired, type LeftOut, leftOutOf, selectMemories, shareOf } from './recall/select-memories.ts'
import { type WeakLine, weakLine } from './recall/weak-line.ts'
import type { Choose } from './search-places.ts'
import { type AskSelector, MANIFEST_FILES, selectByModel } from './selector.ts'
import type { ShownRecord } from './shown-record.ts'
import { type IsLinked, newerFirst, type SimilarMemories, withSameSubjects } from './similar-memories.ts'
import { type VerifiedTree, verifyMemories } from './verify-memories.ts'

export interface RecallHit {
  /**
   * Its file is a path below the memory directory, or an absolute path where it is elsewhere. What was recalled has as much
   * text as is shown, without secrets.
   */
  memory: Memory
  /** 0–1: how likely it is what the prompt needs. */
  similarity: number
  /** Matched terms, similarity, prior, final score. */
  why: unknown
  place: Place
  /** Others that are attached with it are on the same subject. */
  similar?: SimilarMemories
}

export interface RecallSearchResult {
  /** Best first; with a threshold already applied, so that nothing is a valid answer. Of a choice what was chosen. */
  hits: RecallHit[]
  /** `fulltext` when there are no vectors to ask. */
  mode: 'hybrid' | 'fulltext' | 'vectors'
  /** The search data is not up to date: so many files are not in it, or their vectors are lost. */
  behind?: { files: number }
  /** What was not chosen, and why. */
  leftOut?: LeftOut[]
}

export interface EpisodesAsked {
  prompt: string
  /** At most so many. */
  places: number
  /** That are attached: what they say need not be said again. */
  memories: readonly Memory[]
  shown: ReadonlySet<string>
  now: Date
  signal?: AbortSignal
}

export interface RecalledEpisode {
  hit: RecallHit
  attachment: Attachment
}

export interface RecallDependencies {
  /** What the person said in earlier conversations, where they want that. Asked when memories leave places. */
  episodes?(asked: EpisodesAsked): Promise<RecalledEpisode[]>
  /** Best first. `threshold: false` also returns what is below it, for a model to judge. */
  search(
    query: string,
    options: { limit: number; threshold: boolean; choose?: Choose },
  ): Promise<RecallSearchResult>
  /** A small model that picks from a manifest, if one is configured. */
  askSelector?: AskSelector
  /** Search has answered beside it: where the model gives no answer, nothing is added, such as what was written since. */
  selectedOnly?: boolean
  /** Least similarity of what a model may pick. */
  least?: number
  /**
   * Cuts secrets out of files that others wrote; of a long text only as much as is shown is looked at and returned. Undefined:
   * there was no time for it.
   */
  redact(text: string, shown?: number): Promise<string | undefined>
  memoryOn: boolean
  /** False: nothing was ever remembered here. */
  anyMemory: boolean
  recallOn: boolean
  /** The memory directory. */
  directory: string
  /** The checkout, for live verification. */
  tree: VerifiedTree
  maxMemories: number
  points: RecallPoints
  /** How similar a memory has to be at least, where it was called wrong. */
  leastFor?(memory: Ranked['memory']): number | undefined
  /** Whether two files, by their hashes, are known to say nearly the same. Asked where two or more are attached. */
  isLinked?: IsLinked
}

interface RecallRequest {
  /** The latest message that the person typed. */
  prompt: string
  /** What this conversation was shown and read. */
  shown: ShownRecord
  /** Characters that the face can take. */
  budget?: number
  recentTools?: readonly string[]
  /** Also how near each memory comes, attached or not. */
  explain?: boolean
  now: Date
  signal?: AbortSignal
}

export interface RecallResult {
  status: 'recalled' | 'nothing' | 'skipped'
  /** Why nothing was attached. */
  reason?: RecallReason
  mode?: RecallSearchResult['mode']
  memories: RecallHit[]
  /** Those that are in the text in a line each. */
  weak?: RecallHit[]
  /** What the person said in earlier conversations, where memories left places and the person wants that. */
  episodes?: RecallHit[]
  /** Exactly what is injected; empty when nothing is. */
  text: AgentText
  /** What it was recalled for, where something was. */
  prompt?: string
  /** The message asks to leave memory aside, or to use it again: `noteShown` keeps what holds for the conversation. */
  wish?: MemoryWish
  /** What matched but was not attached, and why. */
  leftOut: LeftOut[]
  behind?: RecallSearchResult['behind']
  /** Where it was asked for: what came nearest, best first, as recall itself judges, and what is needed. */
  nearest?: { hits: RecallHit[]; needed: number; line?: number }
  /** For the person: why less than usual was found. New where nothing was done about it before. */
  notice?: Message
  noticeIsNew?: boolean
}

/** More than are attached, because some of the best may have been shown before. */
export const CANDIDATES = 30

/** With `explain` also what came near. */
export async function recall(deps: RecallDependencies, request: RecallRequest): Promise<RecallResult> {
  const result = await attach(deps, request)
  if (!request.explain || result.status === 'skipped') return result
  const { hits } = await deps.search(request.prompt, { limit: CANDIDATES, threshold: false })
  const { attach: needed, line } = lowered(deps.points, request)
  return { ...result, nearest: { hits, needed, ...(line !== undefined && { line }) } }
}

/** The points for what this conversation was given so far. */
function lowered({ attach, line }: RecallPoints, { shown }: RecallRequest): RecallPoints {
  return { attach, ...(line !== undefined && { line: linePoint(line, shown.shown.length) }) }
}

async function attach(deps: RecallDependencies, request: RecallRequest): Promise<RecallResult> {
  const { memoryOn, anyMemory, recallOn } = deps
  const gate = gateRecall({
    memoryOn,
    anyMemory,
    recallOn,
    message: request.prompt,
    shownBytes: request.shown.bytes,
    ignoring: request.shown.ignoring === true,
  })
  const wish = gate.wish && { wish: gate.wish }
  if (gate.status === 'skipped')
    return { status: 'skipped', reason: gate.reason, memories: [], text: NO_TEXT, leftOut: [], ...wish }
  const rules = {
    limit: deps.maxMemories,
    shown: new Set(request.shown.shown),
    read: new Set(request.shown.read),
    now: request.now,
    leastFor: deps.leastFor,
  }
  const points = lowered(deps.points, request)
  const choose: Choose = (hits) => {
    const { chosen, weak, dropped } = selectMemories({ ...rules, ...points, hits })
    return { chosen: [...chosen, ...weak], dropped }
  }
  // What a model has picked is attached, however near it comes.
  const pick: Choose = (hits) => selectMemories({ ...rules, attach: 0, hits })
  const found = await findHits(deps, request, { choose, pick })
  const isStrong = ({ similarity }: RecallHit) => found.byModel || similarity >= points.attach
  const told = withSameSubjects(found.hits, isStrong, deps.isLinked)
  // Entries fill the places that memories leave.
  const strong = told.toSorted(entriesLast).slice(0, deps.maxMemories)
  const weak = found.hits.filter((hit) => !strong.includes(hit))
  const ordered = newerFirst(strong, deps.isLinked)
  const cleaned = await Promise.all(ordered.map((hit) => withoutSecrets(hit, deps.redact)))
  const sighted = cleaned.filter((hit) => hit !== undefined)
  const episodes = await fillPlaces(deps, request, sighted.length, found.hits)
  const made = await attachAll(deps, sighted, request.now)
  const attachments = made.filter((attachment) => attachment !== undefined)
  const clean = sighted.filter((_, at) => made[at] !== undefined)
  const seen = new Set(clean.map(({ memory }) => memory.file))
  const unscanned = ordered.filter(({ memory }) => !seen.has(memory.file))
  const lines = await linesOf(deps, weak)
  const { text, ...envelope } = renderEnvelope(
    [...attachments, ...episodes.map(({ attachment }) => attachment)],
    { budget: request.budget, unscanned: unscanned.length, lines },
  )
  const attached = new Set(envelope.attached.map(({ file }) => file))
  const leftOut: LeftOut[] = [
    ...envelope.leftOut.map((file) => ({ file, reason: 'over_budget' as const })),
    ...unscanned.map(({ memory }) => ({ file: memory.file, reason: 'unscanned' as const })),
    ...(found.leftOut ?? []),
  ]
  const memories = clean.filter(({ memory }) => attached.has(memory.file))
  const said = episodes.flatMap(({ hit }) => (attached.has(hit.memory.file) ? [hit] : []))
  const named = weak.filter(({ memory }) => envelope.named.includes(memory.file))
  const { mode, behind } = found
  if (memories.length + said.length + named.length === 0) {
    const reason = found.hits.length === 0 && leftOut.length === 0 ? 'nothing_fits' : 'all_left_out'
    return { status: 'nothing', reason, mode, memories, text: NO_TEXT, leftOut, behind, ...wish }
  }
  return {
    status: 'recalled',
    mode,
    memories,
    ...(named.length > 0 && { weak: named }),
    ...(said.length > 0 && { episodes: said }),
    text,
    prompt: request.prompt,
    leftOut,
    behind,
    ...wish,
  }
}

function entriesLast(one: RecallHit, other: RecallHit): number {
  return Number(holdsEntries(one.place)) - Number(holdsEntries(other.place))
}

/** Without secrets, also once more as it will be read. */
async function linesOf(
  { directory, redact }: RecallDependencies,
  hits: readonly RecallHit[],
): Promise<WeakLine[]> {
  const lines = await Promise.all(
    hits.map(async (hit) => {
      const { file } = hit.memory
      const [clean, cleanFile] = [await withoutSecrets(hit, redact), await redact(file)]
      if (clean === undefined || cleanFile === undefined) return []
      const text = await redactShown(weakLine({ ...clean.memory, file: cleanFile }), directory, redact)
      return text === undefined ? [] : [{ file, text }]
    }),
  )
  return lines.flat()
}

/** Below the memories: never in the place of one, and at most two of five. Whatever fails there, memories are attached. */
async function fillPlaces(
  { episodes, maxMemories, directory, redact }: RecallDependencies,
  { prompt, shown, now, signal }: RecallRequest,
  taken: number,
  hits: readonly RecallHit[],
): Promise<RecalledEpisode[]> {
  const places = Math.min(maxMemories - taken, shareOf(maxMemories))
  if (!episodes || places <= 0) return []
  try {
    const memories = hits.map(({ memory }) => memory)
    const found = await episodes({ prompt, places, memories, shown: new Set(shown.shown), now, signal })
    const clean = await Promise.all(
      found.slice(0, places).map(async ({ hit, attachment }) => {
        const body = await redactShown(attachment.body, directory, redact)
        return body === undefined ? [] : [{ hit, attachment: { ...attachment, body } }]
      }),
    )
    return clean.flat()
  } catch {
    return []
  }
}

/** With a model: search pre-ranks, the model picks. Without, or when it fails: search with its threshold. */
async function findHits(
  deps: RecallDependencies,
  request: RecallRequest,
  { choose, pick }: { choose: Choose; pick: Choose },
): Promise<RecallSearchResult & { byModel?: boolean }> {
  const { askSelector, least = 0 } = deps
  const byThreshold = () => deps.search(request.prompt, { limit: CANDIDATES, threshold: true, choose })
  if (!askSelector) return byThreshold()
  const wide = await deps.search(request.prompt, { limit: MANIFEST_FILES, threshold: false })
  const seen = new Set([...request.shown.shown, ...request.shown.read])
  const isOpen = ({ memory, similarity }: RecallHit) =>
    similarity >= least && !seen.has(memory.file) && !isExpired(memory, request.now)
  const open = wide.hits.filter(isOpen)
  if (open.length === 0) return { ...wide, hits: [] }
  const ask: AskSelector = async (asked) =>
    askSelector({ ...asked, user: (await redactText(asked.user, deps.redact)) ?? NO_TEXT })
  const outcome = await selectByModel(ask, {
    message: request.prompt,
    candidates: open.map((hit) => hit.memory),
    limit: deps.maxMemories,
    recentTools: request.recentTools,
    signal: request.signal,
  })
  if (outcome.status === 'failed') return deps.selectedOnly ? { ...wide, hits: [] } : byThreshold()
  const byFile = new Map(open.map((hit) => [hit.memory.file, hit]))
  const { chosen, dropped } = pick(outcome.files.flatMap((file) => byFile.get(file) ?? []))
  return { ...wide, byModel: true, hits: chosen, leftOut: dropped.map(leftOutOf) }
}

interface SightedHit extends RecallHit {
  /** Its file goes on where its content ends. */
  goesOn: boolean
}

/**
 * Cut to what is shown of it, then without secrets: what nobody sees is not looked through while somebody waits. Undefined:
 * there was no time even for that.
 */
async function withoutSecrets(
  hit: RecallHit,
  redact: RecallDependencies['redact'],
): Promise<SightedHit | undefined> {
  const { name, description = '', content } = hit.memory
  const body = content.trim()
  const [cleanName, cleanDescription, cleanBody] = await Promise.all(
    [name, description, body].map((text) => redact(text, FILE_BYTES)),
  )
  if (cleanName === undefined || cleanDescription === undefined || cleanBody === undefined) return undefined
  const described = hit.memory.description === undefined ? {} : { description: cleanDescription }
  const memory = { ...hit.memory, name: cleanName, ...described, content: cleanBody }
  return { ...hit, memory, goesOn: body.length > FILE_BYTES }
}

/** The hits are without secrets. Undefined for one that could not be looked at once more. */
async function attachAll(
  deps: RecallDependencies,
  hits: readonly SightedHit[],
  now: Date,
): Promise<(Attachment | undefined)[]> {
  const { directory, redact } = deps
  const verifications = await verifyMemories(
    deps.tree,
    hits.map(({ memory }) => memory),
    now,
  )
  return Promise.all(
    hits.map(async ({ memory, similar, goesOn, place }, at) => {
      // A name can be a key, too. Only what is shown: a memory is known by its real one.
      const file = await redact(memory.file)
      if (file === undefined) return undefined
      const path = resolve(directory, file)
      const attachment = attachMemory({
        ...{
          memory: { ...memory, file },
          path,
          now,
          verification: verifications[at],
          similar,
          goesOn,
          place,
        },
      })
      // Once more as it will be read: a key may have been in pieces that only now are one.
      const header = await redactShown(attachment.header, directory, redact)
      const body = await redactShown(attachment.body, directory, redact)
      if (header === undefined || body === undefined) return undefined
      return { ...attachment, file: memory.file, header, body }
    }),
  )
}
