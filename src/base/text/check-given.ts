// Checks of what somebody gives, before anything is done with it: a text, and no binary data; a number in its bounds.
import { inputTexts } from '../messages/input.ts'
import { message } from '../messages/message.ts'
import { MemdirError } from '../values/errors.ts'

export function notAText(field: string): MemdirError {
  return new MemdirError('usage', message(inputTexts.notAText, { field }))
}

/** A zero byte, or more than one in a hundred that no text has. */
export function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  const strange = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return strange > text.length / 100
}

export function checkRange(field: string, value: unknown, least: number, most: number): void {
  if (value === undefined || value === null) return
  if (typeof value === 'number' && value >= least && value <= most) return
  const shown = String(value).slice(0, 60)
  throw new MemdirError('usage', message(inputTexts.notBetween, { field, least, most, value: shown }))
}
