// A text while it is edited: every replacement is noted, so that it can be taken back to the byte.

/** `removed` was at `at`, where `length` characters are now. */
export interface TextStep {
  at: number
  length: number
  removed: string
}

export interface TextDraft {
  text: string
  readonly steps: TextStep[]
}

export function draftOf(text: string): TextDraft {
  return { text, steps: [] }
}

export function replaceRange(draft: TextDraft, from: number, to: number, inserted: string): void {
  const removed = draft.text.slice(from, to)
  if (removed === inserted) return
  draft.text = draft.text.slice(0, from) + inserted + draft.text.slice(to)
  draft.steps.push({ at: from, length: inserted.length, removed })
}

/** The text as it was before the steps. */
export function takeBack(text: string, steps: readonly TextStep[]): string {
  return steps.reduceRight(
    (now, { at, length, removed }) => now.slice(0, at) + removed + now.slice(at + length),
    text,
  )
}

/** The line end that a text uses. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** What stands before the first character of the line on which `at` is, as far as it is white. */
export function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
