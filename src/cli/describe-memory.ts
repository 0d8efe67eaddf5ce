// Memories as people read them in a terminal.
import { DAY_MS } from '../lib/clock.ts'
import { lastChanged, type Memory, supersededBy } from '../memory/memory.ts'
import type { Language, Text } from './language.ts'

/** ★★★☆☆; nothing where the file does not say. */
export function stars(importance: number | undefined): string {
  if (importance === undefined) return ''
  const full = Math.min(5, Math.max(1, Math.round(importance)))
  return '★'.repeat(full) + '☆'.repeat(5 - full)
}

/** What took its place; undefined while nothing did. */
export function supersededNote(memory: Pick<Memory, 'extra'>): Text | undefined {
  const id = supersededBy(memory)
  return id === undefined ? undefined : { en: `superseded by ${id}`, zh: `已被 ${id} 取代` }
}

/** How the type of a memory is called where it has none. */
export const UNTYPED: Text = { en: 'untyped', zh: '未分类' }

/** `2 feedback, 1 untyped`: as they come, those without a type (counted under `none`) by their name for people. */
export function countsByType(
  counts: Readonly<Record<string, number>>,
  none: string,
  language: Language,
): string {
  return Object.entries(counts)
    .map(([type, count]) => `${count} ${type === none ? UNTYPED[language] : type}`)
    .join(language === 'zh' ? '、' : ', ')
}

export function age(memory: Pick<Memory, 'updated' | 'modified'>, now: Date, language: Language): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(lastChanged(memory))) / DAY_MS))
  if (days === 0) return language === 'zh' ? '今天' : 'today'
  if (days === 1) return language === 'zh' ? '昨天' : 'yesterday'
  if (days < 60) return language === 'zh' ? `${days} 天前` : `${days} days ago`
  const months = Math.round(days / 30.4)
  if (months < 24) return language === 'zh' ? `${months} 个月前` : `${months} months ago`
  const years = Math.round(days / 365)
  return language === 'zh' ? `${years} 年前` : `${years} years ago`
}
