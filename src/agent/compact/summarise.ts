// Summaries that a model writes: of the whole conversation, as a fork of it that reads what is cached, and of one span.

import type { Clock } from '../../base/values/clock.ts'
import { textOf } from '../../models/content.ts'
import { complete, type Model } from '../../models/model.ts'
import { isCancelled } from '../../models/model-error.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { runFork } from '../loop/fork.ts'
import type { CompactRequest, RequestBase } from './context-dependencies.ts'
import { SUMMARY_MOST } from './context-settings.ts'
import { usableSummary } from './in-full.ts'
import { renderMessages } from './render-messages.ts'
import { spanTask, summaryTask } from './summary-task.ts'

interface FullSummary extends Pick<CompactRequest, 'instructions' | 'signal'> {
  /** What is read of the view, as planned: `planFull`. */
  readonly read: readonly TranscriptMessage[]
  readonly base: RequestBase
  readonly mustKeep: readonly string[]
  readonly maxOutput: number
  readonly clock: Clock
}

/** undefined: nothing that could be used. Throws where the signal was aborted. */
export async function summariseFull(
  model: Model,
  { read, base, mustKeep, instructions, maxOutput, clock, signal }: FullSummary,
): Promise<string | undefined> {
  const tokens = Math.min(SUMMARY_MOST, maxOutput)
  const fork = await runFork({
    ...{ model, system: base.system, tools: base.tools, cwd: base.cwd, signal },
    ...(base.effort && { effort: base.effort }),
    messages: base.first ? [base.first, ...read] : read,
    task: summaryTask({ tokens, instructions, mustKeep }),
    canUseTool: () => ({ allowed: false, reason: 'a summary is written, nothing else' }),
    ...{ maxTurns: 1, label: 'compaction', clock, maxTokens: tokens },
  })
  if (fork.reason === 'aborted') throw signal.reason
  return fork.error ? undefined : usableSummary(fork.text)
}

/** `room`: bytes that the summariser can be given. */
export async function summariseSpan(
  model: Model,
  part: readonly TranscriptMessage[],
  { tokens, room, signal }: { tokens: number; room: number; signal: AbortSignal },
): Promise<string | undefined> {
  const task = spanTask(tokens, renderMessages(part, { most: room }))
  const request = {
    system: [],
    tools: [],
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: task }] }],
  }
  try {
    const { content } = await complete(model, { ...request, maxTokens: tokens * 2 }, { signal })
    return usableSummary(textOf({ role: 'assistant', content }))
  } catch (error) {
    if (signal.aborted || isCancelled(error)) throw error
    return undefined
  }
}
