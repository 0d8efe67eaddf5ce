// A fork without a conversation: a model that reads and searches in the sandbox, and changes nothing.
import type { ProjectContext, ReadingTask } from '../search/project-context.ts'
import { type ForkResult, runFork } from './loop/fork.ts'
import { checkSandbox } from './sandbox-policy.ts'
import { createTools } from './tools/create-tools.ts'

const READING: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob'])

export function readingFork(
  { location, directory, clock }: Pick<ProjectContext, 'location' | 'directory' | 'clock'>,
  { system, ...task }: ReadingTask,
): Promise<ForkResult> {
  return runFork({
    ...task,
    messages: [],
    system: [{ text: system, breakpoint: true }],
    tools: createTools().filter(({ name }) => READING.has(name)),
    canUseTool: (call) => {
      const verdict = checkSandbox(call, { memoryDirectory: location.memory, cwd: directory })
      return { allowed: verdict.allowed, reason: verdict.reason.en }
    },
    cwd: directory,
    clock,
  })
}
