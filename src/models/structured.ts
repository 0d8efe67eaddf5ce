// An answer as data: the provider is asked for the schema, the answer is checked anyway, and asked for once more.

import { checkSchema, type JsonSchema } from '../base/values/json-schema.ts'
import { addUsage, NO_USAGE, type Usage } from '../base/values/usage.ts'
import { type ModelMessage, text, textOf } from './content.ts'
import { complete, type Model, type ModelRequest, type StreamOptions } from './model.ts'

export interface StructuredRequest extends Omit<ModelRequest, 'output'> {
  output: { name: string; schema: JsonSchema }
}

export type Structured<T> =
  | { status: 'ok'; value: T; usage: Usage }
  /** Invalid twice: the caller continues without. */
  | { status: 'invalid'; problem: string; usage: Usage }

/** What the schema cannot say: the problem, or undefined. */
type Check = (value: unknown) => string | undefined

export async function askStructured<T>(
  model: Model,
  request: StructuredRequest,
  options: StreamOptions & {
    check?: Check
    /** Makes what was asked for of an answer that says it in another form. */
    read?: (value: unknown) => unknown
  } = {},
): Promise<Structured<T>> {
  let messages: readonly ModelMessage[] = request.messages
  let usage = NO_USAGE
  let problem = ''
  for (let attempt = 0; attempt < 2; attempt++) {
    const response = await complete(model, { ...request, messages }, options)
    usage = addUsage(usage, response.usage)
    const answer = textOf({ role: 'assistant', content: response.content })
    const read = readJson(answer)
    const value = options.read ? options.read(read.value) : read.value
    const found =
      read.problem ?? checkSchema(request.output.schema, value)?.message.en ?? options.check?.(value)
    if (found === undefined) return { status: 'ok', value: value as T, usage }
    problem = response.stop === 'max_tokens' ? `${found} (the answer was cut off)` : found
    messages = [...messages, ...correction(answer, problem)]
  }
  return { status: 'invalid', problem, usage }
}

function correction(answer: string, problem: string): ModelMessage[] {
  const again: ModelMessage = {
    role: 'user',
    content: [text(`That answer cannot be used: ${problem}. Answer again, with the JSON only.`)],
  }
  return answer.trim() === '' ? [again] : [{ role: 'assistant', content: [text(answer)] }, again]
}

/** Models without a JSON mode wrap it in a fence or in words. */
export function readJson(answer: string): { value?: unknown; problem?: string } {
  const fenced = /```(?:json)?\s*\n(.*?)\n\s*```/s.exec(answer)?.[1]
  const braces = answer.slice(
    answer.search(/[{[]/),
    Math.max(answer.lastIndexOf('}'), answer.lastIndexOf(']')) + 1,
  )
  for (const candidate of [answer, fenced, braces]) {
    if (!candidate) continue
    try {
      return { value: JSON.parse(candidate) }
    } catch {
      // The next way to read it.
    }
  }
  return { problem: answer.trim() === '' ? 'it was empty' : 'it is not JSON' }
}
