import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asksForQuantity, saysQuantity } from './quantities.ts'

it.each([
  'how many rows does the orders table have',
  'How long do we keep raw telemetry?',
  "when's the code freeze",
  'when is the next release?',
  'what does Great Expectations cost',
  'what is the accuracy of the churn model',
  '一小时最多发多少条短信',
  '什么时候发版',
  '周会在星期几',
])('asks how many or when: %s', (text) => {
  expect(asksForQuantity(text)).toBe(true)
})

it.each([
  'the build fails when I run it twice',
  'how do we deploy',
  'who owns the billing service',
  'show me how the retry works',
  '比较几个方案时用户喜欢怎么展示',
  '怎么发布',
])('asks for something else: %s', (text) => {
  expect(asksForQuantity(text)).toBe(false)
})

it.each([
  'Cart items expire after 14 days',
  'We ship on Mondays, never on Fridays',
  'Orders above fifty euros ship for free',
  'Backups are taken hourly',
  'The scanner license expires in August',
  '失败三次后转人工',
  '会员等级每天重新计算',
  '０点后不发短信',
])('says a number or a time: %s', (text) => {
  expect(saysQuantity(text)).toBe(true)
})

it.each([
  'Invoices are archived in S3 Glacier',
  'The firmware targets the nRF52840',
  'Customs documents must be PDF/A-3',
  'The churn model uses LightGBM; the neural version was slower',
  'The weekdays component is in ui',
  '服务用 Go 编写，一般不用 panic',
  '',
])('says neither: %s', (text) => {
  expect(saysQuantity(text)).toBe(false)
})

it('is done with any text: a quadratic search would never be', () => {
  const piece = fc.constantFrom('what does ', 'how ', 'teen', 'a', '-', '_', '1', '一', '几', ' ', 'cost')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 2_000 }), (pieces) => {
      const text = pieces.join('')
      expect([asksForQuantity(text), saysQuantity(text)]).toHaveLength(2)
    }),
    { numRuns: 50 },
  )
  for (const one of ['a', '_-', 'what does ', 'x'])
    expect([asksForQuantity(one.repeat(300_000)), saysQuantity(one.repeat(300_000))]).toEqual([false, false])
})
