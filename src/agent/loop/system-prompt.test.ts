import { expect, test } from 'vitest'
import { dynamicSection, staticSection, volatileSectionBreaksCache } from './prompt-section.ts'
import { createSystemPrompt } from './system-prompt.ts'

function counter() {
  let count = 0
  return () => `computed ${++count}`
}

const sections = () => [
  staticSection('a', 'fixed'),
  dynamicSection('b', counter()),
  volatileSectionBreaksCache('c', 'servers come and go', counter()),
  staticSection('d', 'fixed too'),
  dynamicSection('empty', () => undefined),
]

test('static first, then dynamic until cleared, then what is volatile', async () => {
  const prompt = createSystemPrompt({ sections: sections() })
  const first = await prompt.build()
  expect(first).toEqual([
    { text: 'fixed\n\nfixed too', breakpoint: true },
    { text: 'computed 1', breakpoint: true },
    { text: 'computed 1' },
  ])
  const second = await prompt.build()
  expect(second[0]).toBe(first[0])
  expect(second[1]).toBe(first[1])
  expect(second[2]?.text).toBe('computed 2')
  prompt.clear()
  expect((await prompt.build())[1]?.text).toBe('computed 2')
})

test('a custom prompt replaces all but what is kept; appended text and git status follow', async () => {
  const prompt = createSystemPrompt({
    sections: [...sections(), dynamicSection('memory', () => 'memory rules')],
    custom: 'You are a poet.',
    keep: ['memory'],
    append: 'Rhyme.',
    last: dynamicSection('git', () => 'git status'),
  })
  expect((await prompt.build()).map(({ text }) => text)).toEqual([
    'You are a poet.\n\nmemory rules\n\nRhyme.\n\ngit status',
  ])
})
