import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { builtFile } from './built.ts'

test('costs an ordinary note nothing: no expression is made, and the first look takes under 2 ms', () => {
  const program = `
    const { instructionsIn } = await import(${JSON.stringify(builtFile('memory/records/find-instructions.js'))})
    const content = process.argv[1]
    const started = performance.now()
    instructionsIn({ content, name: 'A note', description: content })
    console.log(performance.now() - started)`
  for (const note of [
    'Integration tests use a real database, never mocks. **Why:** mocks hid a broken migration.',
    '集成测试使用真实数据库，不要用模拟。原因：上个季度模拟掩盖了迁移错误。',
  ]) {
    const runs = Array.from({ length: 3 }, () =>
      Number(
        execFileSync(process.execPath, ['--input-type=module', '-e', program, note], { encoding: 'utf8' }),
      ),
    )
    expect(Math.min(...runs)).toBeLessThan(2)
  }
})
