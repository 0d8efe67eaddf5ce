// Texts for property tests: what people write, and what nobody should.
import fc from 'fast-check'

export const hostilePieces = [
  '---',
  '...',
  '\n',
  '\r\n',
  '\r',
  ': ',
  ':',
  ' #',
  '#',
  '- ',
  '-',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  '\\',
  '|',
  '>',
  '>-',
  '&a',
  '*a',
  '!',
  '!!str',
  '%',
  '@',
  '`',
  '?',
  '~',
  'null',
  'true',
  'No',
  'on',
  '0x1f',
  '0o7',
  '1e3',
  '.inf',
  '-.5',
  '+1',
  '007',
  '1_000',
  '12:30:45',
  '2026-04-09',
  '2026-04-09T10:00:00Z',
  '<<',
  '=',
  'a',
  'name',
  'name:',
  'type: user',
  'tags',
  '__proto__',
  'constructor',
  ' ',
  '  ',
  '\t',
  '\u00a0',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\0',
  '\u001b',
  '\ud800',
  '好',
  'é',
  'e\u0301',
  '👩‍👧',
  '\u200b',
  '\u202e',
  '[[',
  ']]',
  '](',
  '.md',
  '../',
  '/',
  '_',
  '—',
]

/** Made of the pieces that parsers trip over, and of any Unicode. */
export function hostileText(maxPieces = 30): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...hostilePieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    { weight: 2, arbitrary: fc.string({ maxLength: 6 }) },
  )
  return fc.array(piece, { maxLength: maxPieces }).map((pieces) => pieces.join(''))
}

/** Frontmatter as people and agents write it: fields, lists, maps, quotes, comments. */
export function realisticYaml(): fc.Arbitrary<string> {
  const word = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_./-]{1,10}$/),
    fc.constantFrom(
      'never',
      'mock',
      "don't",
      '数据库',
      '→',
      '"quoted"',
      'a:b',
      '#1',
      '50%',
      '3.10',
      '1.0',
      'v2',
      'yes',
      '~',
      '-',
      'C#',
      '08',
      '1e5',
    ),
  )
  const phrase = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
  const scalar = fc.oneof(
    phrase,
    phrase.map((text) => JSON.stringify(text)),
    phrase.map((text) => `'${text.replace(/'/g, "''")}'`),
    fc.integer().map(String),
    fc.double({ noNaN: true }).map(String),
    fc.constantFrom('', 'true', 'null', '2026-04-09', '2026-04-09T10:00:00Z', '"a\\nb"', '"\\u00e9"'),
  )
  const key = fc.constantFrom(
    'name',
    'description',
    'type',
    'tags',
    'metadata',
    'x-own',
    'source',
    'created',
    'importance',
  )
  const field = fc.oneof(
    { weight: 6, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }).map((items) => `[${items.join(', ')}]`) },
    {
      weight: 1,
      arbitrary: fc
        .array(scalar, { minLength: 1, maxLength: 3 })
        .map((items) => items.map((item) => `\n  - ${item}`).join('')),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(scalar, { minLength: 1, maxLength: 3 })
        .map((items) => items.map((item) => `\n- ${item}`).join('')),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(scalar, { minLength: 1, maxLength: 3 })
        .map((items) => items.map((item, i) => `\n  k${i}: ${item}`).join('')),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(scalar, { maxLength: 3 })
        .map((items) => `{ ${items.map((item, i) => `k${i}: ${item}`).join(', ')} }`),
    },
    { weight: 1, arbitrary: phrase.map((text) => `|\n  ${text}\n\n  ${text}`) },
    { weight: 1, arbitrary: phrase.map((text) => `${text} # a remark`) },
  )
  return fc
    .uniqueArray(fc.tuple(key, field), { maxLength: 6, selector: ([name]) => name })
    .chain((fields) =>
      fc
        .constantFrom('\n', '\r\n')
        .map((eol) => fields.map(([name, value]) => `${name}: ${value}${eol}`).join('')),
    )
}
