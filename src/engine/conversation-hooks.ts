// The hooks of one conversation: those of the settings, those of the instruction files, and memdir's own.
import { createHookJudge, createHookVerifier } from '../agent/hook-judges.ts'
import { type FireHooks, hooksFrom, withInstructions } from '../agent/loop-hooks.ts'
import { createHookRunner } from '../hooks/run-hooks.ts'
import type { Instructions } from '../instructions/open-instructions.ts'
import type { Model } from '../models/model.ts'
import type { Tool } from '../tools/tool.ts'
import { type MemoryHooks, withMemory } from './memory-hooks.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface ConversationHooks {
  /** Those of the settings alone: what sub-agents and files raise. */
  fire: FireHooks
  /** With recall and instructions: what the conversation itself raises. */
  fireWithMemory: FireHooks
  /** Shown with the first message. */
  notices: MemoryHooks['notices']
}

export interface ConversationHookDependencies {
  tools: readonly Tool[]
  instructions: Instructions
  /** Instructions were given because work reached them: all of those so far. */
  onReached(files: readonly string[]): void
  memory: Omit<MemoryHooks, 'notices'>
  /** Counted in the ledger; throws over a cap. */
  model(name: string): Model
}

export function conversationHooks(
  { id, cwd, path, environment, hooks: { hooks, problems } }: ConversationPlan,
  { tools, instructions, memory, model, onReached }: ConversationHookDependencies,
): ConversationHooks {
  const runner = createHookRunner({
    hooks,
    cwd,
    environment,
    judge: createHookJudge(model),
    verify: createHookVerifier({ model, tools, cwd }),
  })
  const notices: MemoryHooks['notices'] = [...problems]
  const fire = hooksFrom(runner, { id, cwd, log: path })
  return {
    fire,
    fireWithMemory: withMemory(withInstructions(fire, instructions, onReached), { ...memory, notices }),
    notices,
  }
}
