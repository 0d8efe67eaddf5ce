// Tools of servers that would fill too much of the window: the model reads their names, and loads the ones it needs.
import { type AgentText, joinLines, own } from '../../base/text/agent-text.ts'
import { inertFact, unmarkedText } from '../../base/text/inert-text.ts'
import { inputSchema } from '../../base/values/json-schema.ts'
import { defineTool, errorResult, type Tool } from '../tools/tool.ts'

export const LOAD_TOOL = 'McpTools'

interface LoadInput {
  names?: string[]
  query?: string
}

const MAX_LOADED = 10
const FOUND = 5
const MAX_LISTING = 12_000

const DESCRIPTION = `Loads tools of MCP servers. Their names are listed in a system reminder; they can be called once they are loaded.
- \`names\`: exactly these, as they are listed.
- \`query\`: words to look for in names and descriptions; the ${FOUND} nearest are loaded.
The answer shows how each is called. They stay loaded.`

interface LoadToolOptions {
  /** All of them, loaded or not. */
  all(): readonly Tool[]
  load(names: readonly string[]): void
}

export function createLoadTool({ all, load }: LoadToolOptions): Tool {
  return defineTool<LoadInput>({
    name: LOAD_TOOL,
    description: DESCRIPTION,
    inputSchema: inputSchema({
      names: {
        type: 'array',
        items: { type: 'string' },
        maxItems: MAX_LOADED,
        description: 'Names of tools to load.',
      },
      query: { type: 'string', description: 'Words to look for.' },
    }),
    readOnly: true,
    concurrent: false,
    run({ names = [], query }) {
      const tools = all()
      const named = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
      const found = [...new Set([...named, ...(query === undefined ? [] : findTools(tools, query))])]
      if (found.length === 0) return errorResult('No tool of an MCP server has such a name or description.')
      load(found.map(({ name }) => name))
      const unknown = names.filter((name) => !tools.some((tool) => tool.name === name))
      return {
        content: [
          `Loaded, and can be called now:`,
          ...found.map(describeTool),
          ...(unknown.length > 0 ? [`There is none called ${unknown.map(inertFact).join(', ')}.`] : []),
        ].join('\n\n'),
      }
    },
  })
}

function describeTool({ name, description, inputSchema }: Tool): string {
  return unmarkedText(`${name}: ${description}\n${JSON.stringify(inputSchema)}`)
}

/** The nearest first: a word in the name counts more than one in the description. */
function findTools(tools: readonly Tool[], query: string): Tool[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
  const score = ({ name, description }: Tool) => {
    const [inName, inText] = [name.toLowerCase(), description.toLowerCase()]
    return words.reduce((sum, word) => sum + (inName.includes(word) ? 3 : inText.includes(word) ? 1 : 0), 0)
  }
  return tools
    .map((tool) => ({ tool, score: score(tool) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, FOUND)
    .map(({ tool }) => tool)
}

/** The names, for an attachment. */
export function deferredListing(tools: readonly Tool[]): AgentText {
  const lines = [own`Tools of MCP servers, which ${inertFact(LOAD_TOOL)} loads:`]
  let length = 0
  for (const [at, { name }] of tools.entries()) {
    length += name.length + 1
    if (length > MAX_LISTING) {
      lines.push(own`… and ${tools.length - at} more, which ${inertFact(LOAD_TOOL)} finds by words`)
      break
    }
    lines.push(inertFact(name))
  }
  return joinLines(lines)
}
