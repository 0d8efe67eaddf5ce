// Messages stand beside each other in both languages; the person's language picks one.
import type { Language } from '../messages/message.ts'

export type { Language }
export interface Text {
  en: string
  zh: string
}

/** `1 memory`, `2 memories`: English only, Chinese has no plural. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `--lang`, then the setting, then the locale of the environment. */
export function chooseLanguage(
  flag: string | undefined,
  setting: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  for (const wanted of [flag, setting === 'auto' ? undefined : setting]) {
    if (wanted?.toLowerCase().startsWith('zh')) return 'zh'
    if (wanted?.toLowerCase().startsWith('en')) return 'en'
  }
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return /^zh/i.test(locale) ? 'zh' : 'en'
}
