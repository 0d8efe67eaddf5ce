/** Text in backticks, and where its first one is. */
interface CodeSpan {
  at: number
  text: string
}

export function codeSpansOf(sentence: string): CodeSpan[] {
  const spans: CodeSpan[] = []
  let start = sentence.indexOf('`')
  while (start >= 0) {
    const end = sentence.indexOf('`', start + 1)
    if (end < 0) break
    if (end > start + 1) spans.push({ at: start, text: sentence.slice(start + 1, end) })
    start = end > start + 1 ? sentence.indexOf('`', end + 1) : end
  }
  return spans
}

/** With blanks instead, so that everything else stays where it is. */
export function withoutSpans(sentence: string, spans: readonly CodeSpan[]): string {
  let rest = sentence
  for (const { at, text } of spans) {
    const end = at + text.length + 2
    rest = rest.slice(0, at) + ' '.repeat(end - at) + rest.slice(end)
  }
  return rest
}
