// When a hook could not do its work, the person is told: once in a conversation, and the conversation goes on. Loaded only
// then.

import { hookFaultsTexts } from '../../base/messages/hook-faults.ts'
import { type Message, message, verbatim } from '../../base/messages/message.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { chooseLanguage } from '../../base/settings/choose-language.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { type AgentText, NO_TEXT } from '../../base/text/agent-text.ts'
import { inertText } from '../../base/text/inert-text.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { ClientEvent } from '../client-event.ts'
import { claimTelling } from './claim-event.ts'
import { hookOutput } from './hook-output.ts'

interface HookFault {
  event: ClientEvent
  /** Where it is noted that the person knows; undefined: that was not found out. */
  state: string | undefined
  env: Environment
  /** What was thrown, or after how many milliseconds it was given up. */
  reason: unknown
}

/** Empty where the person knows. Where that cannot be noted, they are told at the start of a conversation only. */
export async function faultOutput({ event, state, env, reason }: HookFault): Promise<AgentText> {
  const isNew = state !== undefined && claimTelling(state, event.conversation)
  if (!isNew && event.kind !== 'start') return NO_TEXT
  const text = message(hookFaultsTexts.noMemories, { reason: described(reason) })
  const said = text[chooseLanguage(undefined, undefined, env)]
  // Paths and texts of files may contain anything.
  return hookOutput(event, NO_TEXT, inertText(await redactFor(said, 'person')))
}

function described(reason: unknown): Message {
  if (typeof reason === 'number') return message(hookFaultsTexts.tooLong, { ms: reason })
  if (MemdirError.is(reason)) return reason.messages.message
  const text = reason instanceof Error ? reason.message : String(reason)
  return verbatim(text.split('\n', 1)[0]?.slice(0, 200) ?? '')
}
