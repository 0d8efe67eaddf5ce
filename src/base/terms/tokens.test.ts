import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { wordsBehind } from '../../search/text/terms.ts'
import { toSimplified } from './characters.ts'
import { porterStem } from './porter.ts'
import { tokenize } from './tokens.ts'

describe('tokenize', () => {
  it.each<[string, string[]]>([
    ['The cats were running', ['cat', 'run']],
    ["Caroline's friends don't", ['carolin', 'friend']],
    ['Caroline’s café', ['carolin', 'cafe']],
    ['getHTTPName_v2', ['gethttpnamev2', 'get', 'http', 'name', 'v', '2']],
    ['APIs and DAGs', ['api', 'dag']],
    [
      'snake_case and kebab-case',
      ['snakecas', 'snake', 'case', 'kebab', 'case'].map((t) =>
        t === 'snakecas' ? 'snakecas' : porterStem(t),
      ),
    ],
    ['Bart在圣诞节', ['bart', '在圣', '圣诞', '诞节']],
    ['猫', ['猫']],
    ['ＡＢＣ１２３', ['abc123', 'abc', '123']],
    ['我们的是', []],
    ['東京タワー', ['东京', '京タ', 'タワ', 'ワー']],
    ['한국어', ['한국', '국어']],
    ['naïve Ünïcode Привет', ['naiv', 'unicod', 'привет']],
    ['', []],
    ['... !!! ---', []],
  ])('%s', (text, terms) => {
    expect(tokenize(text)).toEqual(terms)
  })

  it('finds traditional Chinese by simplified and the other way round', () => {
    expect(tokenize('陸特開創')).toEqual(tokenize('陆特开创'))
    expect(toSimplified('梵語的學術研究 abc')).toBe('梵语的学术研究 abc')
  })

  it('finds the parts and the whole of an identifier, however it is written', () => {
    for (const written of ['parseFrontmatter', 'parse_frontmatter', 'ParseFrontmatter', 'PARSE_FRONTMATTER'])
      expect(tokenize(written)).toEqual(expect.arrayContaining(tokenize('parsefrontmatter')))
    expect(tokenize('parse frontmatter').every((term) => tokenize('parseFrontmatter').includes(term))).toBe(
      true,
    )
  })

  it('takes anything, without empty or endless terms', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc
        .array(
          fc.constantFrom('\ud83d', '\udc00', '\u0301', "'", '_', 'A', 'z', '9', '中', 'İ', 'ß', 'ﬁ', '\0'),
          { maxLength: 80 },
        )
        .map((l) => l.join('')),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        const terms = tokenize(text)
        expect(terms.every((term) => term.length > 0 && term.length <= 64)).toBe(true)
        expect(tokenize(text)).toEqual(terms)
      }),
    )
  })

  it('is case-blind for plain words', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        expect(tokenize(word.toUpperCase())).toEqual(tokenize(word))
      }),
    )
  })

  it('takes time in proportion to length', () => {
    const time = (text: string) => {
      // The process's own time: what else the machine does must not count.
      const started = process.cpuUsage()
      tokenize(text)
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1000
    }
    for (const unit of ['a', "a'", 'aB', '_', '中', '\u0301', '9z', 'word ']) {
      time(unit.repeat(20_000))
      const [short, long] = [time(unit.repeat(20_000)), time(unit.repeat(160_000))]
      // Eight times the text; quadratic would take many seconds.
      expect(long).toBeLessThan(Math.max(short, 20) * 50)
    }
  })
})

describe('porterStem', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['cats', 'cat'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['relational', 'relat'],
    ['rationalization', 'ration'],
    ['electricity', 'electr'],
    ['hopefulness', 'hope'],
    ['adjustment', 'adjust'],
    ['adoption', 'adopt'],
    ['controlling', 'control'],
    ['rate', 'rate'],
    ['yellow', 'yellow'],
    ['sky', 'sky'],
  ])('%s → %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem)
  })

  it('never grows a word', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,30}$/), (word) => {
        expect(porterStem(word).length).toBeLessThanOrEqual(word.length)
      }),
    )
  })
})

test('names of code and words of ASCII are found as in any other script', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ0_ -./'), maxLength: 24 }), (text) => {
      // A sign that belongs to no word, and no ASCII: the classes of Unicode decide.
      expect(tokenize(`${text} …`)).toEqual(tokenize(text))
      const terms = tokenize(text)
      expect(wordsBehind(`${text} …`)(terms)).toEqual(wordsBehind(text)(terms))
    }),
    { numRuns: 500 },
  )
})
