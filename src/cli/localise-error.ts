// Errors in the person's language: messages carry both. Older ones are English only; their text is the key, as in
// gettext, and what is not listed stays English.
import type { MemdirError } from '../lib/errors.ts'
import { CHINESE_CHAT } from './chinese-chat-errors.ts'
import { CHINESE } from './chinese-errors.ts'
import { CHINESE_PATHS } from './chinese-path-errors.ts'
import type { Language } from './language.ts'

const ALL = [...CHINESE, ...CHINESE_PATHS, ...CHINESE_CHAT]

export interface ToldError {
  code: string
  message: string
  fix: string
}

export function localiseError(
  error: Omit<ToldError, 'fix'> & { fix: string | undefined; said?: MemdirError['said'] },
  language: Language,
): ToldError {
  const { code, message, fix = '', said } = error
  return {
    code,
    message: said?.message?.[language] ?? localise(message, language),
    fix: said?.fix?.[language] ?? localise(fix, language),
  }
}

/** A text that was made in English, in the person's language. */
export function localise(text: string, language: Language): string {
  if (language === 'en') return text
  for (const [pattern, chinese] of ALL) {
    const match = pattern.exec(text)
    if (match)
      return chinese.replace(/([$@])(\d)/g, (_, how: string, n: string) => {
        const part = match[Number(n)] ?? ''
        return how === '@' ? localise(part, language) : part
      })
  }
  return text
}
