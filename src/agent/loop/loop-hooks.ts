// What the loop asks of hooks. hooks/ runs them; tests pass a function.

import type { Message } from '../../base/messages/message.ts'
import { isHookEventName } from '../../base/values/hook-event-name.ts'
import type { HookRunner } from '../hooks/run-hooks.ts'
import { reachedMessage } from '../instructions/instructions-message.ts'
import type { Instructions } from '../instructions/open-instructions.ts'

export interface HookReply {
  /** The reason, for the model (for a prompt: for the user). */
  readonly denied?: string
  /** Speaks for the person where one would be asked; `ask` insists on asking. Plan mode and sandboxes override it. */
  readonly permission?: 'allow' | 'ask'
  /** Text for the model. */
  readonly context?: readonly string[]
  /** A tool's input, changed. */
  readonly input?: Record<string, unknown>
  /** Ends the turn after this step, and why. */
  readonly stop?: string
  /** For the user's eyes: warnings of hooks that failed. */
  readonly notices?: readonly (string | Message)[]
}

/** What only memdir's own hooks are told. */
export interface HookFacts {
  /** Files and directories that the call has looked at or named. */
  readonly reached?: readonly string[]
}

/** Never throws: a failing hook does not take the agent down. */
export type FireHooks = (
  event: string,
  data: Record<string, unknown>,
  signal: AbortSignal,
  facts?: HookFacts,
) => Promise<HookReply>

export const noHooks: FireHooks = async () => ({})

export interface ConversationRef {
  id: string
  cwd: string
  /** Path of its log, where one is kept. */
  log?: string
}

/** The hooks of the settings, for one conversation. */
export function hooksFrom(runner: HookRunner, conversation: ConversationRef): FireHooks {
  const always = {
    session_id: conversation.id,
    cwd: conversation.cwd,
    ...(conversation.log && { transcript_path: conversation.log }),
  }
  return async (name, data) => {
    if (!isHookEventName(name)) return {}
    const answer = await runner.run({ name, data: { ...always, ...data } })
    const denied = answer.decision === 'deny' ? (answer.reason ?? 'no reason given') : undefined
    const permission = answer.decision === 'allow' || answer.decision === 'ask' ? answer.decision : undefined
    return {
      ...(denied !== undefined && { denied }),
      ...(permission && { permission }),
      ...(answer.input && { input: answer.input }),
      ...(answer.stop !== undefined && { stop: answer.stop }),
      context: answer.context,
      notices: [...answer.messages, ...answer.warnings],
    }
  }
}

/** A search names many places: no more instruction files than this come with one call, the others with a later one. */
const MOST_REACHED = 5

/** Instructions that load when work reaches a file: given to the model after the call that reached it. */
export function withInstructions(
  hooks: FireHooks,
  instructions: Pick<Instructions, 'reach' | 'reached'>,
  onReached: (files: readonly string[]) => void = () => {},
): FireHooks {
  return async (event, data, signal, facts) => {
    const reply = await hooks(event, data, signal, facts)
    const reached = facts?.reached ?? []
    if (reached.length === 0) return reply
    const { files, events, warnings } = instructions.reach(reached, MOST_REACHED)
    if (files.length > 0) onReached(instructions.reached)
    for (const loaded of events) await hooks('InstructionsLoaded', { ...loaded }, signal)
    return {
      ...reply,
      context: [...(reply.context ?? []), ...(files.length > 0 ? [reachedMessage(files)] : [])],
      notices: [...(reply.notices ?? []), ...warnings],
    }
  }
}
