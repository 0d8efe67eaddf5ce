// Chinese to English, word by word: rough, but enough for an English model to see what a Chinese text is about.
// The dictionary is one flat file (glossary-format), read only when a Chinese text comes by.
import { readFileSync } from 'node:fs'
import { MemdirError, systemCode } from '../lib/errors.ts'
import { GLOSSARY_HEADER, GLOSSARY_MAGIC, glossaryPath } from './glossary-format.ts'

export interface Glossary {
  /** The text with every Chinese word replaced by English ones; what is not Chinese stays. */
  gloss(text: string): string
}

/** Undefined when neither the packed file nor the dictionary package is there: Chinese is then searched as Chinese only. */
export async function openGlossary(
  modelsDirectory: string,
  mayConvert = true,
): Promise<Glossary | undefined> {
  const path = glossaryPath(modelsDirectory)
  const opened = tryToOpen(path)
  if (opened || !mayConvert) return opened
  const { convertGlossary } = await import('./convert-glossary.ts')
  try {
    convertGlossary(path)
  } catch (error) {
    if (MemdirError.is(error) && error.code === 'unavailable') return undefined
    throw error
  }
  return tryToOpen(path)
}

function tryToOpen(path: string): Glossary | undefined {
  try {
    return readGlossary(readFileSync(path))
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

interface Entries {
  starts: Uint32Array
  keyOffsets: Uint32Array
  englishOffsets: Uint32Array
  keys: Uint16Array
  /** 1: a word of our own list. */
  listed: Uint8Array
  english: Buffer
}

/** Undefined for a file that is cut off or of another kind. */
export function readGlossary(file: Buffer): Glossary | undefined {
  if (file.length < GLOSSARY_HEADER || file.toString('latin1', 0, 8) !== GLOSSARY_MAGIC) return undefined
  if (file.readUInt32LE(16) !== file.length) return undefined
  const count = file.readUInt32LE(8)
  const units = file.readUInt32LE(12)
  // Node hands small files out of a shared pool; ours is large, but its offset must be a multiple of 4 in any case.
  const bytes = file.byteOffset % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer)
  let at = bytes.byteOffset + GLOSSARY_HEADER
  const words = (length: number): Uint32Array => {
    const array = new Uint32Array(bytes.buffer, at, length)
    at += length * 4
    return array
  }
  const tables = { starts: words(65_537), keyOffsets: words(count + 1), englishOffsets: words(count + 1) }
  const afterKeys = at - bytes.byteOffset + units * 2
  const entries: Entries = {
    ...tables,
    keys: new Uint16Array(bytes.buffer, at, units),
    listed: bytes.subarray(afterKeys, afterKeys + count),
    english: bytes.subarray(afterKeys + count),
  }
  return {
    gloss: (text) =>
      text
        .replace(CHINESE_RUN, (run) => ` ${glossRun(run, entries)} `)
        .replace(SPACES, ' ')
        .trim(),
  }
}

const CHINESE_RUN = /[\p{Script=Han}\u3000-\u303f\uff00-\uff20]+/gu
const SPACES = /\s+/g
/** Long runs are cut here, so that time stays linear and memory small. */
const LONGEST_RUN = 500

const PUNCTUATION: Record<string, string> = {
  '，': ',',
  '、': ',',
  '。': '.',
  '；': ';',
  '：': ':',
  '？': '?',
  '！': '!',
  '（': '(',
  '）': ')',
}

function glossRun(run: string, entries: Entries): string {
  let out = ''
  for (let from = 0; from < run.length; from += LONGEST_RUN) {
    for (const word of segment(run.slice(from, from + LONGEST_RUN), entries)) {
      const english = word.entry < 0 ? (PUNCTUATION[word.text] ?? '') : englishOf(word.entry, entries)
      if (english) out += PUNCTUATION[word.text] ? english : ` ${english}`
    }
  }
  return out.trim()
}

interface Segment {
  text: string
  /** -1: not in the dictionary. */
  entry: number
}

/** How much less a word of our own list costs: among cuts of equally many words the one with everyday words is right. */
const LISTED = 0.01

/** The fewest words; among equals, listed words, then the longest: single characters are the least telling. */
function segment(run: string, entries: Entries): Segment[] {
  const best = new Float64Array(run.length + 1).fill(Number.POSITIVE_INFINITY)
  const entryOf = new Int32Array(run.length + 1).fill(-1)
  const lengthOf = new Int32Array(run.length + 1)
  best[run.length] = 0
  for (let at = run.length - 1; at >= 0; at--) {
    let least = (best[at + 1] ?? 0) + 3
    lengthOf[at] = 1
    const unit = run.charCodeAt(at)
    const end = entries.starts[unit + 1] ?? 0
    for (let entry = entries.starts[unit] ?? end; entry < end; entry++) {
      const length = matchLength(run, at, entry, entries)
      if (length === 0) continue
      const cost =
        (best[at + length] ?? 0) + 1 - (entries.listed[entry] ?? 0) * LISTED - length * length * 1e-4
      if (cost < least) {
        least = cost
        entryOf[at] = entry
        lengthOf[at] = length
      }
    }
    best[at] = least
  }
  const words: Segment[] = []
  for (let at = 0; at < run.length; ) {
    const length = lengthOf[at] ?? 1
    words.push({ text: run.slice(at, at + length), entry: entryOf[at] ?? -1 })
    at += length
  }
  return words
}

function matchLength(run: string, at: number, entry: number, { keyOffsets, keys }: Entries): number {
  const from = keyOffsets[entry] ?? 0
  const length = (keyOffsets[entry + 1] ?? 0) - from
  if (at + length > run.length) return 0
  for (let i = 1; i < length; i++) if (keys[from + i] !== run.charCodeAt(at + i)) return 0
  return length
}

function englishOf(entry: number, { englishOffsets, english }: Entries): string {
  return english.toString('latin1', englishOffsets[entry], englishOffsets[entry + 1])
}
