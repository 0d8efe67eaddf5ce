// `memdir eval --writing`: what the rules would write of labelled messages.
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { json, run, below } = useCli()

const MESSAGES = [
  {
    id: 'a',
    text: 'Always run the linter before you commit.',
    session: 's1',
    time: '2026-03-01T10:00:00Z',
    keep: 'yes',
  },
  { id: 'b', text: '我习惯先写测试再写实现', session: 's1', time: '2026-03-01T10:01:00Z', keep: 'yes' },
  { id: 'c', text: 'why does pnpm run check fail?', session: 's1', time: '2026-03-01T10:02:00Z', keep: 'no' },
  { id: 'd', text: 'run pnpm run check', session: 's2', time: '2026-03-02T10:00:00Z', keep: 'no' },
  { id: 'e', text: 'pnpm run check is red again', session: 's3', time: '2026-03-03T10:00:00Z', keep: 'no' },
  { id: 'f', role: 'assistant', text: 'Always use tabs in here.', session: 's3' },
]

it('measures by message, shows what is written, and what comes again', () => {
  writeFileSync(below('m.jsonl'), MESSAGES.map((item) => JSON.stringify(item)).join('\n'))
  const set = ['eval', '--writing', '--messages', below('m.jsonl')]
  const { data } = json([...set, '--show', '--recurrence'])
  expect(data).toMatchObject({
    n: 5,
    precision: 100,
    recall: 100,
    junk: 0,
    written: 20,
    candidates: 20,
    wrong_written: 0,
  })
  expect(data.each.map(({ id }: { id: string }) => id)).toEqual(['a', 'b'])
  expect(data.promoted).toMatchObject([{ kind: 'command', conversation: 's3', conversations: 3 }])
  const shown = run([...set, '--show', '--recurrence']).out
  expect(shown).toMatch(/precision[\s\S]*100\.0 %/)
  expect(shown).toContain('✓ instruction: Always run the linter before you commit')
  expect(shown).toContain('? preference: 我习惯先写测试再写实现')
  expect(shown).toContain('`pnpm run check`  (3 conversations)')
  expect(run([...set, '--lang', 'zh']).out).toContain('精确率')
  expect(run(['eval', '--writing'])).toMatchObject({ code: 2 })
})
