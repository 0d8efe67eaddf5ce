import { memoryActionsTexts } from '../../base/messages/memory-actions.ts'
import { message } from '../../base/messages/message.ts'
import { type AgentText, joinLines, joinTexts, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { inertFact, inertLine } from '../../base/text/inert-text.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { findIn, type PlacedMemory } from '../../memory/place-verbs.ts'
import { wordsOf } from '../../memory/places.ts'
import type { RecallResult } from '../../search/recall.ts'
import type { ClientHost } from '../client-host.ts'
import { type ClientTool, READS, type ToolAnswer } from './client-tool.ts'
import {
  episodeData,
  episodeLine,
  hitLine,
  leftOutData,
  memoryData,
  memoryLine,
  recallReasonText,
} from './describe-hits.ts'

export const explainTool: ClientTool = {
  name: 'explain',
  title: 'Explain a recall',
  description:
    'Says why recall attaches what it attaches to a message (`query`): what matched, how well, and what was left out and why; and where a memory (`id`) came from and when it changed. With both: why that memory was or was not among them. Use it when the person asks why you know something, or why you did not remember.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'The message that was or would be sent.' },
      id: { type: 'string', description: 'The id or the file name of a memory.' },
    },
    additionalProperties: false,
  },
  annotations: READS,
  async run(host, { query, id }) {
    const wanted = typeof id === 'string' ? findIn(host, id) : undefined
    if (typeof query === 'string') return explainRecall(host, query, wanted)
    if (!wanted)
      throw new MemdirError('usage', message(memoryActionsTexts.explainNeeds), {
        fix: message(memoryActionsTexts.giveQueryOrId),
      })
    const data = memoryData(wanted.memory, host.location.memory)
    return { text: joinLines(originLines(wanted)), data: { memory: data } }
  },
}

async function explainRecall(host: ClientHost, prompt: string, wanted?: PlacedMemory): Promise<ToolAnswer> {
  const result = await host.recall({ prompt, explain: true })
  const lines = [
    result.status === 'recalled'
      ? own`Recall would attach ${result.memories.length} and name ${result.weak?.length ?? 0} in a line, by ${inertFact(result.mode ?? '')} search:`
      : own`Recall would attach nothing: ${recallReasonText(result)}.`,
    ...result.memories.map((hit) => own`${hitLine(hit)}\n  why: ${inertLine(JSON.stringify(hit.why))}`),
    ...(result.weak ?? []).map((hit) => own`${hitLine(hit)} (weak: in a line)`),
    ...(result.episodes ?? []).map(episodeLine),
    ...leftOutData(result).map(
      ({ file, reason }) => own`- left out: ${inertLine(file)} (${inertLine(reason)})`,
    ),
    ...nearest(result),
    ...(wanted ? [NO_TEXT, ...originLines(wanted, placeIn(result, wanted))] : []),
  ]
  const why = result.memories.map(({ memory, similarity, why }) => ({
    id: memory.id,
    file: memory.file,
    similarity,
    why,
  }))
  return {
    text: joinLines(lines),
    data: {
      status: result.status,
      mode: result.mode,
      why,
      ...(result.episodes && { episodes: result.episodes.map(episodeData) }),
      left_out: leftOutData(result),
    },
  }
}

const NEAREST = 3

function nearest({ reason, nearest: near }: RecallResult): AgentText[] {
  if (reason !== 'nothing_fits' || !near || near.hits.length === 0) return []
  return [
    own`Nearest, where similarity ${near.needed} is needed:`,
    ...near.hits.slice(0, NEAREST).map((hit) => hitLine(hit, near.needed)),
  ]
}

/** Where a memory is among what came near, as recall judges. */
function placeIn({ memories, nearest: near, status }: RecallResult, { memory }: PlacedMemory): AgentText {
  const attached = memories.some((hit) => hit.memory.id === memory.id) ? own`attached` : own`not attached`
  if (status === 'skipped') return own`  ${attached}: memories were not looked for.`
  const at = near?.hits.findIndex((hit) => hit.memory.id === memory.id) ?? -1
  const hit = near?.hits[at]
  return hit
    ? own`  ${attached}; it is number ${at + 1} with similarity ${inertFact(hit.similarity.toFixed(2))}.`
    : own`  ${attached}; it does not match this message.`
}

function originLines({ memory, place }: PlacedMemory, found?: AgentText): AgentText[] {
  const { told } = wordsOf(place)
  const { source, created, updated } = memory
  const from = [
    inertFact(source?.origin ?? 'unknown origin'),
    source?.conversation ? own`conversation ${inertFact(source.conversation)}` : NO_TEXT,
    created ? own`created ${inertFact(created)}` : NO_TEXT,
    updated && updated !== created ? own`changed ${inertFact(updated)}` : NO_TEXT,
  ]
  const given = from.filter((part) => part !== '')
  return [
    memoryLine(memory),
    ...(told === '' ? [] : [own`  It ${told}.`]),
    ...(found ? [found] : []),
    own`  From: ${joinTexts(given, ', ')}.`,
  ]
}
