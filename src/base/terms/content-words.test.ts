import { expect, it } from 'vitest'
import { contentWords } from './content-words.ts'

it('are the most frequent first, of equals the earlier, as they were written first', () => {
  expect(contentWords('Redis cache, redis queue, Queue broker, redis', 3)).toEqual([
    'Redis',
    'queue',
    'cache',
  ])
})

it('are no single letters and characters', () => {
  expect(contentWords('z 猫 猫咪 q go', 9)).toEqual(['猫咪', 'go'])
})

it('are no numbers of one or two digits', () => {
  expect(contentWords('port 7 12 123 8080', 9)).toEqual(['port', '123', '8080'])
})

it('are none that say nothing, in both languages', () => {
  expect(contentWords("Don't you think that Anna's billing is okay? Please", 9)).toEqual([
    "Anna's",
    'billing',
  ])
  expect(contentWords('我们 已经 迁移 数据库', 9)).not.toContain('我们')
  expect(contentWords("Anna's Anna anna’s", 9)).toEqual(["Anna's"])
})

it('are those of the last 20,000 characters', () => {
  expect(contentWords(`ab${' '.repeat(19_998)}`, 9)).toEqual(['ab'])
  expect(contentWords(`ab${' '.repeat(19_999)}`, 9)).toEqual([])
})
