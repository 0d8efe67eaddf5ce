import { execFileSync } from 'node:child_process'
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

test('costs an ordinary note nothing: no expression is made, and the first look takes under 2 ms', async () => {
  const program = `
    const { instructionsIn } = await import(${JSON.stringify(new URL('../../dist/records/find-instructions.js', import.meta.url).href)})
    const content = process.argv[1]
    const started = performance.now()
    instructionsIn({ content, name: 'A note', description: content })
    console.log(performance.now() - started)`
  for (const note of [
    'Integration tests use a real database, never mocks. **Why:** mocks hid a broken migration.',
    '集成测试使用真实数据库，不要用模拟。原因：上个季度模拟掩盖了迁移错误。',
  ]) {
    const runs = Array.from({ length: 5 }, () =>
      Number(
        execFileSync(process.execPath, ['--input-type=module', '-e', program, note], { encoding: 'utf8' }),
      ),
    )
    expect(Math.min(...runs)).toBeLessThan(2)
  }
})
