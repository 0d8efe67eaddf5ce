// /dream: the same as `memdir dream`, while a conversation goes on.
import type { Talk } from './talk-state.ts'

export async function runDreamInChat({ engine, output }: Talk, rest: string): Promise<void> {
  const { dreamNow, showDreamPlan } = await import('../dream-report.ts')
  if (/^(?:--)?dry-run$/.test(rest)) await showDreamPlan(engine, output)
  else await dreamNow(engine, output)
}
