import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { json, run, below } = useCli()

describe('memdir sandbox check', () => {
  it('allows what is proven to only read, and says why not', () => {
    expect(json(['sandbox', 'check', '--tool', 'Bash', '--command', 'ls -l | head'])).toMatchObject({
      code: 0,
      ok: true,
      data: { allowed: true },
    })
    const denied = json(['sandbox', 'check', '--tool', 'Bash', '--command', 'ls > files'])
    expect(denied).toMatchObject({ code: 0, data: { allowed: false } })
    expect(denied.data.reason).toContain('not proven to only read')
    const result = run(['sandbox', 'check', '--tool', 'Bash', '--command', 'rm x'])
    expect([result.code, result.out]).toEqual([0, expect.stringMatching(/^✗ denied: /)])
  })

  it('allows writing memories and nothing else', () => {
    const memory = json(['path']).data.path as string
    const check = (path: string) =>
      json(['sandbox', 'check', '--tool', 'Write', '--path', path]).data.allowed as boolean
    expect(check(join(memory, 'note.md'))).toBe(true)
    expect(check(join(memory, '..', 'note.md'))).toBe(false)
    expect(check(below('project', 'note.md'))).toBe(false)
    expect(check('note.md')).toBe(false)
  })

  it('answers many lines in their order; a line that is nonsense is denied', () => {
    const calls = [
      { tool: 'Bash', input: { command: 'cat a' } },
      { tool: 'Bash', input: { command: 'curl example.org' } },
      { tool: 'Read', input: { file_path: '/etc/hosts' } },
      { tool: 'Agent', input: {} },
    ]
    const input = `${calls.map((call) => JSON.stringify(call)).join('\n')}\nnonsense\n`
    const { code, out } = run(['sandbox', 'check', '--jsonl'], { input })
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, false, true, false, false])
    for (const answer of answers) expect(Object.keys(answer)).toEqual(['allowed', 'reason'])
  })

  it('fails after a denial only where a script wants it', () => {
    const script = (command: string) =>
      run(['sandbox', 'check', '--tool', 'Bash', '--command', command, '--fail-on-hit']).code
    expect([script('ls'), script('rm x')]).toEqual([0, 1])
    expect(run(['sandbox', 'check', '--jsonl', '--fail-on-hit'], { input: 'x\n' }).code).toBe(1)
  })

  it('says how it is used', () => {
    expect(run(['sandbox']).code).toBe(2)
    expect(run(['sandbox', 'check']).err).toContain('needs a tool')
    expect(run(['sandbox', 'check', '--lang', 'zh']).err).toContain('需要一个工具')
  })
})
