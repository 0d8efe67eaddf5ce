// The words of the packed glossary (glossary-format) that begin with a character, read from the file when a text has
// that character: a prompt needs a few kilobytes of five million.
import { GLOSSARY_HEADER, GLOSSARY_MAGIC } from './glossary-format.ts'

/** The bytes from an offset on; less than asked for at the end of the file. */
export type ReadAt = (from: number, length: number) => Uint8Array

/** Offsets count from the first word's. */
export interface GlossaryEntries {
  count: number
  keyOffsets: Uint32Array
  keys: Uint16Array
  /** 1: a word of our own list. */
  listed: Uint8Array
  englishOffsets: Uint32Array
  english: Buffer
}

const CHARACTERS = 65_537

/** By UTF-16 unit. Undefined for a file that is cut off or of another kind; `size`: the length of the file. */
export function openGlossaryEntries(
  read: ReadAt,
  size: number,
): ((unit: number) => GlossaryEntries) | undefined {
  const header = Buffer.from(read(0, GLOSSARY_HEADER))
  if (header.length < GLOSSARY_HEADER || header.toString('latin1', 0, 8) !== GLOSSARY_MAGIC) return undefined
  if (header.readUInt32LE(16) !== size) return undefined
  const count = header.readUInt32LE(8)
  const keyOffsetsAt = GLOSSARY_HEADER + CHARACTERS * 4
  const englishOffsetsAt = keyOffsetsAt + (count + 1) * 4
  const keysAt = englishOffsetsAt + (count + 1) * 4
  const listedAt = keysAt + header.readUInt32LE(12) * 2
  const englishAt = listedAt + count
  /** A copy: numbers have to lie at multiples of their size. */
  const numbers = (at: number, length: number): Uint32Array =>
    new Uint32Array(Uint8Array.from(read(at, length * 4)).buffer)
  const known = new Map<number, GlossaryEntries>()

  const readEntries = (unit: number): GlossaryEntries => {
    const [first = 0, end = 0] = numbers(GLOSSARY_HEADER + unit * 4, 2)
    const own = Math.max(0, end - first)
    const keyOffsets = numbers(keyOffsetsAt + first * 4, own + 1)
    const englishOffsets = numbers(englishOffsetsAt + first * 4, own + 1)
    const [keyFrom = 0, keyTo = 0] = [keyOffsets[0], keyOffsets[own]]
    const [englishFrom = 0, englishTo = 0] = [englishOffsets[0], englishOffsets[own]]
    const keys = Uint8Array.from(read(keysAt + keyFrom * 2, (keyTo - keyFrom) * 2))
    return {
      count: own,
      keyOffsets: keyOffsets.map((offset) => offset - keyFrom),
      keys: new Uint16Array(keys.buffer, 0, keys.length >> 1),
      listed: read(listedAt + first, own),
      englishOffsets: englishOffsets.map((offset) => offset - englishFrom),
      english: Buffer.from(read(englishAt + englishFrom, englishTo - englishFrom)),
    }
  }
  return (unit) => {
    const entries = known.get(unit) ?? readEntries(unit)
    known.set(unit, entries)
    return entries
  }
}
