// Which model embeds which form of a text. Chinese is embedded as it is by the Chinese model and, glossed, by the
// English one, so that the languages meet in the English space; English text goes to the English model alone.
import { isAscii } from '../../base/text/unicode.ts'
import type { TextLanguage } from './embedder.ts'
import type { Glossary } from './glossary.ts'

export interface EmbeddingPart {
  /** The model's language: the embedder whose `languages` include it takes this part. */
  language: TextLanguage
  text: string
  /** A gloss is a rough translation: where both sides have original vectors of one model, those tell more. */
  form: 'original' | 'gloss'
}

/** Fewer English words than this among Chinese do not make an English text. */
const FEWEST_WORDS = 3

/** At most one part per model. No part at all: only full text can find this text. */
export function planEmbedding(text: string, glossary: Pick<Glossary, 'gloss'> | undefined): EmbeddingPart[] {
  const languages = languagesOf(text)
  if (!languages.includes('zh')) return languages.map((language) => ({ language, text, form: 'original' }))
  const parts: EmbeddingPart[] = [{ language: 'zh', text, form: 'original' }]
  const english = glossary ? glossary.gloss(text) : latinWords(text)
  if (english) parts.push({ language: 'en', text: english, form: 'gloss' })
  return parts
}

function latinWords(text: string): string {
  const words = text.match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}'_.-]*/gu) ?? []
  return words.length >= FEWEST_WORDS ? words.join(' ') : ''
}

const LATIN = /[a-z]{2}|[a-z]\b/i

/**
 * `['en']` for Latin letters (and for texts without any letters), `['zh']` for Chinese characters, both for mixed
 * text, and nothing for a text in other scripts only: no model here can read it, full text can.
 */
export function languagesOf(text: string): TextLanguage[] {
  if (isAscii(text)) return ['en']
  const languages: TextLanguage[] = []
  const chinese = /[\u4e00-\u9fff]/.test(text) || /\p{Script=Han}/u.test(text)
  if (LATIN.test(text) || (!chinese && !/[^\p{Script=Han}\p{Script=Latin}\P{L}]/u.test(text)))
    languages.push('en')
  if (chinese) languages.push('zh')
  return languages
}
