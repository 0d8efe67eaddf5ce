import { expect, it } from 'vitest'
import { findUsed } from './find-used.ts'

const memory = (id: string, text: string) => ({ id, file: `${id}.md`, text })
const used = (texts: Record<string, string>, said: string, asked = 'how do we deploy?') =>
  findUsed(
    Object.entries(texts).map(([id, text]) => memory(id, text)),
    { said, asked },
  ).map(({ id }) => id)

it('counts a distinctive name that the person did not say', () => {
  const texts = { deploy: 'Deploys run scripts/ship.sh on host marlin-3.', lunch: 'Lunch is at noon.' }
  expect(used(texts, 'I will run scripts/ship.sh now.')).toEqual(['deploy'])
  expect(used(texts, '{"command":"ssh marlin-3"}')).toEqual(['deploy'])
  expect(used(texts, 'ssh marlin-3', 'is marlin-3 the host?')).toEqual([])
  expect(used(texts, 'ssh marlin-31 and scripts/ship.shell')).toEqual([])
})

it('counts five words in a row, and eight characters of Chinese', () => {
  const texts = {
    rule: 'Never merge on a Friday afternoon because nobody is there.',
    zh: '发布之前必须在预发环境完整跑一遍回归测试。',
  }
  expect(used(texts, 'I do not merge on a Friday afternoon.')).toEqual(['rule'])
  expect(used(texts, 'We merge on a weekday.')).toEqual([])
  expect(used(texts, '好的，必须在预发环境完整跑一遍，我先做。')).toEqual(['zh'])
  expect(used(texts, '好的，预发环境')).toEqual([])
})

it('counts no word that others have, no year, and nothing that two of them say', () => {
  expect(used({ a: 'The release of 2026 is called Marlin.' }, 'In 2026 a marlin was released.')).toEqual([])
  expect(
    used({ a: 'Use port 8431 of db-main.', b: 'The db-main has backups.' }, 'connect to db-main'),
  ).toEqual([])
})
