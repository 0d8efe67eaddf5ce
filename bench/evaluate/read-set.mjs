// Evaluation sets: one JSON object a line, or an array of them; plain or gzipped.
//   corpus      {id, group?, text, session?, quote?}       each group is a store of its own
//   queries     {id?, group?, text, relevant: [ids], category?}
//   statements  {text, evidence: [ids]}                    what was written from lines of a corpus
//   memories    {id, text, type?, importance?, time?, session?, origin?, quote?}
//   prompts     {id?, text, lang?: en|zh|mixed, relevant?: [ids]}
//   messages    {id?, text, session?, time?, keep?: yes|maybe|no, role?}
import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { isMemoryKind, isMemoryType, isOrigin } from '../../dist/memory/memory.js'

export const PROMPT_LANGUAGES = ['en', 'zh', 'mixed']

function isPromptLanguage(value) {
  return PROMPT_LANGUAGES.includes(value)
}

/** Chinese with a word in Latin letters is mixed. */
export function languageOf(text) {
  if (!/\p{Script=Han}/u.test(text)) return 'en'
  return /[A-Za-z]{2,}/.test(text) ? 'mixed' : 'zh'
}

export function readCorpus(path) {
  return readLines(path).map(({ value, line }) => {
    const { id, group = 'all', text, session, quote } = value
    if (typeof id !== 'string' || typeof text !== 'string') throw badLine(path, line, 'id and text')
    return {
      id,
      group: String(group),
      text,
      ...(typeof session === 'string' ? { session } : {}),
      ...(typeof quote === 'string' ? { quote } : {}),
    }
  })
}

export function readStatements(path) {
  return readLines(path).map(({ value, line }) => {
    const { text, evidence } = value
    if (typeof text !== 'string' || !Array.isArray(evidence)) throw badLine(path, line, 'text and evidence')
    return { text, evidence: evidence.map(String) }
  })
}

/** What a writer makes of a corpus: a line that something was written from becomes that, and is quoted. */
export function withStatements(corpus, statements) {
  const written = new Map()
  for (const { text, evidence } of statements)
    for (const id of evidence) written.set(id, [...(written.get(id) ?? []), text])
  return corpus.map((line) => {
    const texts = written.get(line.id)
    return texts ? { ...line, text: texts.join('\n'), quote: line.text } : line
  })
}

export function readQueries(path) {
  return readLines(path).map(({ value, line }) => {
    const { id = String(line), group = 'all', text, relevant, category = 'all' } = value
    if (typeof text !== 'string' || !Array.isArray(relevant)) throw badLine(path, line, 'text and relevant')
    return {
      id: String(id),
      group: String(group),
      text,
      relevant: relevant.map(String),
      category: String(category),
    }
  })
}

/** `lang` by what the text is written in, where the set does not say. */
export function readPrompts(path) {
  return readLines(path).map(({ value, line }) => {
    const { id = String(line), text, lang, relevant = [] } = value
    if (typeof text !== 'string' || !Array.isArray(relevant)) throw badLine(path, line, 'text and relevant')
    const ids = relevant.map(String)
    return { id: String(id), text, lang: isPromptLanguage(lang) ? lang : languageOf(text), relevant: ids }
  })
}

export function readSetMemories(path) {
  return readLines(path).map(({ value, line }) => {
    const { id, text, type, importance, time, session, origin, quote } = value
    if (typeof id !== 'string' || typeof text !== 'string') throw badLine(path, line, 'id and text')
    if (time !== undefined && !isTime(time)) throw badLine(path, line, 'time as ISO 8601')
    return {
      id,
      text,
      ...(isMemoryType(type) ? { type } : {}),
      ...(isMemoryKind(type) ? { kind: type } : {}),
      ...(typeof importance === 'number' ? { importance } : {}),
      ...(isTime(time) ? { time } : {}),
      ...(typeof session === 'string' ? { session } : {}),
      ...(isOrigin(origin) ? { origin } : {}),
      ...(typeof quote === 'string' ? { quote } : {}),
    }
  })
}

/** Only what the person said in conversations. */
export function readMessages(path) {
  return readLines(path)
    .filter(({ value }) => value.role === undefined || value.role === 'user')
    .map(({ value, line }) => {
      const { id = String(line), text, session, group, time, keep } = value
      if (typeof text !== 'string') throw badLine(path, line, 'text')
      return {
        id: String(id),
        text,
        conversation: String(session ?? group ?? id),
        ...(isTime(time) ? { time: new Date(time).toISOString() } : {}),
        ...(keep === 'yes' || keep === 'maybe' || keep === 'no' ? { keep } : {}),
      }
    })
}

function isTime(value) {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

function readLines(path) {
  // A device would be read without end.
  if (!statSync(path).isFile()) throw new Error(`${path} is not a file`)
  const bytes = readFileSync(path)
  // By content, not by name: gzip begins with 1f 8b.
  const whole = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
  const list = /^\s*\[/.test(whole) ? parsed(whole) : undefined
  if (Array.isArray(list))
    return list.map((value, index) => {
      if (typeof value !== 'object' || value === null) throw badLine(path, index + 1, 'a JSON object')
      return { value: value, line: index + 1 }
    })
  return whole
    .split('\n')
    .flatMap((text, index) =>
      text.trim() === '' ? [] : [{ value: parseLine(text, path, index + 1), line: index + 1 }],
    )
}

function parseLine(text, path, line) {
  const value = parsed(text)
  if (typeof value === 'object' && value !== null) return value
  throw badLine(path, line, 'a JSON object')
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function badLine(path, line, wanted) {
  return new Error(`${path}, line ${line}: expected ${wanted}.`)
}
