import { joinLines, own } from '../../base/text/agent-text.ts'
import { MEMORY_KINDS, MEMORY_TYPES } from '../../memory/memory.ts'
import { listLive } from '../../memory/memory-list.ts'
import { type ClientTool, READS } from './client-tool.ts'
import { memoryData, memoryLine } from './describe-hits.ts'

const DEFAULT_LIMIT = 50

export const listTool: ClientTool = {
  name: 'list',
  title: 'List memories',
  description:
    'Lists memories, newest first, one line each: id, title, description, type, date, file. What has expired or was superseded is left out. Use it when the person asks what you remember at all, or to see whether a topic is covered before you save something new.',
  inputSchema: {
    type: 'object',
    properties: {
      type: {
        type: 'string',
        enum: [...MEMORY_TYPES, ...MEMORY_KINDS],
        description: 'Only this type or kind.',
      },
      tags: { type: 'array', items: { type: 'string' }, description: 'Only with all of these.' },
      without_when: { type: 'boolean', description: 'true: only those that do not say when they matter.' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 500,
        description: `At most so many; ${DEFAULT_LIMIT} if you leave it out.`,
      },
    },
    additionalProperties: false,
  },
  annotations: READS,
  async run(host, input) {
    const { type, tags } = input as { type?: string; tags?: string[] }
    const withoutWhen = input.without_when === true
    const all = listLive(host.store.list(), { type, tags, withoutWhen }, new Date())
    const shown = all.slice(0, (input.limit as number | undefined) ?? DEFAULT_LIMIT)
    const rest = all.length - shown.length
    const lines = shown.map(memoryLine)
    if (rest > 0) lines.push(own`(${rest} more; \`search\` finds them.)`)
    return {
      text: lines.length === 0 ? NO_MEMORIES : joinLines(lines),
      data: { memories: shown.map((memory) => memoryData(memory, host.location.memory)), total: all.length },
    }
  },
}

export const NO_MEMORIES = own`There are no memories yet.`
