// Whether the working tree still has a name: as a whole word in code or configuration. That it is gone is said only
// when every file was read and none of them even mentions it.
import type { Claim } from './claims.ts'
import type { TreeFile, WorkingTree } from './working-tree.ts'

interface Search {
  claim: Claim
  /** A file shows that it exists. */
  isFound(file: TreeFile): boolean
  /** Parts of the name that no file mentioned so far. */
  unseen: Set<string>
}

/** The names that exist and those that are gone; the tree is read once for all of them. */
export function judgeNames(tree: WorkingTree, claims: readonly Claim[]): Map<string, boolean> {
  const verdicts = new Map<string, boolean>()
  let open = claims.map((claim) => (claim.kind === 'flag' ? searchFlag(claim) : searchSymbol(claim)))
  for (const file of open.length > 0 ? tree.files() : []) {
    for (const { unseen } of open) for (const part of unseen) if (mentions(file, part)) unseen.delete(part)
    for (const { claim, isFound } of open) if (isFound(file)) verdicts.set(claim.text, true)
    open = open.filter(({ claim }) => !verdicts.has(claim.text))
    if (open.length === 0) break
  }
  const gone = tree.isRead() ? open.filter(({ claim, unseen }) => !claim.elsewhere && unseen.size > 0) : []
  for (const { claim } of gone) verdicts.set(claim.text, false)
  return verdicts
}

/** `Store.open`: one file that names both. */
function searchSymbol(claim: Claim): Search {
  const parts = claim.text.split(/[.:]+/)
  const isFound = ({ isSource, bytes }: TreeFile) =>
    isSource && parts.every((part) => holdsWord(bytes, part, isWordByte))
  return { claim, isFound, unseen: new Set(parts) }
}

/** As it is typed, or as it is declared to an option parser: in quotes, without the dashes. */
function searchFlag(claim: Claim): Search {
  const name = claim.text.slice(2)
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``]
  const isFound = ({ isSource, bytes }: TreeFile) =>
    isSource &&
    (holdsWord(bytes, claim.text, isFlagByte) ||
      quoted.some((spelled) => holdsWord(bytes, spelled, () => false)))
  return { claim, isFound, unseen: new Set() }
}

function mentions({ file, bytes }: TreeFile, word: string): boolean {
  return bytes.includes(word) || file.toLowerCase().includes(word.toLowerCase())
}

/** Letters, digits, `_`, `$`, and whatever is not ASCII: in doubt it is another word. */
function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return (
    byte >= 0x80 ||
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x5f ||
    byte === 0x24
  )
}

function isFlagByte(byte: number | undefined): boolean {
  return isWordByte(byte) || byte === 0x2d
}

function holdsWord(bytes: Buffer, word: string, isPart: (byte: number | undefined) => boolean): boolean {
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
    if (!isPart(bytes[at - 1]) && !isPart(bytes[at + word.length]) && !isInComment(bytes, at)) return true
  }
  return false
}

/** How far the beginning of a line is looked for: comments are not longer, and minified files are one line. */
const LINE_BYTES = 300

/** A line that is a comment only mentions: `// removed oldName`. */
function isInComment(bytes: Buffer, at: number): boolean {
  const before = bytes.toString('latin1', Math.max(0, at - LINE_BYTES), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return /^\s*(?:\/\/|\/?\*|# |<!--|-- )/.test(line)
}
