import { joinLines, own } from '../../lib/agent-text.ts'
import { lastChanged, MEMORY_TYPES } from '../../memory/memory.ts'
import { isLive } from '../../records/retention.ts'
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
      type: { type: 'string', enum: MEMORY_TYPES, description: 'Only this type.' },
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
    const now = new Date()
    const all = host.store
      .list()
      .filter((memory) => isLive(memory, now))
      .filter((memory) => input.type === undefined || memory.type === input.type)
      .sort((a, b) => (lastChanged(a) < lastChanged(b) ? 1 : -1))
    const shown = all.slice(0, (input.limit as number | undefined) ?? DEFAULT_LIMIT)
    const rest = all.length - shown.length
    const lines = shown.map(memoryLine)
    if (rest > 0) lines.push(own`(${rest} more; \`search\` finds them.)`)
    return {
      text: lines.length === 0 ? own`There are no memories yet.` : joinLines(lines),
      data: { memories: shown.map((memory) => memoryData(memory, host.location.memory)), total: all.length },
    }
  },
}
