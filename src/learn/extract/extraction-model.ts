// What a model does for extraction, where one is configured: it proposes, says what a statement is to the memories that
// are nearest to it, and which candidates are worth keeping. Without one, or over the cap, the rules do all of it.

import type { Memory } from '../../memory/memory.ts'
import type { JudgedAs } from '../../memory/records.ts'
import { backgroundModel } from '../../models/conversation-models.ts'
import type { Spend } from '../../models/spend.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { recordSearch } from '../../search/search-memories.ts'
import type { Candidate } from './candidates.ts'
import type { Statement } from './check-proposal.ts'
import type { Extractor } from './extractor.ts'
import { judgeCandidates } from './judge-candidates.ts'
import { JUDGED_MEMORIES, judgeUpdate } from './judge-update.ts'
import { structuredExtractor } from './structured-extractor.ts'

export interface ExtractionModel {
  /** One structured call for a conversation that is not ours. */
  readonly structured: Extractor
  /** What the statement is to a memory; undefined: nothing, or nobody could say. */
  judge(statement: Statement): Promise<JudgedAs | undefined>
  /** Which of the candidates that it has not seen are to be kept. Throws where it cannot be asked. */
  choose(candidates: readonly Candidate[], signal: AbortSignal): Promise<string[]>
}

/** undefined: none is configured, or the person wants rules alone. */
export function extractionModel(
  context: ProjectContext,
  spend: Spend,
  rules: Extractor,
): ExtractionModel | undefined {
  const { settings, env } = context
  const model = settings.get('extraction.byModel') ? backgroundModel(settings, env) : undefined
  if (!model) return undefined
  const judging = spend.meter(model, 'judge')
  return {
    structured: structuredExtractor(spend.meter(model, 'extraction'), rules),
    async judge(statement) {
      const near = await nearest(context, statement)
      if (near.length === 0) return undefined
      // A model makes it better: without its word both are kept.
      const judgement = await judgeUpdate(judging, statement, near.map(asNear)).catch(() => undefined)
      if (!judgement || judgement.relation === 'unrelated') return undefined
      const memory = near.find(({ id }) => id === judgement.id)
      if (!memory) return undefined
      const { id, hash } = memory
      return judgement.relation === 'same' ? { id, hash, content: judgement.content } : { id, hash }
    },
    choose: (candidates, signal) => judgeCandidates(judging, candidates, context.clock.now(), signal),
  }
}

/** By words and meaning, however far: whether it is near enough the model says. */
async function nearest(context: ProjectContext, { content }: Statement): Promise<Memory[]> {
  const found = await recordSearch(context)(content, { limit: JUDGED_MEMORIES, threshold: 0 }).catch(() => [])
  return found.map(({ memory }) => memory)
}

/** With its own date: that of the file changes with a copy or a checkout. */
function asNear(memory: Memory): { id: string; content: string; time: string } {
  return {
    id: memory.id,
    content: memory.content.trim(),
    time: memory.updated ?? memory.created ?? memory.modified,
  }
}
