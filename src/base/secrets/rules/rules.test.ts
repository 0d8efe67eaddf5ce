import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretSample } from '../../../../test/support/secret-sample.ts'
import { literalHead } from '../match-format.ts'
import { scanSecrets } from '../scan-secrets.ts'
import { KEYWORD_RULES } from './keyword-rules.ts'
import { PLATFORM_RULES } from './platform-rules.ts'
import type { FormatRow, KeywordRow } from './rule-row.ts'
import { SERVICE_RULES } from './service-rules.ts'

const FORMATS = [...PLATFORM_RULES, ...SERVICE_RULES]

/** A small generator with a seed that fast-check shrinks and prints. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Text that may stand around a secret: anything, ended by something that is not part of a token. */
const around = fc.tuple(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(' ', '"', "'", '\n', '`', ' (', '\t', '>'),
)

function plantedFormat([, format, options]: FormatRow, random: () => number) {
  const secret = secretSample(format, random)
  return { secret, context: options?.needs ? `${options.needs[0]} ` : '' }
}

function plantedKeyword([, keywords, value]: KeywordRow, random: () => number) {
  return { secret: secretSample(value, random), context: `${keywords.split('|')[0]}_api_key = "` }
}

function expectFound(context: string, secret: string, before: [string, string], after: [string, string]) {
  const head = `${before[0]}${before[1]}${context}`
  const text = `${head}${secret}${after[1]}${after[0]}`
  const findings = scanSecrets(text)
  const found = findings.some(
    (finding) => finding.start < head.length + secret.length && finding.end > head.length,
  )
  expect(found, `nothing found in a text of ${text.length} characters`).toBe(true)
}

describe('every rule finds its own kind', () => {
  test.each(FORMATS.map((row) => [row[0], row] as const))('%s', (_, row) => {
    fc.assert(
      fc.property(fc.nat(), around, around, (seed, before, after) => {
        const { secret, context } = plantedFormat(row, seeded(seed))
        expectFound(context, secret, before, after)
      }),
      { numRuns: 5 },
    )
  })
  test.each(KEYWORD_RULES.map((row) => [row[0], row] as const))('%s next to its keyword', (_, row) => {
    fc.assert(
      fc.property(fc.nat(), around, (seed, before) => {
        const { secret, context } = plantedKeyword(row, seeded(seed))
        expectFound(context, secret, before, ['', '"'])
      }),
      { numRuns: 5 },
    )
  })
})

describe('the tables', () => {
  const spellings = [...FORMATS.map((row) => row[1]), ...KEYWORD_RULES.map((row) => row[2])]

  test('cover at least 150 providers', () => {
    const ids = new Set([...FORMATS, ...KEYWORD_RULES].map((row) => row[0]))
    expect(ids.size).toBeGreaterThanOrEqual(400)
    expect(new Set([...ids].map((id) => id.split('-')[0])).size).toBeGreaterThanOrEqual(150)
  })
  test('have ids that fit into a note', () => {
    for (const [id] of [...FORMATS, ...KEYWORD_RULES]) expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  })
  test('have no unbounded repetition', () => {
    for (const spelling of spellings)
      expect(spelling.replace(/\[[^\]]+\]/g, 'x')).not.toMatch(/[*+]|\{\d+,\}/)
  })
  test('start every check from a literal of two characters or more', () => {
    for (const [id, format, options] of FORMATS)
      for (const anchor of options?.anchors ?? [literalHead(format)])
        expect(anchor.length, `${id}: ${anchor}`).toBeGreaterThanOrEqual(2)
  })
})
