// What the prompt hook keeps of a prompt that was typed, for the worker that learns from the turn afterwards.
import { noteSeen } from '../models/seen-prompts.ts'

const WITHOUT_LOG: ReadonlySet<string> = new Set(['opencode', 'qwen'])

interface TypedPrompt {
  readonly agent: string
  readonly conversation: string
  readonly typed: string
  /** The client's own mark of this turn. */
  readonly occasion: string | undefined
}

/**
 * Where the client keeps a log, that this prompt was seen: its log has to agree. Where it keeps none that could be read
 * after the turn, what was typed is kept until then. Nothing about it may fail a prompt.
 */
export async function noteTyped(
  state: string,
  { agent, conversation, typed, occasion }: TypedPrompt,
): Promise<void> {
  try {
    if (!WITHOUT_LOG.has(agent)) return noteSeen(state, agent, typed)
    const { keepPrompt } = await import('../models/typed-prompts.ts')
    await keepPrompt(state, { conversation, id: occasion, text: typed })
  } catch {
    // A read-only home: then nothing is learnt from it.
  }
}
