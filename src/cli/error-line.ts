// An error as people read it: what happened, and what to do.
import { commandLineTexts } from '../base/messages/command-line.ts'
import type { Language } from '../base/messages/message.ts'
import type { MemdirError } from '../base/values/errors.ts'
import { printable } from './output.ts'

export interface ErrorData {
  code: string
  message: string
  fix: string
}

export function errorData({ code, messages }: MemdirError, language: Language): ErrorData {
  return { code, message: messages.message[language], fix: messages.fix?.[language] ?? '' }
}

export function errorLine(error: MemdirError, language: Language): string {
  const { message, fix } = errorData(error, language)
  return asSentences(message, fix, language)
}

/** One line. */
export function asSentences(message: string, fix: string, language: Language): string {
  const stop = commandLineTexts.sentenceEnd[language]
  const gap = commandLineTexts.sentenceGap[language]
  const first = /[.。!?！？]$/.test(message) ? message : message + stop
  return printable(fix ? first + gap + fix : first)
}
