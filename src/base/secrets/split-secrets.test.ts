// Secrets in pieces: made up from ten formats, taken apart in the ways that people and programs do.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretSample } from '../../../test/support/secret-sample.ts'
import { joinPieces, jointsOf } from './join-pieces.ts'
import { redactSecrets } from './redact-secrets.ts'
import { scanSecrets } from './scan-secrets.ts'

function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Rule, spelling, and where such a secret is taken apart first: after its mark. */
const FORMATS = [
  ['github-pat', 'ghp_[A-Za-z0-9]{36}', 4],
  ['aws-access-token', 'AKIA[A-Z2-7]{16}', 4],
  ['gitlab-pat', 'glpat-[A-Za-z0-9_-]{20}', 6],
  ['npm-access-token', 'npm_[A-Za-z0-9]{36}', 4],
  ['gcp-api-key', 'AIza[A-Za-z0-9_-]{35}', 4],
  ['slack-bot-token', 'xoxb-[0-9]{12}-[0-9]{12}-[A-Za-z0-9]{24}', 18],
  ['slack-app-token', 'xapp-1-A[A-Z0-9]{10}-[0-9]{13}-[a-f0-9]{64}', 21],
  ['digitalocean-pat', 'dop_v1_[a-f0-9]{64}', 7],
  ['pulumi-api-token', 'pul-[a-f0-9]{40}', 4],
  ['docker-hub-pat', 'dckr_pat_[A-Za-z0-9_-]{27}', 9],
] as const

type Split = (mark: string, rest: string) => string

const half = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)] as const
const inBase64 = (text: string, columns: number) =>
  Buffer.from(`${'The key that the build uses is kept here for now: '.repeat(2)}${text} and no more.`)
    .toString('base64')
    .replace(new RegExp(`.{${columns}}`, 'g'), '$&\n')

const SPLITS: readonly (readonly [string, Split])[] = [
  ['added with +', (a, b) => `const key = "${a}" + "${b}"`],
  ['in three parts', (a, b) => `key = '${a}' + '${half(b)[0]}' + '${half(b)[1]}'`],
  ['with an empty part between', (a, b) => `key = "${a}" + "" + "${b}"`],
  ['+ at the end of a line', (a, b) => `String key = "${a}" +\n        "${b}";`],
  ['next to each other', (a, b) => `key = '${a}' '${b}'`],
  ['in brackets, over lines', (a, b) => `key = (\n    "${a}"\n    f"${b}"\n)`],
  ['continued by a backslash', (a, b) => `export KEY=${a}\\\n  ${b}`],
  ['a backslash between strings', (a, b) => `key = "${a}" \\\n      "${b}"`],
  ['folded as in YAML', (a, b) => `key: >-\n  ${a}${half(b)[0]}\n  ${half(b)[1]}\nnext: 1`],
  ['with Windows line ends', (a, b) => `key: |\r\n  ${a}${half(b)[0]}\r\n  ${half(b)[1]}\r\n`],
  ['in a template', (a, b) => `const key = \`\${'${a}'}\${"${b}"}\``],
  ['half in a template', (a, b) => `const key = \`${a}\${'${b}'}\``],
  ['joined with a dot', (a, b) => `$key = '${a}' . '${b}';`],
  ['joined with ||', (a, b) => `SELECT '${a}' || '${b}'`],
  ['joined as in Visual Basic', (a, b) => `key = "${a}" & _\n  "${b}"`],
  ['joined by a method', (a, b) => `key = '${a}'.concat('${b}')`],
  ['in two kinds of quotes', (a, b) => `KEY="${a}"'${b}'`],
  ['with a quote in the middle', (a, b) => `KEY=${a}${half(b)[0]}''${half(b)[1]}`],
  ['in JSON, with its quotes escaped', (a, b) => `{"code": "key = \\"${a}\\" + \\"${b}\\""}`],
  ['in JSON, with its line break escaped', (a, b) => `{"text": "${a}${half(b)[0]}\\n${half(b)[1]}"}`],
  ['with an escaped character', (a, b) => `{"key": "\\u00${a.charCodeAt(0).toString(16)}${a.slice(1)}${b}"}`],
  ['with a character by its number', (a, b) => `key = "\\x${a.charCodeAt(0).toString(16)}${a.slice(1)}${b}"`],
  ['quoted in a letter', (a, b) => `> the key is ${a}${half(b)[0]}\n> ${half(b)[1]} as said`],
  ['in a comment', (a, b) => `# ${a}${half(b)[0]}\n# ${half(b)[1]}`],
  ['in base64, 64 a line', (a, b) => inBase64(a + b, 64)],
  ['in base64, 76 a line', (a, b) => inBase64(a + b, 76)],
]

/** Nothing longer than a mark of the secret is left. */
function expectGone(text: string, secret: string) {
  for (let at = 0; at + 12 <= secret.length; at++) expect(text).not.toContain(secret.slice(at, at + 12))
}

describe.each(FORMATS)('%s', (rule, spelling, mark) => {
  test.each(SPLITS)('%s', (_, split) => {
    for (const seed of [1, 7919, 104_729]) {
      const secret = secretSample(spelling, seeded(seed))
      const text = `Notes on the build.\n\n${split(secret.slice(0, mark), secret.slice(mark))}\n\nThe end.\n`
      expect(scanSecrets(text).filter(({ tier }) => tier === 'block')).toMatchObject([{ rule }])
      const { text: clean } = redactSecrets(text, { from: 'block' })
      expectGone(clean, secret)
      expect(clean).toContain('The end.')
    }
  })
})

describe('what is next to a secret', () => {
  const [first, second] = [11, 13].map((seed) => secretSample('ghp_[A-Za-z0-9]{36}', seeded(seed)))
  const note = '[redacted: github-pat]'

  test.each([
    ['two keys in a list', `${first}\n${second}`, `${note}\n${note}`],
    ['an argument after it', `login "${first}" "agent7"`, `login "${note}" "agent7"`],
    ['a date on the next line', `${first}\n2026-01-02T03:04`, `${note}\n2026-01-02T03:04`],
    ['a possessive', `${first}'s owner`, `${note}'s owner`],
  ])('%s stays', (_, text, clean) => {
    expect(redactSecrets(text).text).toBe(clean)
  })

  test('a long token is cut whole where a program wrapped it', () => {
    const part = (seed: number, length: number) => secretSample(`[A-Za-z0-9_-]{${length}}`, seeded(seed))
    const token = `${'ey'}J${part(5, 33)}.${'ey'}J${part(6, 120)}.${part(7, 43)}`
    const { text } = redactSecrets(`token:\n${token.replace(/.{64}/g, '$&\n')}\nend`)
    expect(text).toBe('token:\n[redacted: jwt]\nend')
  })

  test('a secret between lines that look like pieces themselves', () => {
    const key = secretSample('AKIA[A-Z2-7]{16}', seeded(17))
    const text = `build4711x\n${key.slice(0, 9)}\n${key.slice(9)}\nrev8Fq21z`
    expect(redactSecrets(text).text).toBe('build4711x\n[redacted: aws-access-token]\nrev8Fq21z')
  })
})

describe('joints', () => {
  test('are found in order, apart, and never empty; the rest of the text is kept', () => {
    const part = fc.constantFrom(
      '"',
      "'",
      '`',
      ' + ',
      ' ',
      '\n',
      '\\',
      '${',
      '}',
      'aB3',
      'ghp_',
      '.',
      '# ',
      '\r\n',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        let at = 0
        let kept = ''
        for (const { start, end } of jointsOf(text)) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          kept += text.slice(at, start)
          at = end
        }
        expect(joinPieces(text)).toBe(kept + text.slice(at))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    'The first line ends with a word\nand the next starts with one.',
    "It's the person's own key, isn't it?",
    '- alpha\n- beta\n',
    '["alpha1", "beta2"]',
    'say "yes" and "no"',
  ])('ordinary text has none: %j', (text) => {
    expect(jointsOf(text)).toEqual([])
  })
})
