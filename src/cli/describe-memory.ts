// Memories as people read them in a terminal.

import { commandLineTexts } from '../base/messages/command-line.ts'
import { labelOf, UNTYPED } from '../base/messages/kinds.ts'
import type { Language, Text } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { endOf, lastChanged, type Memory } from '../memory/memory.ts'
import type { MemoryLine } from '../memory/memory-list.ts'

/** ★★★☆☆; nothing where the file does not say. */
export function stars(importance: number | undefined): string {
  if (importance === undefined) return ''
  return STARS[Math.min(5, Math.max(1, Math.round(importance))) - 1] ?? ''
}

const STARS = ['★☆☆☆☆', '★★☆☆☆', '★★★☆☆', '★★★★☆', '★★★★★']

/** Why it is no longer recalled: what took its place, or that it has expired; undefined while it is. */
export function endedNote(
  { supersededBy: id, expires }: Pick<MemoryLine, 'supersededBy' | 'expires'>,
  now: Date,
): Text | undefined {
  if (id !== undefined) return message(commandLineTexts.superseded, { id })
  return expires !== undefined && expires <= now.getTime() ? commandLineTexts.expired : undefined
}

export function hasExpired(memory: Pick<Memory, 'expires'>, now: Date): boolean {
  const end = endOf(memory)
  return end !== undefined && end <= now.getTime()
}

/** `2 feedback, 1 untyped`: as they come, those without a type (counted under `none`) by their name for people. */
export function countsByType(
  counts: Readonly<Record<string, number>>,
  none: string,
  language: Language,
): string {
  return Object.entries(counts)
    .map(([type, count]) => `${count} ${(type === none ? UNTYPED : labelOf(type))[language]}`)
    .join(commandLineTexts.comma[language])
}

export function age(memory: Pick<Memory, 'updated' | 'modified'>, now: Date, language: Language): string {
  return ageOf(Date.parse(lastChanged(memory)), now, language)
}

/** `changed`: milliseconds since 1970. */
export function ageOf(changed: number, now: Date, language: Language): string {
  const days = Math.max(0, Math.floor((now.getTime() - changed) / DAY_MS))
  if (days === 0) return commandLineTexts.today[language]
  if (days === 1) return commandLineTexts.yesterday[language]
  if (days < 60) return message(commandLineTexts.daysAgo, { days })[language]
  const months = Math.round(days / 30.4)
  if (months < 24) return message(commandLineTexts.monthsAgo, { months })[language]
  return message(commandLineTexts.yearsAgo, { years: Math.round(days / 365) })[language]
}
