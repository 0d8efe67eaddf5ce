// What a tool is: a name, words and a schema for the model, two promises per call, and one function that runs it.
import { MemdirError } from '../../base/values/errors.ts'
import { checkSchema, type InputSchema, type JsonSchema } from '../../base/values/json-schema.ts'
import { limitText } from './limit-text.ts'
import type { ReadState } from './read-state.ts'

export type ToolInput = Record<string, unknown>

export interface ToolContext {
  /** Absolute. Relative paths of a call start here. */
  cwd: string
  signal: AbortSignal
  /** What this conversation has read: Edit and Write ask it. */
  readState: ReadState
}

export interface ToolResult {
  /** What the model sees. */
  content: string
  /** The call failed in a way that the model learns about; it may try again. */
  isError?: boolean
  /** Facts for hooks, display and tests; never sent to the model. */
  details?: Record<string, unknown>
  /** Files and directories that the call has looked at or named, absolute: instructions for them count from now on. */
  reached?: readonly string[]
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  /** Longer results are cut in the middle, with a line that says how much is missing. */
  readonly maxResultCharacters: number
  /** Changes nothing. Asked per call: a shell command may be proven read-only. False for input that is not valid. */
  isReadOnly(input: ToolInput): boolean
  /** May run at the same time as other calls. */
  isConcurrent(input: ToolInput): boolean
  /** Credentials that the call would read or change: the person is asked first. Absent: it touches no files. */
  credentialsIn?(input: ToolInput, cwd: string): string | undefined
  /**
   * What the call reaches beyond this machine's own files: a tool of somebody else's server, a host. The person is asked
   * even where it only reads; `always` is for everything that reaches the same.
   */
  reaches?(input: ToolInput): string | undefined
  /** Never throws for a mistake of the model: that is a result with `isError`. */
  run(input: ToolInput, context: ToolContext): Promise<ToolResult>
}

export interface ToolDefinition<Input> {
  name: string
  description: string
  inputSchema: InputSchema
  maxResultCharacters?: number
  readOnly: boolean | ((input: Input) => boolean)
  /** As `readOnly` where it is left out. */
  concurrent?: boolean | ((input: Input) => boolean)
  credentialsIn?(input: Input, cwd: string): string | undefined
  reaches?(input: Input): string | undefined
  run(input: Input, context: ToolContext): Promise<ToolResult> | ToolResult
}

const MAX_RESULT_CHARACTERS = 30_000

/** Makes a tool that checks its input against its schema, cuts long results and turns faults into results. */
export function defineTool<Input>(definition: ToolDefinition<Input>): Tool {
  const { name, description, inputSchema } = definition
  const limit = definition.maxResultCharacters ?? MAX_RESULT_CHARACTERS
  const fits = (input: ToolInput) => checkSchema(inputSchema, input) === undefined
  const ask = (question: boolean | ((input: Input) => boolean), input: ToolInput): boolean => {
    if (typeof question === 'boolean') return question
    return fits(input) && question(input as Input)
  }
  return {
    name,
    description,
    inputSchema,
    maxResultCharacters: limit,
    isReadOnly: (input) => ask(definition.readOnly, input),
    isConcurrent: (input) => ask(definition.concurrent ?? definition.readOnly, input),
    credentialsIn: (input, cwd) =>
      fits(input) ? definition.credentialsIn?.(input as Input, cwd) : undefined,
    reaches: (input) => (fits(input) ? definition.reaches?.(input as Input) : undefined),
    async run(input, context) {
      if (context.signal.aborted) return cancelledResult()
      const problem = checkSchema(inputSchema, input)
      if (problem) return errorResult(`The input of ${name} is not valid: ${problem.message.en}.`)
      try {
        const result = await definition.run(input as Input, context)
        return { ...result, content: limitText(result.content, limit) }
      } catch (error) {
        return context.signal.aborted ? cancelledResult() : errorResult(limitText(errorText(error), limit))
      }
    },
  }
}

export function errorResult(content: string, details?: Record<string, unknown>): ToolResult {
  return details ? { content, isError: true, details } : { content, isError: true }
}

export function cancelledResult(): ToolResult {
  return errorResult('Cancelled before it was finished.', { cancelled: true })
}

function errorText(error: unknown): string {
  if (MemdirError.is(error)) return error.fix ? `${error.message}. ${error.fix}` : error.message
  return error instanceof Error ? error.message : String(error)
}
