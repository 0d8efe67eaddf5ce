// What a JSON message says at its top level, read as it flows by: of a line that is too long to keep, the id is wanted
// and nothing else. Nested values and long texts become null, and what is left is parsed as JSON.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b])
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d])
const NULL = [...Buffer.from('null')]
const MAX_TEXT = 256
const MAX_OUTLINE = 16_384

export interface MessageOutline {
  feed(bytes: Uint8Array): void
  /** The top-level object; undefined where none can be read. */
  value(): Record<string, unknown> | undefined
}

export function createOutline(): MessageOutline {
  const kept: number[] = []
  let text: number[] = []
  let depth = 0
  let inText = false
  let escaped = false
  const keep = (bytes: readonly number[]) => {
    if (kept.length <= MAX_OUTLINE) kept.push(...bytes)
  }
  const takeText = (byte: number) => {
    const ends = byte === QUOTE && !escaped
    escaped = byte === BACKSLASH && !escaped
    if (!ends) {
      if (depth === 1 && text.length <= MAX_TEXT) text.push(byte)
      return
    }
    inText = false
    if (depth === 1) keep(text.length <= MAX_TEXT ? [QUOTE, ...text, QUOTE] : NULL)
    text = []
  }
  const takeOther = (byte: number) => {
    if (byte === QUOTE) inText = true
    else if (OPENING.has(byte)) keep(depth++ === 0 ? [byte] : depth === 2 ? NULL : [])
    else if (CLOSING.has(byte)) keep(--depth <= 0 ? [byte] : [])
    else if (depth <= 1) keep([byte])
  }
  return {
    feed(bytes) {
      for (const byte of bytes) {
        if (inText) takeText(byte)
        else takeOther(byte)
      }
    },
    value() {
      try {
        const value: unknown = JSON.parse(Buffer.from(kept).toString('utf8'))
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
        return isObject ? (value as Record<string, unknown>) : undefined
      } catch {
        return undefined
      }
    },
  }
}
