// Words as they come from a model, without secrets: a token is held back until it is whole, a line that may hold a
// secret until it ends, and a key until its last line.
import { mayHoldSecret } from '../../base/secrets/redact-for.ts'

export interface WordStream {
  /** What can be shown now. */
  push(words: string): string
  /** The rest: nothing more will come. */
  end(): string
}

/** After the last character that cannot be part of a token; Chinese is written without blanks. */
const LAST_WORD = /[\w+./=~:@%|-]*$/

export function redactWords(redact: (text: string) => string): WordStream {
  let line = ''
  /** How much of the line was shown. */
  let shown = 0
  const rest = (whole: string): string => {
    const before = whole.slice(0, shown)
    const clean = redact(whole)
    shown = 0
    return clean.startsWith(before) ? clean.slice(before.length) : redact(whole.slice(before.length))
  }
  return {
    push(words) {
      line += words
      let out = ''
      const end = line.lastIndexOf('\n') + 1
      if (end > 0 && !isOpenKey(line.slice(0, end))) {
        out += rest(line.slice(0, end))
        line = line.slice(end)
      }
      const whole = line.length - (LAST_WORD.exec(line)?.[0].length ?? 0)
      if (whole > shown && !line.includes('\n') && !mayHoldSecret(line.slice(0, whole))) {
        out += line.slice(shown, whole)
        shown = whole
      }
      return out
    },
    end() {
      const out = rest(line)
      line = ''
      return out
    },
  }
}

function isOpenKey(text: string): boolean {
  return text.lastIndexOf('-----BEGIN') > text.lastIndexOf('-----END')
}
