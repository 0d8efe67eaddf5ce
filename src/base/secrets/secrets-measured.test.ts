// The figures of docs/secrets.md: the sample file where it is present, Markdown of the installed packages, time.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetTimer } from '../time/budget-timer.ts'
import { redactSecrets } from './redact-secrets.ts'
import { scanSecrets } from './scan-secrets.ts'

const ROOT = new URL('../../../', import.meta.url)
const SAMPLES = new URL('../shared/data/security/secrets.jsonl.gz', ROOT)
const blocks = (text: string) => scanSecrets(text).some(({ tier }) => tier === 'block')

const present = existsSync(SAMPLES)
const title = present ? '' : ' (skipped: ../shared/data/security/secrets.jsonl.gz is not here)'

test.skipIf(!present)(`at least 99 % of the positives, at most 3 % of the negatives blocked${title}`, () => {
  const lines = gunzipSync(readFileSync(SAMPLES)).toString('utf8').trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as { text: string; should_match: boolean })
  const positives = rows.filter((row) => row.should_match)
  const negatives = rows.filter((row) => !row.should_match)
  const found = positives.filter((row) => scanSecrets(row.text).length > 0).length
  const blocked = negatives.filter((row) => blocks(row.text)).length
  expect(found / positives.length).toBeGreaterThanOrEqual(0.99)
  expect(blocked / negatives.length).toBeLessThanOrEqual(0.03)
})

test('no block finding in the Markdown of the installed packages', () => {
  const modules = fileURLToPath(new URL('node_modules/', ROOT))
  const files = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
  expect(files.length).toBeGreaterThan(50)
  const hits = files.filter((name) => blocks(readFileSync(name, 'utf8')))
  expect(hits).toEqual([])
})

test('hostile texts of 250 KB are done in time', () => {
  // The bench times some fifty shapes; here only those that were slow once, with room for a busy machine.
  const shapes = [
    'kind: Secret\ndata:\n',
    'api_key=',
    'a\u200b',
    'https://a:b@',
    'password = "aaaaaaaa" ',
    'sk-',
    'A',
  ]
  for (const shape of shapes) {
    const text = shape.repeat(250_000 / shape.length)
    const started = performance.now()
    scanSecrets(text, { late: budgetTimer(10_000) })
    expect(performance.now() - started, shape).toBeLessThan(2000)
  }
})

test('10,000 made-up inputs do not break it', () => {
  const unit = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'eyJ',
        'ghp_',
        '-----BEGIN ',
        'PRIVATE KEY',
        '-----',
        '://',
        ':',
        '@',
        '=',
        '"',
        'api_key',
        'kind: Secret',
        'data:',
        'curl',
        ' -u ',
        'Authorization',
        '[redacted: ',
        ']',
        'Q~',
        '\ud83d',
        '\u200b',
        '\n',
        'QUJD',
        '+ASt',
      ),
    },
    { weight: 1, arbitrary: fc.base64String({ minLength: 20, maxLength: 80 }) },
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 24 }), (parts) => {
      const text = parts.join('')
      for (const { start, end } of scanSecrets(text))
        expect(start >= 0 && end > start && end <= text.length).toBe(true)
      redactSecrets(text)
    }),
    { numRuns: 10_000 },
  )
})
