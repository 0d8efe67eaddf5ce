// What a unit is judged by besides its vector: marks, a few numbers, and words.
import { MARKS, marksOf } from './marks.ts'
import { isChinese } from './sentences.ts'
import type { ReadMessage, Unit } from './units.ts'

const SYMBOLS = /[{}[\]<>=|\\_$^*~/#@`]/g
/** Of the sentence that a unit stands in, where the unit is only a part of it. */
const OF_SENTENCE = [
  'question',
  'task first',
  'hypothetical',
  'others say',
  'jokes',
  'only now',
  'fault',
].map((name) => MARKS.findIndex((one) => one.name === name))

/** Marks first, then the numbers; all between about 0 and 1. */
export function plainFeatures(unit: Unit, message: ReadMessage): number[] {
  const { text, kind, at, sentence, start } = unit
  const marks = marksOf(text)
  const whole = kind === 'sentence' ? marks : marksOf(sentence.text)
  const part = (of: readonly boolean[], place: number) => (of[place] ? 1 : 0)
  const beside = (other: number) => {
    const neighbour = message.sentences[other]
    return neighbour ? marksOf(neighbour.text) : []
  }
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const length = Math.max(1, text.length)
  const before = sentence.text.slice(0, start - sentence.start)
  const sentences = message.sentences.length
  return [
    ...marks.map(Number),
    Math.min(1, length / (isChinese(text) ? 60 : 160)),
    Math.min(1, wordsIn(text) / 30),
    Math.min(1, (count(SYMBOLS) / length) * 10),
    Math.min(1, (count(/\d/g) / length) * 5),
    Math.min(1, count(/(?<=\S\s)\p{Lu}\p{L}+/gu) / 4),
    kind === 'clause' ? 1 : 0,
    kind === 'suffix' ? 1 : 0,
    at === 0 ? 1 : 0,
    at === sentences - 1 ? 1 : 0,
    sentences === 1 ? 1 : 0,
    Math.min(1, Math.log10(Math.max(1, message.text.length)) / 4),
    1 - Math.min(1, message.typedShare),
    /[?？]["')\]]*$/.test(text) ? 1 : 0,
    /^\p{Lu}/u.test(text) ? 1 : 0,
    isInsideQuotes(before) ? 1 : 0,
    /[:：]\s*$/.test(before) ? 1 : 0,
    before.length / Math.max(1, sentence.text.length),
    ...OF_SENTENCE.map((place) => (kind === 'sentence' ? 0 : part(whole, place))),
    part(beside(at - 1), 0),
    part(beside(at - 1), 2),
    part(beside(at + 1), 0),
  ]
}

function wordsIn(text: string): number {
  return text.match(/\p{Script=Han}|[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ?? 0
}

function isInsideQuotes(before: string): boolean {
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return true
  return (before.match(/[“「『]/g)?.length ?? 0) > (before.match(/[”」』]/g)?.length ?? 0)
}

/** Words; of Chinese each two characters that stand together. */
export function wordsOfUnit(text: string): string[] {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'")
  const words = plain.match(/[a-z][a-z']{1,20}/g) ?? []
  const pairs = (plain.match(/\p{Script=Han}{2,}/gu) ?? []).flatMap((run) => {
    const characters = [...run]
    return characters.slice(1).map((one, at) => `${characters[at]}${one}`)
  })
  return [...new Set([...words, ...pairs])]
}
