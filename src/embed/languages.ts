// Which model may judge a text: by the letters that it is written in.
import type { Language } from './embedder.ts'

const HAN = /\p{Script=Han}/u
const LATIN = /[a-z]{2}|[a-z]\b/i
const OTHER_LETTER = /[^\p{Script=Han}\p{Script=Latin}\P{L}]/u

/**
 * `['en']` for Latin letters (and for texts without any letters), `['zh']` for Chinese characters, both for mixed
 * text, and nothing for a text in other scripts only: no model here can read it, full text can.
 */
export function languagesOf(text: string): Language[] {
  const languages: Language[] = []
  const chinese = HAN.test(text)
  if (LATIN.test(text) || (!chinese && !OTHER_LETTER.test(text))) languages.push('en')
  if (chinese) languages.push('zh')
  return languages
}
