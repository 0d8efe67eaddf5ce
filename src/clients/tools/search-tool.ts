import { MEMORY_TYPES } from '../../memory/memory.ts'
import { hitLine, memoryData } from './describe-hits.ts'
import { type MemoryTool, READS } from './memory-tool.ts'

export const searchTool: MemoryTool = {
  name: 'search',
  title: 'Search memories',
  description:
    'Searches all memories by words and meaning and lists the best, one line each with id and similarity (0 to 1). Use it to look around, to filter by type, tag, importance or age, or to find the id for `update` and `forget`. To get whole memories for a question, use `recall`.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words or a sentence, any language.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        description: 'At most so many; 10 if you leave it out.',
      },
      type: { type: 'string', enum: MEMORY_TYPES, description: 'Only this type.' },
      tags: {
        type: 'array',
        items: { type: 'string' },
        description: 'Only memories with one of these tags.',
      },
      min_importance: {
        type: 'number',
        minimum: 1,
        maximum: 5,
        description: 'Only from this importance on.',
      },
      since: { type: 'string', description: 'Only what changed since this date, YYYY-MM-DD.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: READS,
  async run(host, input) {
    const since = typeof input.since === 'string' ? new Date(input.since) : undefined
    const { hits, mode } = await host.search({
      query: input.query as string,
      limit: (input.limit as number | undefined) ?? 10,
      type: input.type as string | undefined,
      tags: input.tags as string[] | undefined,
      minImportance: input.min_importance as number | undefined,
      since: since && !Number.isNaN(since.getTime()) ? since : undefined,
    })
    const data = {
      mode,
      hits: hits.map((hit) => ({
        memory: memoryData(hit.memory, host.location.memory),
        similarity: hit.similarity,
        why: hit.why,
      })),
    }
    return { text: hits.length === 0 ? 'No memory matches.' : hits.map(hitLine).join('\n'), data }
  },
}
