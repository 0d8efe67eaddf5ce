import { type AgentText, joinLines, joinTexts, NO_TEXT, own } from '../../lib/agent-text.ts'
import { inertFact, inertLine } from '../../lib/inert-text.ts'
import { ANSWER_SIMILARITY } from '../../recall/answer-similarity.ts'
import type { RecallResult } from '../../recall/recall.ts'
import type { ClientHost } from '../client-host.ts'
import { type ClientTool, READS } from './client-tool.ts'
import {
  episodeData,
  episodeLine,
  hitLine,
  leftOutData,
  memoryLine,
  recallReasonText,
} from './describe-hits.ts'
import { findMeant, type Meant } from './find-meant.ts'

export const explainTool: ClientTool = {
  name: 'explain',
  title: 'Explain a recall',
  description:
    'Says why recall attaches what it attaches to a message: what matched, how well, and what was left out and why. Give `id` as well to learn why a certain memory was or was not among them, where it came from and when it changed. Use it when the person asks why you know something, or why you did not remember.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'The message that was or would be sent.' },
      id: { type: 'string', description: 'The id or the file name of a memory.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: READS,
  async run(host, input) {
    const prompt = input.query as string
    const result = await host.recall({ prompt })
    const wanted = typeof input.id === 'string' ? findMeant(host, input.id) : undefined
    const about = wanted
      ? await explainMemory(
          host,
          prompt,
          wanted,
          result.memories.some((h) => h.memory.id === wanted.memory.id),
        )
      : []
    const lines = [
      result.status === 'recalled'
        ? own`Recall would attach ${result.memories.length}, by ${inertFact(result.mode ?? '')} search:`
        : own`Recall would attach nothing: ${recallReasonText(result)}.`,
      ...result.memories.map((hit) => own`${hitLine(hit)}\n  why: ${inertLine(JSON.stringify(hit.why))}`),
      ...(result.episodes ?? []).map(episodeLine),
      ...leftOutData(result).map(
        ({ file, reason }) => own`- left out: ${inertLine(file)} (${inertLine(reason)})`,
      ),
      ...(await nearest(host, prompt, result)),
      ...about,
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
  },
}

const NEAREST = 3

async function nearest(host: ClientHost, query: string, { reason }: RecallResult): Promise<AgentText[]> {
  if (reason !== 'nothing_fits') return []
  const { hits } = await host.search({ query, limit: NEAREST, threshold: 0 })
  if (hits.length === 0) return []
  return [own`Nearest, where similarity ${ANSWER_SIMILARITY} is needed:`, ...hits.map(hitLine)]
}

async function explainMemory(
  host: ClientHost,
  query: string,
  { memory, everywhere }: Meant,
  attached: boolean,
): Promise<AgentText[]> {
  const { hits } = await host.search({ query, limit: 50, threshold: 0 })
  const at = hits.findIndex((hit) => hit.memory.id === memory.id)
  const { source } = memory
  const from = [
    inertFact(source?.origin ?? 'unknown origin'),
    source?.conversation ? own`conversation ${inertFact(source.conversation)}` : NO_TEXT,
  ]
  const hit = hits[at]
  const place = hit
    ? own`is number ${at + 1} with similarity ${inertFact(hit.similarity.toFixed(2))}`
    : own`does not match this message`
  return [
    NO_TEXT,
    memoryLine(memory),
    ...(everywhere ? [own`  It holds in all projects of the user.`] : []),
    own`  ${attached ? own`attached` : own`not attached`}; it ${place}.`,
    own`  From: ${joinTexts(from, ', ')}.`,
  ]
}
