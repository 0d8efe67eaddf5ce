// A server's tool as the loop runs it: asked about each time, bounded, and a failure of the server is a result.
import { unmarkedText } from '../../base/text/inert-text.ts'
import { limitText } from '../tools/limit-text.ts'
import { cancelledResult, errorResult, type Tool } from '../tools/tool.ts'
import type { CallOutcome, ServerTool } from './server-connection.ts'

type CallServer = (tool: string, input: Record<string, unknown>, signal: AbortSignal) => Promise<CallOutcome>

const MAX_RESULT_CHARACTERS = 30_000
const MAX_DESCRIPTION = 2_000
/** A schema that is larger would fill the window; the tool is left out. */
export const MAX_SCHEMA_CHARACTERS = 30_000

export function createMcpTool(name: string, tool: ServerTool, call: CallServer): Tool {
  return {
    name,
    description: unmarkedText(tool.description.slice(0, MAX_DESCRIPTION)),
    // The server checks what it is given; its schema may say more than ours understands.
    inputSchema: tool.inputSchema,
    maxResultCharacters: MAX_RESULT_CHARACTERS,
    // A claim of the server's: good for the order of calls, not for leaving the person out.
    isReadOnly: () => tool.readOnly,
    isConcurrent: () => tool.readOnly,
    reaches: () => name,
    async run(input, { signal }) {
      try {
        const { text, failed } = await call(tool.name, input, signal)
        const content = limitText(text, MAX_RESULT_CHARACTERS)
        return failed ? errorResult(content) : { content }
      } catch (error) {
        if (signal.aborted) return cancelledResult()
        throw error
      }
    },
  }
}
