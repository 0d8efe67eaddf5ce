import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedQuantities } from './asked-quantities.ts'
import { mayAnswer, QUANTITY } from './quantities.ts'
import { saidQuantities } from './said-quantities.ts'

const { count, duration, moment, money, share, condition, some } = QUANTITY

const answers = (question: string, text: string) => mayAnswer(saidQuantities(text), askedQuantities(question))

describe('what is asked for', () => {
  it.each([
    ['how many rows does the orders table have', count],
    ['How long do we keep raw telemetry?', duration | moment],
    ['how long may a commit message be', duration | moment | count],
    ['how long may this transition take', duration | moment],
    ['how many days are invoices kept', duration | moment],
    ['how often is a call repeated', count | duration | moment],
    ["when's the code freeze", moment | duration | condition],
    ['when is the next release?', moment | duration | condition],
    ['what does Great Expectations cost', money | count],
    ['what is the accuracy of the churn model', share | count],
    ['how big is the image', count | share | money | duration],
    ['一小时最多发多少条短信', count | share | money | duration],
    ['这个授权多少钱', money | count],
    ['日志保留多久', duration | moment],
    ['什么时候发版', moment | duration | condition],
    ['周会在星期几', moment | duration | condition],
    ['命中率是多少', share | count],
  ])('%s', (text, kinds) => {
    expect(askedQuantities(text)).toBe(kinds)
  })

  it.each([
    'the build fails when I run it twice',
    'how do we deploy',
    'who owns the billing service',
    'show me how the retry works',
    '比较几个方案时用户喜欢怎么展示',
    '怎么发布',
  ])('nothing of the kind: %s', (text) => {
    expect(askedQuantities(text)).toBe(0)
  })
})

describe('what is said', () => {
  it.each([
    ['Keep components below 150 lines', count],
    ['Two reviewers are needed', count],
    ['Kept for 90 days', duration | moment],
    ['The gateway gives up at 800ms', duration],
    ['The job starts at 04:00', moment],
    ['The contract ends in 2031', moment],
    ['We ship on Mondays', moment],
    ['The seat is 40 euros', money],
    ['The crash rate stays below 0.1%', share],
    ['AUC has to reach 0.82', share],
    ['Location is used only during a tour', condition],
    ['失败三次后转人工', count | condition],
    ['会员等级每天重新计算', duration | moment],
    ['日志保留 30 天', duration],
    ['０点不发短信', moment],
    ['一个席位 40 元', count | money],
  ])('%s', (text, kinds) => {
    expect(saidQuantities(text)).toBe(kinds)
  })

  it.each([
    'Invoices are archived in S3 Glacier',
    'The firmware targets Zephyr 3.7 on the nRF52840',
    'Customs documents must be PDF/A-3',
    'The churn model uses LightGBM; the neural version was slower',
    'The weekdays component is in ui',
    '服务用 Go 编写，一般不用 panic',
    '',
  ])('nothing of the kind: %s', (text) => {
    expect(saidQuantities(text)).toBe(0)
  })
})

it.each([
  ['how long does the linter take', 'The linter fails above 12 warnings', false],
  ['how long does the linter take', 'The linter takes two minutes', true],
  ['how many scanners do we own', 'The scanner license ends in August', false],
  ['what is the accuracy of the model', 'The model is trained every Monday at 04:00', false],
  ['when may we track the location', 'Location is used only during a tour', true],
  ['when do we deploy', 'Deployments are made by a robot', false],
  ['who owns the scanner', 'The scanner license ends in August', true],
  ['扫描枪多少钱', '扫描枪的授权在月底到期', false],
  ['日志保留多久', '日志保留 30 天', true],
])('"%s" may be answered by "%s": %s', (question, text, expected) => {
  expect(answers(question, text)).toBe(expected)
})

it('lets a text whose kinds are not known answer everything', () => {
  expect(mayAnswer(some, askedQuantities('how many scanners do we own'))).toBe(true)
})

it('is done with any text: a quadratic search would never be', () => {
  const pieces = [
    'what does ',
    'how long is ',
    'teen',
    'a',
    '-',
    '_',
    '1',
    '1.',
    '一',
    '几',
    ' ',
    'cost',
    'A',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 2_000 }), (some) => {
      const text = some.join('')
      expect([askedQuantities(text), saidQuantities(text)]).toHaveLength(2)
    }),
    { numRuns: 50 },
  )
  for (const one of ['a', '_-', 'what does ', 'x', 'how long is ', 'A'])
    expect(saidQuantities(one.repeat(100_000))).toBe(0)
  expect(saidQuantities('1 '.repeat(100_000))).toBe(count)
  for (const one of ['a', 'what does ', 'how much '])
    expect(askedQuantities(one.repeat(100_000))).toBeLessThan(64)
})
