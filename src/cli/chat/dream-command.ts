// /dream: the same as `memdir dream`, while a conversation goes on.
import { HELP_LISTS } from '../../base/messages/chat.ts'
import { message } from '../../base/messages/message.ts'
import { UNKNOWN_ACTION } from '../../base/messages/usage.ts'
import { usage } from '../arguments.ts'
import type { Talk } from './talk-state.ts'

export async function runDreamInChat({ engine, output }: Talk, rest: string): Promise<void> {
  const isDry = /^(?:--)?dry-run$/.test(rest)
  if (rest !== '' && !isDry)
    throw usage(message(UNKNOWN_ACTION, { action: `/dream ${rest}` }), message(HELP_LISTS))
  const { dreamNow, showDreamPlan } = await import('../dream-report.ts')
  await (isDry ? showDreamPlan : dreamNow)(engine, output)
}
