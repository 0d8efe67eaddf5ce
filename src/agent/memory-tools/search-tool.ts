import { joinLines, own } from '../../base/text/agent-text.ts'
import { isMemoryType, MEMORY_TYPES } from '../../memory/memory.ts'
import { wordsOf } from '../../memory/places.ts'
import { ANSWER_SIMILARITY, findAnswers, isSearchMode, SEARCH_MODES } from '../../search/find-answers.ts'
import type { RecallHit } from '../../search/recall.ts'
import type { SearchFilter } from '../../search/search-document.ts'
import { newerFirst } from '../../search/similar-memories.ts'
import { type ClientTool, type ClientToolInput, READS } from './client-tool.ts'
import { episodeData, episodeLine, hitLine, memoryData } from './describe-hits.ts'

export const searchTool: ClientTool = {
  name: 'search',
  title: 'Search memories',
  description:
    'Lists the memories that match best, one line each with id and similarity (0 to 1): to look around, or to find the id for `update` and `forget`. For whole memories use `recall`.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words or a sentence.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        description: '10 by default.',
      },
      threshold: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: `Least similarity; ${ANSWER_SIMILARITY} or every word by default; 0: all that comes near.`,
      },
      mode: {
        type: 'string',
        enum: SEARCH_MODES,
        description: 'By exact words alone, by meaning alone, or both (the default).',
      },
      type: { type: 'string', enum: MEMORY_TYPES, description: 'Only this type.' },
      tags: {
        type: 'array',
        items: { type: 'string' },
        description: 'With all of these.',
      },
      min_importance: {
        type: 'number',
        minimum: 1,
        maximum: 5,
        description: 'From this importance on.',
      },
      episodes: {
        type: 'boolean',
        description: 'Also what the person typed in earlier conversations.',
      },
      since: { type: 'string', description: 'Changed since YYYY-MM-DD.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  rare: ['threshold', 'mode', 'min_importance'],
  annotations: READS,
  async run(host, input) {
    const asked = {
      query: input.query as string,
      limit: (input.limit as number | undefined) ?? 10,
      filter: toolFilter(input),
      ...(input.episodes === true && { episodes: true }),
      ...(isSearchMode(input.mode) ? { mode: input.mode } : {}),
    }
    const found = await findAnswers((threshold) => host.search({ ...asked, threshold }), {
      given: input.threshold as number | undefined,
      mode: asked.mode,
    })
    const hits = newerFirst(found.hits.filter((hit) => !isSaid(hit)))
    const episodes = found.hits.filter(isSaid)
    const data = {
      mode: found.mode,
      hits: hits.map((hit) => ({
        memory: memoryData(hit.memory, host.location.memory),
        similarity: hit.similarity,
        why: hit.why,
        ...wordsOf(hit.place).mark,
        ...(hit.similar && { newer_than: hit.similar.olderIds }),
      })),
      ...(asked.episodes && { episodes: episodes.map(episodeData) }),
    }
    if (found.hits.length === 0) return { text: NOTHING, data }
    const lines = [...hits.map(hitLine), ...episodes.map(episodeLine)]
    return { text: joinLines(found.wordsOnly ? [WORDS_ONLY, ...lines] : lines), data }
  },
}

const isSaid = ({ place }: RecallHit): boolean => place.kind === 'episodes'

const WORDS_ONLY = own`No memory is an answer; these have every word of the query:`
const NOTHING = own`No memory matches. With \`threshold\` 0 you get what comes nearest.`

function toolFilter({ type, tags, min_importance, since }: ClientToolInput): SearchFilter {
  const after = typeof since === 'string' ? Date.parse(since) : Number.NaN
  return {
    ...(isMemoryType(type) ? { types: [type] } : {}),
    ...(Array.isArray(tags) ? { tags: tags as string[] } : {}),
    ...(typeof min_importance === 'number' ? { minImportance: min_importance } : {}),
    ...(Number.isNaN(after) ? {} : { changedAfter: after }),
    liveAt: Date.now(),
  }
}
