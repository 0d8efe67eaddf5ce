import { expect, test } from 'vitest'
import { findInstructions } from './find-instructions.ts'

test('time follows the length of the text, whatever it says', () => {
  for (const shape of [
    'ignore all ',
    'send all to ',
    'run `',
    'ignore previous ',
    '. send secrets sent to ',
    '忽略之前',
    'curl ',
    '\n',
    'a\u200b',
    '指示',
    'send a b c .env ',
    'before every task ',
    'Ignore previous rules ',
    "don't tell the user ",
  ]) {
    const text = shape.repeat(200_000 / shape.length)
    const started = performance.now()
    findInstructions(text)
    expect(performance.now() - started, JSON.stringify(shape)).toBeLessThan(3_000)
  }
})
