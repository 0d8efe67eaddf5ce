// Errors in Chinese. The English text is the key, as in gettext; what is not listed stays English.
import { CHINESE_CHAT } from './chinese-chat-errors.ts'
import { CHINESE } from './chinese-errors.ts'
import { CHINESE_PATHS } from './chinese-path-errors.ts'
import { CHINESE_SANDBOX } from './chinese-sandbox-reasons.ts'
import type { Language } from './language.ts'

const ALL = [...CHINESE, ...CHINESE_PATHS, ...CHINESE_CHAT, ...CHINESE_SANDBOX]

export interface ToldError {
  code: string
  message: string
  fix: string
}

export function localiseError(error: ToldError, language: Language): ToldError {
  if (language === 'en') return error
  return { ...error, message: localise(error.message, language), fix: localise(error.fix, language) }
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
