// Whether the provider still has the prefix in its cache.
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ContextSettings } from './context-settings.ts'

export const FIVE_MINUTES = 5 * 60_000
export const ONE_HOUR = 60 * 60_000

/** The life that was really written last; what the settings say where no response tells. */
function cacheLifeMs(
  messages: readonly TranscriptMessage[],
  { cacheLifeMs: unknown }: Pick<ContextSettings, 'cacheLifeMs'>,
): number {
  const last = messages.findLast(
    ({ usage }) => usage?.cacheCreatedHour !== undefined && usage.cacheCreated > 0,
  )
  if (last?.usage === undefined) return unknown
  return (last.usage.cacheCreatedHour ?? 0) > 0 ? ONE_HOUR : FIVE_MINUTES
}

/** False where there was no response yet: there is nothing to be cold. */
export function isCold(
  messages: readonly TranscriptMessage[],
  settings: Pick<ContextSettings, 'cacheLifeMs'>,
  now: number,
): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant')
  const time = last ? Date.parse(last.time) : Number.NaN
  return !Number.isNaN(time) && now - time > cacheLifeMs(messages, settings)
}
