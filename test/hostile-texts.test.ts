// Whatever a file, a clone or a prompt says, what reads it takes time in proportion to its length: a file that is one word,
// one line, or a million brackets stalls nobody. Ratios of processor time, far from what a busy machine can blur.
import { expect, test } from 'vitest'
import { readDefinition } from '../src/agent/definitions/read-definition.ts'
import { findIncludes } from '../src/base/includes/find-includes.ts'
import { dropComments, markdownSegments } from '../src/base/includes/markdown-segments.ts'
import { mayHoldSecret } from '../src/base/secrets/redact-for.ts'
import { redactSecrets } from '../src/base/secrets/redact-secrets.ts'
import { tokenize } from '../src/base/terms/tokens.ts'
import { describeText } from '../src/base/text/describe-text.ts'
import {
  barredText,
  fencedText,
  inertFact,
  inertLine,
  inertText,
  quoteText,
  unmarkedLine,
} from '../src/base/text/inert-text.ts'
import { findDeniedCharacter } from '../src/base/text/invisible.ts'
import { findSaidDates } from '../src/base/text/said-dates.ts'
import { estimateTokens } from '../src/base/text/tokens.ts'
import { parseDocument } from '../src/base/yaml/frontmatter.ts'
import { parseIndex, pointersOf } from '../src/memory/files/index-file.ts'
import { loadIndexText } from '../src/memory/shown-index.ts'
import { passagesOf } from '../src/search/catalog/passages.ts'
import { languagesOf } from '../src/search/embed/plan-embedding.ts'
import { splitIntoWindows } from '../src/search/embed/windows.ts'
import { hasTwoWords } from '../src/search/gate.ts'
import { piecesOf } from '../src/search/ranking/pieces.ts'
import { findMentions } from '../src/search/recall/agent-mentions.ts'
import { cutMemory } from '../src/search/recall/cut-memory.ts'
import { queryTerms } from '../src/search/text/terms.ts'
import { findClaims } from '../src/search/verify/claims.ts'

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
