import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { below, run } = useCli()

/** Put together here, so that nothing in this file looks like one. */
const SECRET = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`
const line = (text: string) => `${JSON.stringify({ text })}\n`
const hits = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((answer) => JSON.parse(answer).findings.length)

describe('secrets scan --jsonl', () => {
  it('reads the files it is given, in their order, and fails on a hit', () => {
    writeFileSync(below('clean.jsonl'), line('nothing'))
    writeFileSync(below('dirty.jsonl'), line('nothing') + line(SECRET))
    const clean = run(['secrets', 'scan', '--jsonl', below('clean.jsonl'), '--fail-on-hit'])
    expect([clean.code, hits(clean.out)]).toEqual([0, [0]])
    const dirty = run(['secrets', 'scan', '--jsonl', below('dirty.jsonl'), '--fail-on-hit'])
    expect([dirty.code, hits(dirty.out)]).toEqual([1, [0, 1]])
    const all = ['--jsonl', below('dirty.jsonl'), '-', below('clean.jsonl')]
    const three = run(['secrets', 'scan', ...all], { input: line(SECRET) })
    expect([three.code, hits(three.out)]).toEqual([0, [0, 1, 1, 0]])
    expect(dirty.out + three.out).not.toContain(SECRET)
  })

  it('reads standard input without a file and for "-"', () => {
    for (const files of [[], ['-']]) {
      const { code, out } = run(['secrets', 'scan', '--jsonl', '--fail-on-hit', ...files], {
        input: line(SECRET) + line('nothing'),
      })
      expect([code, hits(out)]).toEqual([1, [1, 0]])
    }
  })

  it('answers nothing when one of the files cannot be read', () => {
    writeFileSync(below('clean.jsonl'), line('nothing'))
    const { code, out, err } = run(['secrets', 'scan', '--jsonl', below('clean.jsonl'), below('gone.jsonl')])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('gone.jsonl cannot be read')
  })
})
