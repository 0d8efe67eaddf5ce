// Memories as people read them in a terminal.

import { labelOf, UNTYPED } from '../base/messages/kinds.ts'
import { DAY_MS } from '../base/values/clock.ts'
import { lastChanged, type Memory } from '../memory/memory.ts'
import type { MemoryLine } from '../memory/records/memory-line.ts'
import { endOf } from '../memory/records/retention.ts'
import type { Language, Text } from './language.ts'

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
  if (id !== undefined) return { en: `superseded by ${id}`, zh: `已被 ${id} 取代` }
  return expires !== undefined && expires <= now.getTime() ? { en: 'expired', zh: '已过期' } : undefined
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
    .join(language === 'zh' ? '、' : ', ')
}

export function age(memory: Pick<Memory, 'updated' | 'modified'>, now: Date, language: Language): string {
  return ageOf(Date.parse(lastChanged(memory)), now, language)
}

/** `changed`: milliseconds since 1970. */
export function ageOf(changed: number, now: Date, language: Language): string {
  const days = Math.max(0, Math.floor((now.getTime() - changed) / DAY_MS))
  if (days === 0) return language === 'zh' ? '今天' : 'today'
  if (days === 1) return language === 'zh' ? '昨天' : 'yesterday'
  if (days < 60) return language === 'zh' ? `${days} 天前` : `${days} days ago`
  const months = Math.round(days / 30.4)
  if (months < 24) return language === 'zh' ? `${months} 个月前` : `${months} months ago`
  const years = Math.round(days / 365)
  return language === 'zh' ? `${years} 年前` : `${years} years ago`
}
