// Whatever a file, a clone or a prompt says, what reads it takes time in proportion to its length: a file that is one word,
// one line, or a million brackets stalls nobody. Ratios of processor time, far from what a busy machine can blur.
import { expect, test } from 'vitest'
import { readDefinition } from '../src/agent/definitions/read-definition.ts'
import { languagesOf } from '../src/embed/plan-embedding.ts'
import { splitIntoWindows } from '../src/embed/windows.ts'
import { findIncludes } from '../src/instructions/find-includes.ts'
import { dropComments, markdownSegments } from '../src/instructions/markdown-segments.ts'
import {
  barredText,
  fencedText,
  inertFact,
  inertLine,
  inertText,
  quoteText,
  unmarkedLine,
} from '../src/lib/inert-text.ts'
import { findDeniedCharacter } from '../src/lib/invisible.ts'
import { findSaidDates } from '../src/lib/said-dates.ts'
import { estimateTokens } from '../src/lib/tokens.ts'
import { describeText } from '../src/memory/describe.ts'
import { parseDocument } from '../src/memory/frontmatter.ts'
import { parseIndex, pointersOf } from '../src/memory/index-file.ts'
import { loadIndexText } from '../src/memory/load-index.ts'
import { mayHoldSecret } from '../src/memory/redact-memory.ts'
import { findMentions } from '../src/recall/agent-mentions.ts'
import { findClaims } from '../src/recall/claims.ts'
import { cutMemory } from '../src/recall/cut-memory.ts'
import { hasTwoWords } from '../src/recall/gate.ts'
import { askedQuantities } from '../src/search/asked-quantities.ts'
import { passagesOf } from '../src/search/passages.ts'
import { piecesOf } from '../src/search/pieces.ts'
import { saidQuantities } from '../src/search/said-quantities.ts'
import { queryTerms } from '../src/search/terms.ts'
import { identifiersOf, tokenize } from '../src/search/tokens.ts'
import { redactSecrets } from '../src/secrets/redact-secrets.ts'

const UNITS: Record<string, string> = {
  'one word': 'a',
  'one word of letters and digits': 'a1B2c3D4',
  'one name of code': 'getTheName_',
  words: 'word ',
  sentences: 'word. ',
  lines: 'word\n',
  paragraphs: 'word\n\n',
  dashes: '-',
  quotes: '"',
  'single quotes': "'",
  backticks: '`',
  'code spans': '`a` ',
  'opening brackets': '[',
  'links that do not end': '[a](',
  images: '![',
  'what closes': ']',
  parentheses: 'f(',
  braces: '{',
  'nested quotations': '> ',
  'nested lists': '- ',
  tags: '<a ',
  'angle brackets': '<',
  comments: '<!-- ',
  'fields of YAML': 'a: ',
  fences: '---\n',
  'fences of code': '```\n',
  blanks: ' ',
  'blank lines': '\n',
  Chinese: '中文没有空格的一个词',
  accents: 'e\u0301',
  'what cannot be seen': '\u200b',
  'wide letters': 'Ａ１',
  slashes: '/a.',
  addresses: 'http://a@',
  escapes: '\\u0041',
  'joined pieces': '"a" + ',
  'names of secrets': 'password: ',
  headers: '-----BEGIN ',
  includes: '@a ',
  mentions: '@agent-a ',
  dates: 'on 3 May ',
  numbers: '17 of 3 ',
}

const READERS: Record<string, (text: string) => unknown> = {
  tokenize,
  identifiersOf,
  queryTerms,
  passagesOf,
  piecesOf,
  languagesOf,
  splitIntoWindows: (text) =>
    splitIntoWindows(
      Array.from(text, (c) => c.charCodeAt(0)),
      256,
      1,
      2,
    ),
  askedQuantities,
  saidQuantities,
  findSaidDates: (text) => findSaidDates(text, new Date(0)),
  hasTwoWords,
  findMentions,
  findClaims,
  cutMemory,
  inertText,
  inertLine,
  inertFact,
  quoteText,
  unmarkedLine: (text) => unmarkedLine(text, 'memories'),
  fencedText: (text) => fencedText('restored', text),
  barredText: (text) => barredText(text, 'conversation'),
  mayHoldSecret,
  redactSecrets: (text) => redactSecrets(text, { late: () => false }),
  findDeniedCharacter,
  estimateTokens,
  describeText,
  parseDocument,
  'parseDocument of a name': (text) => parseDocument(`---\nname: ${text}\n---\nx\n`),
  'parseDocument of fields': (text) => parseDocument(`---\n${text}\n---\nx\n`),
  readDefinition: (text) => readDefinition(`---\nname: a\ndescription: ${text}\n---\n${text}`),
  'pointersOf an index': (text) => pointersOf(parseIndex(text)),
  loadIndexText,
  markdownSegments,
  dropComments,
  findIncludes,
}

const LENGTH = 10_000
/** Below this nothing is told from noise, and nobody is kept waiting. */
const LEAST_MS = 60

function timeOf(work: () => unknown): number {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

test.each(Object.entries(READERS))('%s takes time in proportion to the length of the text', (_, read) => {
  const slow = Object.entries(UNITS).flatMap(([name, unit]) => {
    const text = (length: number) => unit.repeat(Math.ceil(length / unit.length))
    const long = timeOf(() => read(text(4 * LENGTH)))
    if (long < LEAST_MS) return []
    // Four times the text: twice the ratio of what is linear, half of what grows with the square.
    const short = Math.min(...[1, 2].map(() => timeOf(() => read(text(LENGTH)))))
    const again = timeOf(() => read(text(4 * LENGTH)))
    return Math.min(long, again) > Math.max(short, LEAST_MS / 4) * 8
      ? [`${name}: ${short} ms, then ${Math.min(long, again)} ms`]
      : []
  })
  expect(slow).toEqual([])
})
