import { expect, test } from 'vitest'
import type { Memory } from '../memory/memory.ts'
import { evaluateOwn } from './evaluate-own.ts'
import { ownSet } from './own-set.ts'

const memory = (id: string, content: string, fields: Partial<Memory> = {}) =>
  ({ id, file: `${id}.md`, name: content.slice(0, 20), content, tags: [], ...fields }) as unknown as Memory

test('a memory is asked for only by what says it in other words, and only its text is searched', () => {
  const { corpus, queries } = ownSet([
    memory('own', 'Deploys go out on Tuesdays.', { description: 'Deploys go out on Tuesdays' }),
    memory('other', 'Deploys go out on Tuesdays.', { description: 'When releases happen' }),
    memory('quoted', 'Use tabs.', {
      evidence: 'indent with the tabulator please',
    }),
    memory('bare', 'The shed key hangs next to the printer.'),
    memory('zh', '周二部署。', { description: '什么时候发布新版本' }),
  ])
  expect(queries.map(({ relevant }) => relevant[0])).toEqual(['other', 'quoted', 'zh'])
  expect(corpus.find(({ id }) => id === 'other')?.text).toBe('Deploys go out on Tuesdays.')
})

test('what words cannot find is not found: the figure can be below 100', async () => {
  const set = ownSet([
    memory('a', 'Deploys go out on Tuesdays.', { description: 'When releases happen' }),
    memory('b', 'The shed key hangs next to the printer.', {
      description: 'Where releases of bicycles happen',
    }),
  ])
  expect((await evaluateOwn(set)).fulltext['R@5']).toBe(0)
})
