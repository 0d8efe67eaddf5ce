// Files that are ours as a whole, and our block in a Markdown file of somebody else.
import type { FileRecord } from './setup-record.ts'
import { lineEndOf, replaceRange, type TextDraft } from './text-draft.ts'
import type { WantedBlock, WantedText } from './wanted-file.ts'

const KEY = 'text'
const [BEGIN, END] = ['<!-- memdir: begin -->', '<!-- memdir: end -->']

export function putTextIn(draft: TextDraft, { text, isOurs }: WantedText, record: FileRecord): void {
  if (draft.text === text) return
  if (draft.text !== '' && !isOurs(draft.text)) record.previous[KEY] ??= draft.text
  replaceRange(draft, 0, draft.text.length, text)
}

/** A file of this name that does not say what ours says is the person's, and stays. */
export function takeTextOut(draft: TextDraft, { isOurs }: WantedText, record: FileRecord | undefined): void {
  const previous = record?.previous[KEY]
  if (previous !== undefined || isOurs(draft.text)) replaceRange(draft, 0, draft.text.length, previous ?? '')
}

export function putBlockIn(draft: TextDraft, { text }: WantedBlock): void {
  const end = lineEndOf(draft.text)
  const block = [BEGIN, ...text.split('\n'), END].join(end)
  const found = findBlock(draft.text)
  const old = draft.text
  const gap = old.trim() === '' ? '' : old.endsWith('\n') ? end : end + end
  if (found) replaceRange(draft, ...found, block)
  else replaceRange(draft, old.length, old.length, gap + block + end)
}

/** With the line end behind it and the empty line before it. */
export function takeBlockOut(draft: TextDraft): void {
  const found = findBlock(draft.text)
  if (!found) return
  const [from, to] = found
  const [head, tail] = [draft.text.slice(0, from), draft.text.slice(to)]
  const empty = /(?:^|\n)(\r?\n)$/.exec(head)?.[1]?.length ?? 0
  const line = /^\r?\n/.exec(tail)?.[0].length ?? 0
  replaceRange(draft, from - empty, to + line, '')
}

function findBlock(text: string): [number, number] | undefined {
  const from = text.indexOf(BEGIN)
  const to = from < 0 ? -1 : text.indexOf(END, from)
  return to < 0 ? undefined : [from, to + END.length]
}
