// What the symbol list keeps of a name: one number, so that no text of a source file is stored. 35 bits say which name
// it is however it is spelled (`dryRun`, `dry_run`, `--dry-run`), 4 bits how its words are joined, 12 bits tell the
// spellings apart, 2 bits say how it was found. A whole number below 2^53, so that a Float64Array can hold and sort it.

// How a file names it; a higher one includes the lower.
/** No file does, but the code of an earlier listing did. */
export const PAST = 0
export const MENTIONED = 1
export const USED = 2
export const DEFINED = 3
type Finding = typeof PAST | typeof MENTIONED | typeof USED | typeof DEFINED

/**
 * Other kinds never meet names: each begins its hash elsewhere. `file`: what a file or directory is called, without its
 * extension. `package`: what the tree depends on.
 */
const SEEDS = {
  name: 0x1b873593,
  path: 0x7f4a7c15,
  command: 0x2545f491,
  file: 0x3c6ef372,
  package: 0x510e527f,
}
export type EntryKind = keyof typeof SEEDS

const SPELLINGS = 2 ** 18
const JOINED = 2 ** 14
const FINDINGS = 4

/** The entry of the bytes `from`–`to`. */
export function entryOf(
  bytes: Uint8Array,
  from: number,
  to: number,
  finding: Finding,
  kind: EntryKind = 'name',
): number {
  let one = SEEDS[kind]
  let two = 0x41c6ce57
  let spelled = 0x811c9dc5
  let joints = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    spelled = Math.imul(spelled ^ byte, 0x01000193)
    const isJoint = kind === 'name' && (byte === 0x2d || byte === 0x5f || byte === 0x24)
    if (isJoint) {
      joints = Math.imul(joints, 31) + byte + at - from
      continue
    }
    const folded = kind !== 'command' && kind !== 'file' && byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte
    one = Math.imul(one ^ folded, 0x9e3779b1)
    two = Math.imul(two ^ folded, 0x5f356495)
  }
  const high = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35)
  const low = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  spelled = Math.imul(spelled ^ (spelled >>> 15), 0x85ebca6b)
  const name = (high >>> 0) * 8 + (low >>> 29)
  const joined = joints === 0 ? 0 : 1 + ((joints >>> 0) % 15)
  return name * SPELLINGS + joined * JOINED + (spelled >>> 20) * FINDINGS + finding
}

export function entryOfText(text: string, finding: Finding, kind?: EntryKind): number {
  const bytes = Buffer.from(text)
  return entryOf(bytes, 0, bytes.length, finding, kind)
}

/** The same for every spelling. */
export function nameOf(entry: number): number {
  return Math.floor(entry / SPELLINGS)
}

/** The entry without how it was found. */
export function spellingOf(entry: number): number {
  return entry - (entry % FINDINGS)
}

/** The same words joined in the same way; upper and lower case may differ. */
export function isJoinedAlike(one: number, other: number): boolean {
  return Math.floor(one / JOINED) === Math.floor(other / JOINED)
}

export function findingOf(entry: number): number {
  return entry % FINDINGS
}

/** All spellings of one name are below the second and not below the first. */
export function rangeOf(entry: number): [number, number] {
  const first = nameOf(entry) * SPELLINGS
  return [first, first + SPELLINGS]
}

/** So many names there can be: what the buckets of a list divide. */
export const NAMES = 2 ** 35
