// /dream: the same as `memdir dream`, while a conversation goes on.
import { chatTexts } from '../../base/messages/chat.ts'
import { message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { usage } from '../arguments.ts'
import type { Talk } from './talk-state.ts'

export async function runDreamInChat({ engine, output }: Talk, rest: string): Promise<void> {
  const isDry = /^(?:--)?dry-run$/.test(rest)
  if (rest !== '' && !isDry)
    throw usage(message(usageTexts.unknownAction, { action: `/dream ${rest}` }), message(chatTexts.helpLists))
  const { dreamNow, showDreamPlan } = await import('../dream-report.ts')
  await (isDry ? showDreamPlan : dreamNow)(engine, output)
}
