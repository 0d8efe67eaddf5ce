// Which of the kept texts belongs to which message, when a program sends its conversation anew. Messages in the order of
// the kept ones are the same messages: also where the program has cut off the beginning, put a summary in its place, or
// changed one of them.
import type { AttachedText } from '../../search/attached-record.ts'

/** For each message of the person, by its mark, what was attached to it; undefined: nobody has looked at it yet. */
export function putBack(
  kept: readonly AttachedText[],
  said: readonly string[],
): (AttachedText | undefined)[] {
  const found: (AttachedText | undefined)[] = said.map(() => undefined)
  let same = 0
  while (same < kept.length && same < said.length && kept[same]?.said === said[same]) {
    found[same] = kept[same]
    same++
  }
  // The end is enough where a conversation of thousands of messages was changed at its beginning.
  const [fromKept, fromSaid] = [Math.max(same, kept.length - MOST), Math.max(same, said.length - MOST)]
  for (const [k, s] of inOrder(kept.slice(fromKept), said.slice(fromSaid)))
    found[fromSaid + s] = kept[fromKept + k]
  return found
}

const MOST = 1_000

/** The longest common sequence, as pairs of places; of several the first in both. */
function inOrder(kept: readonly AttachedText[], said: readonly string[]): [number, number][] {
  const width = said.length + 1
  /** How many can be matched from these two places on. */
  const most = new Uint16Array((kept.length + 1) * width)
  for (let k = kept.length - 1; k >= 0; k--)
    for (let s = said.length - 1; s >= 0; s--)
      most[k * width + s] =
        kept[k]?.said === said[s]
          ? most[(k + 1) * width + s + 1]! + 1
          : Math.max(most[(k + 1) * width + s]!, most[k * width + s + 1]!)
  const pairs: [number, number][] = []
  for (let k = 0, s = 0; k < kept.length && s < said.length; ) {
    if (kept[k]?.said === said[s]) pairs.push([k++, s++])
    else if (most[(k + 1) * width + s]! >= most[k * width + s + 1]!) k++
    else s++
  }
  return pairs
}
