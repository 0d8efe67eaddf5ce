// How surely a unit says something to keep, of what type, and whether it holds in all projects of the person: linear heads
// over the vector of the model that reads it, its marks and numbers, and a few hundred words.
import type { MemoryType } from '../../memory/memory.ts'
import { plainFeatures, wordsOfUnit } from './features.ts'
import type { FittedHearing, Reader } from './fitted-hearing.ts'
import { HEARING } from './fitted-weights.ts'
import type { ReadMessage, Unit } from './units.ts'

interface Head {
  readonly vector: Int8Array
  readonly plain: Int8Array
  readonly words: Int8Array
  readonly scales: readonly number[]
  readonly constant: number
}

interface Judge extends Pick<FittedHearing, 'taken' | 'written'> {
  readonly reader: Reader
  readonly keep: Head
  readonly types: readonly (readonly [MemoryType, Head])[]
  readonly ofPerson: Head
  readonly words: ReadonlyMap<string, number>
}

type Judges = Readonly<Record<Reader, Judge>>

export function openJudges(fitted: Readonly<Record<Reader, FittedHearing>> = HEARING): Judges {
  return { en: judgeOf('en', fitted.en), zh: judgeOf('zh', fitted.zh) }
}

function judgeOf(reader: Reader, { taken, written, words, keep, types, ofPerson }: FittedHearing): Judge {
  return {
    ...{ reader, taken, written },
    keep: headOf(keep),
    types: Object.entries(types).map(([type, head]) => [type as MemoryType, headOf(head)] as const),
    ofPerson: headOf(ofPerson),
    words: new Map(words.split(' ').map((word, at) => [word, at])),
  }
}

function headOf({ vector, plain, words, scales, constant }: FittedHearing['keep']): Head {
  const decode = (text: string) => new Int8Array(Buffer.from(text, 'base64'))
  return { vector: decode(vector), plain: decode(plain), words: decode(words), scales, constant }
}

export interface JudgedUnit {
  readonly unit: Unit
  readonly judge: Judge
  /** Of the fitted model: from 0 on it is rather to be kept than not. */
  readonly points: number
  readonly features: readonly number[]
  readonly vector: Float32Array
}

export function judgeUnit(unit: Unit, message: ReadMessage, vector: Float32Array, judge: Judge): JudgedUnit {
  const features = plainFeatures(unit, message)
  let words = 0
  for (const word of wordsOfUnit(unit.text)) words += judge.keep.words[judge.words.get(word) ?? -1] ?? 0
  const points = linear(judge.keep, vector, features) + words * (judge.keep.scales[2] ?? 0)
  return { unit, judge, points, features, vector }
}

/** Of what type it is, and whether it is about the person and would hold in every project of theirs. */
export function gradesOf({ judge, vector, features }: JudgedUnit): { type: MemoryType; ofPerson: boolean } {
  const rated = judge.types.map(([type, head]) => ({ type, points: linear(head, vector, features) }))
  const { type } = rated.reduce((best, one) => (one.points > best.points ? one : best))
  return { type, ofPerson: linear(judge.ofPerson, vector, features) > 0 }
}

function linear(
  { vector, plain, scales, constant }: Head,
  values: Float32Array,
  features: readonly number[],
): number {
  let [near, marked] = [0, 0]
  for (let at = 0; at < vector.length; at++) near += (vector[at] ?? 0) * (values[at] ?? 0)
  for (let at = 0; at < plain.length; at++) marked += (plain[at] ?? 0) * (features[at] ?? 0)
  return near * (scales[0] ?? 0) + marked * (scales[1] ?? 0) + constant
}
