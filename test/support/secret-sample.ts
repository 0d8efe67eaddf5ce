// Makes up a secret that fits a spelling. For tests: samples are built at run time, so that no scanner, ours
// included, finds a secret in this repository.
import { expandUuid } from '../../src/base/secrets/match-format.ts'

export function secretSample(format: string, random: () => number): string {
  const reader = { source: expandUuid(format), at: 0 }
  return readChoice(reader, random)
}

interface Reader {
  source: string
  at: number
}

/** `a|b|c`: all branches are read, one is kept. */
function readChoice(reader: Reader, random: () => number): string {
  const branches: string[] = ['']
  while (reader.at < reader.source.length && reader.source[reader.at] !== ')') {
    if (reader.source[reader.at] === '|') {
      reader.at++
      branches.push('')
    } else branches[branches.length - 1] += readRepeated(reader, random)
  }
  return oneOf(branches, random)
}

function readRepeated(reader: Reader, random: () => number): string {
  const start = reader.at
  const first = readAtom(reader, random)
  const after = reader.at
  const [least, most] = readCount(reader)
  const next = reader.at
  const count = least + Math.floor(random() * (Math.min(most, least + 12) - least + 1))
  if (count === 0) return ''
  let out = first
  for (let i = 1; i < count; i++) {
    reader.at = start
    out += readAtom(reader, random)
    reader.at = after
  }
  reader.at = next
  return out
}

function readCount(reader: Reader): [number, number] {
  if (reader.source[reader.at] === '?') {
    reader.at++
    return [0, 1]
  }
  const count = /^\{(\d+)(?:,(\d+))?\}/.exec(reader.source.slice(reader.at, reader.at + 16))
  if (!count) return [1, 1]
  reader.at += count[0].length
  return [Number(count[1]), Number(count[2] ?? count[1])]
}

function readAtom(reader: Reader, random: () => number): string {
  if (reader.source.startsWith('(?:', reader.at)) {
    reader.at += 3
    const chosen = readChoice(reader, random)
    reader.at++
    return chosen
  }
  if (reader.source[reader.at] !== '[') return reader.source.charAt(reader.at++)
  const end = reader.source.indexOf(']', reader.at + 2)
  const characters = classCharacters(reader.source.slice(reader.at + 1, end))
  reader.at = end + 1
  return oneOf([...characters], random)
}

function oneOf(choices: readonly string[], random: () => number): string {
  return choices[Math.floor(random() * choices.length)] ?? ''
}

function classCharacters(inner: string): string {
  const negated = inner.startsWith('^')
  const listed = new Set<string>()
  for (let i = negated ? 1 : 0; i < inner.length; i++) {
    const from = inner.charCodeAt(i)
    const range = inner[i + 1] === '-' && i + 2 < inner.length
    const to = range ? inner.charCodeAt(i + 2) : from
    for (let code = from; code <= to; code++) listed.add(String.fromCharCode(code))
    if (range) i += 2
  }
  if (!negated) return [...listed].join('')
  const printable = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  return printable.filter((character) => !listed.has(character)).join('')
}
