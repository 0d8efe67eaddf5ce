// Groups on the way to a value: made where they are missing, and taken away again where they are ours and empty.
import { nodeAt, removeAt, setAt } from './json-text.ts'
import type { FileRecord } from './setup-record.ts'
import type { TextDraft } from './text-draft.ts'

export function placeKey(at: readonly (string | number)[]): string {
  return JSON.stringify(at)
}

/** The groups on the way to a value, and the note that they, and a new value, are ours. */
export function makeGroups(
  draft: TextDraft,
  at: readonly string[],
  record: FileRecord,
  last: unknown = undefined,
): void {
  for (let length = 1; length <= at.length; length++) {
    const path = at.slice(0, length)
    if (nodeAt(draft, path)) continue
    if (!record.made.includes(placeKey(path))) record.made.push(placeKey(path))
    if (length < at.length) setAt(draft, path, {})
    else if (last !== undefined) setAt(draft, path, last)
  }
}

/** Takes a value out, and the groups that are empty without it: those that we made, or any where nothing is known. */
export function removeWithGroups(
  draft: TextDraft,
  at: readonly string[],
  record: FileRecord | undefined,
): void {
  let path = at
  while (path.length > 1) {
    const parent = path.slice(0, -1)
    const isOnly = nodeAt(draft, parent)?.children?.length === 1
    const isOurs = !record || record.made.includes(placeKey(parent))
    if (!isOnly || !isOurs || isDuplicate(draft, parent)) break
    path = parent
  }
  removeAt(draft, path)
}

/** Without the last of them another one would count. */
function isDuplicate(draft: TextDraft, at: readonly string[]): boolean {
  const siblings = nodeAt(draft, at.slice(0, -1))?.children ?? []
  return siblings.filter(({ children }) => children?.[0]?.value === at.at(-1)).length > 1
}
