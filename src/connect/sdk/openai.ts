// Function calling as OpenAI's APIs and everything compatible with them want it.

import type { Caller } from '../../agent/client-host.ts'
import { listTools, MEMORY_TOOLS, memoryToolText } from '../../agent/memory-tools.ts'
import { attempt } from '../../base/values/attempt.ts'
import { engineOf, type MemdirHandle } from '../memdir-handle.ts'

export interface ResponsesFunction {
  type: 'function'
  name: string
  description: string
  parameters: Record<string, unknown>
  strict: false
}

export interface ChatFunction {
  type: 'function'
  function: Omit<ResponsesFunction, 'type' | 'strict'>
}

/** Names get this prefix, so that they do not meet the host's own functions. */
const PREFIX = 'memory_'

export interface FunctionChoice {
  /** Those that you want, without the prefix; left out: recall, remember, search, update and forget. */
  only?: readonly string[]
}

/** For `responses.create({ tools })`. */
export function responsesFunctions({ only }: FunctionChoice = {}): ResponsesFunction[] {
  return listTools(only).map(({ tool, schema }) => ({
    type: 'function',
    name: PREFIX + tool.name,
    description: tool.description,
    parameters: { ...schema },
    strict: false,
  }))
}

/** For `chat.completions.create({ tools })`. */
export function chatFunctions(choice: FunctionChoice = {}): ChatFunction[] {
  return responsesFunctions(choice).map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
}

export function isMemoryFunction(name: string): boolean {
  return MEMORY_TOOLS.some((tool) => PREFIX + tool.name === name)
}

/** `input`: the call's `arguments`, JSON text as the API gives it. Always answers; errors are returned to the model. */
export async function runMemoryFunction(
  memdir: MemdirHandle,
  name: string,
  input: string,
  caller: Caller = { actor: 'openai-sdk' },
): Promise<string> {
  const data: unknown = attempt(() => JSON.parse(input === '' ? '{}' : input))
  return memoryToolText(engineOf(memdir), name.replace(PREFIX, ''), data, caller)
}
