// Each text in both languages; the person's language selects one.
import type { Language } from '../base/messages/message.ts'

export type { Language }

export interface Text {
  en: string
  zh: string
}

/** `1 memory`, `2 memories`: English only, Chinese has no plural. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
