// Chinese to English, word by word: rough, but enough for an English model to see what a Chinese text is about.
// The dictionary is one flat file (glossary-format), opened only when a Chinese text comes by.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import { type GlossaryEntries, openGlossaryEntries, type ReadAt } from './glossary-entries.ts'
import { glossaryPath } from './glossary-format.ts'

export interface Glossary {
  /** The text with every Chinese word replaced by English ones; what is not Chinese stays. */
  gloss(text: string): string
  close(): void
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
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
  const read: ReadAt = (from, length) => {
    const bytes = new Uint8Array(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, from))
  }
  const glossary = readGlossary(read, fstatSync(file).size)
  if (!glossary) closeSync(file)
  return glossary && { ...glossary, close: () => closeSync(file) }
}

/** Undefined for a file that is cut off or of another kind. */
export function readGlossary(read: ReadAt, size: number): Pick<Glossary, 'gloss'> | undefined {
  const entriesOf = openGlossaryEntries(read, size)
  if (!entriesOf) return undefined
  return {
    gloss: (text) =>
      text
        .replace(CHINESE_RUN, (run) => ` ${glossRun(run, entriesOf)} `)
        .replace(SPACES, ' ')
        .trim(),
  }
}

type EntriesOf = (unit: number) => GlossaryEntries

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

function glossRun(run: string, entriesOf: EntriesOf): string {
  let out = ''
  for (let from = 0; from < run.length; from += LONGEST_RUN) {
    for (const word of segment(run.slice(from, from + LONGEST_RUN), entriesOf)) {
      const english = word.entry < 0 ? (PUNCTUATION[word.text] ?? '') : englishOf(word, entriesOf)
      if (english) out += PUNCTUATION[word.text] ? english : ` ${english}`
    }
  }
  return out.trim()
}

interface Segment {
  text: string
  /** Among those of its first character; -1: not in the dictionary. */
  entry: number
}

/** How much less a word of our own list costs: among cuts of equally many words the one with everyday words is right. */
const LISTED = 0.01

/** The fewest words; among equals, listed words, then the longest: single characters are the least telling. */
function segment(run: string, entriesOf: EntriesOf): Segment[] {
  const best = new Float64Array(run.length + 1).fill(Number.POSITIVE_INFINITY)
  const entryOf = new Int32Array(run.length + 1).fill(-1)
  const lengthOf = new Int32Array(run.length + 1)
  best[run.length] = 0
  for (let at = run.length - 1; at >= 0; at--) {
    let least = (best[at + 1] ?? 0) + 3
    lengthOf[at] = 1
    const entries = entriesOf(run.charCodeAt(at))
    for (let entry = 0; entry < entries.count; entry++) {
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

function matchLength(run: string, at: number, entry: number, { keyOffsets, keys }: GlossaryEntries): number {
  const from = keyOffsets[entry] ?? 0
  const length = (keyOffsets[entry + 1] ?? 0) - from
  if (at + length > run.length) return 0
  for (let i = 1; i < length; i++) if (keys[from + i] !== run.charCodeAt(at + i)) return 0
  return length
}

function englishOf({ text, entry }: Segment, entriesOf: EntriesOf): string {
  const { english, englishOffsets } = entriesOf(text.charCodeAt(0))
  return english.toString('latin1', englishOffsets[entry], englishOffsets[entry + 1])
}
