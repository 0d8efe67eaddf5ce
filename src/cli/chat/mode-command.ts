// `/mode`: what is asked about. Leaving plan mode shows the plan, and the person decides about it.
import type { PermissionMode, PlanVerdict } from '../../agent/permission.ts'
import { chatTexts } from '../../base/messages/chat.ts'
import { chatCommandTexts } from '../../base/messages/chat-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { usage } from '../arguments.ts'
import { type Output, printableText } from '../output.ts'
import { readPermissionAnswer } from './ask-permission.ts'
import type { Talk } from './talk-state.ts'

export const MODES: readonly PermissionMode[] = ['ask', 'acceptEdits', 'plan', 'deny']

export async function runModeCommand(talk: Talk, name: string): Promise<void> {
  const { conversation, output } = talk
  const wanted = name.toLowerCase().replaceAll('-', '').replaceAll(' ', '')
  const found = MODES.find((each) => each.toLowerCase() === wanted)
  if (name !== '' && !found)
    throw usage(
      message(chatTexts.unknownMode, { name }),
      message(usageTexts.chooseOneOf, { choices: listOf(MODES) }),
    )
  if (found) await changeTo(talk, found)
  output.print(modeLine(output, conversation.permission.mode))
}

async function changeTo(talk: Talk, mode: PermissionMode): Promise<void> {
  const { conversation, output } = talk
  const leaves = conversation.permission.mode === 'plan' && mode !== 'plan'
  const plan = leaves ? conversation.plan() : undefined
  if (!plan) return conversation.setMode(mode)
  output.print(printableText(plan.text))
  output.print(output.paint.dim(plan.path))
  const verdict = await verdictOf(talk)
  conversation.setMode(mode, verdict)
  output.print(output.say(message(verdict === 'approved' ? chatTexts.planApproved : chatTexts.planStays)))
}

/** Where nobody can be asked, the command itself is the answer: the person wrote it. */
async function verdictOf({ terminal, reader, output }: Talk): Promise<PlanVerdict> {
  if (!terminal) return 'approved'
  const answer = readPermissionAnswer(await reader.question(output.say(message(chatTexts.planApproval))))
  return typeof answer === 'object' ? answer : 'approved'
}

const MODE_TEXTS: Record<PermissionMode, Text> = {
  ask: chatCommandTexts.modeTextsAsk,
  acceptEdits: chatCommandTexts.modeTextsAcceptEdits,
  plan: chatCommandTexts.modeTextsPlan,
  deny: chatCommandTexts.modeTextsDeny,
}

function modeLine(output: Output, now: PermissionMode): string {
  return `${now}: ${output.say(MODE_TEXTS[now])}`
}
