// What one hook answers, and how the answers of several become one.

import type { Message } from '../../base/messages/message.ts'
import { isObject } from '../../base/values/is-object.ts'
import { type HookSource, sourceRank } from './read-hooks.ts'

export interface HookAnswer {
  /** `deny` blocks; `allow` and `ask` speak to a permission. */
  decision?: 'deny' | 'allow' | 'ask'
  /** Why, for the agent. */
  reason?: string
  /** Text for the agent. */
  context?: string
  /** Takes the place of the tool's input. */
  input?: Record<string, unknown>
  /** Ends the run after this. */
  stop?: string
  /** For the person. */
  message?: string
}

export type HookResult =
  | { status: 'answered'; source: HookSource; answer: HookAnswer }
  /** It did not work: a warning for the person, no answer. */
  | { status: 'failed'; source: HookSource; warning: Message }

export interface MergedAnswer extends Omit<HookAnswer, 'context' | 'message'> {
  context: string[]
  messages: string[]
  warnings: Message[]
}

const MAX_TEXT = 100_000

/** Reads an answer from JSON; undefined where the text is no JSON object. */
export function readHookAnswer(text: string): HookAnswer | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const specific = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {}
  const answer: HookAnswer = {
    decision: decisionOf(value, specific),
    reason: textOf(specific.permissionDecisionReason) ?? messageOf(specific.decision) ?? textOf(value.reason),
    context: textOf(specific.additionalContext) ?? textOf(value.additionalContext),
    input: recordOf(specific.updatedInput) ?? recordOf(value.updatedInput),
    stop: value.continue === false ? (textOf(value.stopReason) ?? 'a hook stopped it') : undefined,
    message: textOf(value.systemMessage),
  }
  return answer
}

function decisionOf(
  value: Record<string, unknown>,
  specific: Record<string, unknown>,
): HookAnswer['decision'] {
  // A PermissionRequest is answered by `{"decision": {"behavior": "deny"}}`.
  const behavior = isObject(specific.decision) ? specific.decision.behavior : undefined
  const said = [specific.permissionDecision, behavior, value.decision]
  if (said.includes('deny') || said.includes('block')) return 'deny'
  if (said.includes('ask')) return 'ask'
  return said.includes('allow') || said.includes('approve') ? 'allow' : undefined
}

/** A deny wins, then the higher source; context and messages are kept, the higher source last. Pure. */
export function mergeAnswers(results: readonly HookResult[]): MergedAnswer {
  const merged: MergedAnswer = { context: [], messages: [], warnings: [] }
  const ordered = [...results].sort((a, b) => sourceRank(a.source) - sourceRank(b.source))
  for (const result of ordered) {
    if (result.status === 'failed') {
      merged.warnings.push(result.warning)
      continue
    }
    const { answer } = result
    const keepsDeny = merged.decision === 'deny' && answer.decision !== 'deny'
    if (answer.decision && !keepsDeny) {
      merged.decision = answer.decision
      merged.reason = answer.reason
    }
    if (answer.input) merged.input = answer.input
    if (answer.stop !== undefined) merged.stop = answer.stop
    if (answer.context) merged.context.push(answer.context)
    if (answer.message) merged.messages.push(answer.message)
  }
  return merged
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined
}

function messageOf(decision: unknown): string | undefined {
  return isObject(decision) ? textOf(decision.message) : undefined
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined
}
