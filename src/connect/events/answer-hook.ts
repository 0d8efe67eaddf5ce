// The answer to a hook's event as it is printed, with what is recorded once it was: the same from the hook's own process
// and from a running server.

import { memoryApart } from '../../base/agents/own-memory.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { hasNews } from '../../base/settings/settings.ts'
import { type AgentText, joinTexts, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { hasSavedNotices, hasWaiting } from '../../memory/saved-path.ts'
import type { ClientEvent } from '../client-event.ts'
import type { Engine } from '../engine.ts'
import { type AnswerOptions, answerEvent, type EventAnswer } from './answer-event.ts'
import { claimEvent } from './claim-event.ts'
import type { HookNotice } from './hook-notices.ts'
import { canSpeak, HOOK_CHARACTERS, hookOutput, isHeard, refusalOutput } from './hook-output.ts'

/** Recall is asked to hurry after so long. */
export const SOFT_MS = 300

interface HookOptions extends Omit<AnswerOptions, 'budget'> {
  /** The hook's own: it says the person's language. */
  env: Environment
  /** The hook's process: it is not refused as a second one of its own. */
  hook: number
}

interface PrintedAnswer {
  /** Empty: nothing is printed. */
  output: AgentText
  outcome: string
  /** Another hook of the same event has answered, or will. */
  repeated?: true
  /** Once the output has gone out: a hook that runs out of time must not count as shown what nobody saw. */
  afterOutput(): Promise<void>
}

export async function answerHookEvent(
  host: Engine,
  event: ClientEvent,
  { env, hook, ...options }: HookOptions,
): Promise<PrintedAnswer> {
  if (!claimEvent(host.location.state, event, String(hook)))
    return { output: NO_TEXT, outcome: 'answered already', repeated: true, afterOutput: async () => {} }
  const answer = await answerEvent(host, event, { ...options, budget: HOOK_CHARACTERS })
  // A call is no moment to speak to the person.
  const notices = canSpeak(event) && !isHeard(event) ? await noticesFor(host, event, answer, env) : []
  return {
    output: answer.refused
      ? refusalOutput(event, answer.text)
      : hookOutput(event, answer.text, noticeText(notices)),
    outcome: answer.outcome,
    async afterOutput() {
      await answer.afterOutput?.()
      await Promise.all(notices.map(({ said }) => said()))
    },
  }
}

/** Loaded only where there is something to say. */
export async function noticesFor(
  host: Engine,
  event: ClientEvent,
  answer: EventAnswer,
  env: Environment,
): Promise<HookNotice[]> {
  const asks = hasNews(host.settings.trust)
  const offers = event.kind === 'start' && host.location.identity.offers.length > 0
  const saved = hasSavedNotices(host.location.state)
  const waits = event.kind === 'start' && hasWaiting(host.location.state)
  const { settings } = host
  const sends = settings.get('storage.embeddingModel') || settings.get('storage.embeddingUrl')
  const apart = event.kind === 'start' ? memoryApart(event.agent, host.location, env) : undefined
  const attached = settings.get('recall.notice') ? answer.attached : undefined
  if (!asks && !offers && !answer.notice && !saved && !waits && !sends && !attached && !apart) return []
  const {
    answerNotice,
    apartNotice,
    attachedNotice,
    offerNotice,
    savedNotice,
    sendingNotice,
    trustNotice,
    waitingNotice,
  } = await import('./hook-notices.ts')
  return [
    ...(sends ? await sendingNotice(host, env) : []),
    ...(saved ? await savedNotice(host, event, env) : []),
    ...(waits ? waitingNotice(host, env) : []),
    ...(answer.notice ? [answerNotice(host, env, answer.notice)] : []),
    ...(attached ? await attachedNotice(host, env, attached) : []),
    ...(asks ? trustNotice(host, env) : []),
    ...(offers ? offerNotice(host, env) : []),
    ...(apart ? apartNotice(host, apart, env) : []),
  ]
}

export function noticeText(notices: readonly HookNotice[]): AgentText {
  const texts = notices.map(({ text }) => text)
  return texts.length === 0 ? NO_TEXT : own`memdir: ${joinTexts(texts, '\n')}`
}
