// Tools for tests of the loop: they do nothing but record when they ran.

import { defineTool, type Tool, type ToolResult } from '../../../src/agent/tools/tool.ts'
import { inputSchema } from '../../../src/base/values/json-schema.ts'

export interface FakeToolOptions {
  name: string
  readOnly?: boolean
  run?: (input: { value: string }, signal: AbortSignal) => Promise<ToolResult> | ToolResult
}

/** Takes `{value}` and gives it back. */
export function fakeTool({ name, readOnly = true, run }: FakeToolOptions): Tool {
  return defineTool<{ value: string }>({
    name,
    description: `Gives back what it gets (${name}).`,
    inputSchema: inputSchema({ value: { type: 'string', description: 'Anything.' } }, []),
    readOnly,
    run: (input, { signal }) => run?.(input, signal) ?? { content: `${name} ${input.value ?? ''}`.trim() },
  })
}

/** Waits, unless the signal ends it. */
export function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal?.addEventListener('abort', wake, { once: true })
  })
}
