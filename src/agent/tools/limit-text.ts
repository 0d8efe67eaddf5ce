// Results are kept within a size: the beginning and the end say most, the middle is counted.

/** At most about `limit` characters, whole lines where possible; one line says what is missing. */
export function limitText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const head = headOf(text, Math.floor(limit * 0.7))
  const tail = tailOf(text, Math.floor(limit * 0.25))
  const missing = text.length - head.length - tail.length
  return `${head}\n[… ${missing} characters left out …]\n${tail}`
}

function headOf(text: string, length: number): string {
  const cut = text.slice(0, isHighSurrogate(text, length - 1) ? length - 1 : length)
  const line = cut.lastIndexOf('\n')
  return line > length / 2 ? cut.slice(0, line) : cut
}

function tailOf(text: string, length: number): string {
  const start = text.length - length
  const cut = text.slice(isHighSurrogate(text, start - 1) ? start + 1 : start)
  const line = cut.indexOf('\n')
  return line >= 0 && line < length / 2 ? cut.slice(line + 1) : cut
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff
}
