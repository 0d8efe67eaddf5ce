// What a model may spend on learning, and that it has stopped for today, where the person reads it.

import type { Message } from '../base/messages/message.ts'
import { attempt } from '../base/values/attempt.ts'
import { systemClock } from '../base/values/clock.ts'
import type { LearningStopped } from '../learn/learning-stopped.ts'
import type { CommandContext } from './command-context.ts'

type Place = ReturnType<CommandContext['engine']>

/** Nothing of spending is loaded where no model is configured. A broken setting is reported elsewhere. */
export async function learningNow(engine: Place): Promise<LearningStopped | undefined> {
  if (!hasModel(engine)) return undefined
  const { learningStopped } = await import('../learn/learning-stopped.ts')
  const { home, settings, location } = engine
  return attempt(() => learningStopped({ home, settings, location, clock: systemClock }))
}

/** Said where a model is set up. */
export async function learningLimitOf(settings: Place['settings']): Promise<Message | undefined> {
  if (!hasModel({ settings })) return undefined
  const { learningLimit } = await import('../learn/learning-stopped.ts')
  return attempt(() => learningLimit(settings))
}

function hasModel({ settings }: Pick<Place, 'settings'>): boolean {
  return settings.get('models.main') !== undefined || settings.get('models.small') !== undefined
}

/** For programs; null: it goes on. */
export function learningData(stopped: LearningStopped | undefined) {
  if (!stopped) return null
  const { cap, unit, used, limit, until } = stopped
  return { status: 'stopped', cap, unit, used, limit, until }
}
