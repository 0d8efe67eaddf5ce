import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveReadOnly } from './prove-read-only.ts'
import { runProven } from './run-proven.ts'
import { isSpecialPlace } from './special-place.ts'

let cwd: string
beforeAll(() => {
  cwd = mkdtempSync(join(realpathSync(tmpdir()), 'memdir-places-'))
  mkdirSync(join(cwd, 'a/b'), { recursive: true })
  writeFileSync(join(cwd, 'a/f'), 'x\n')
  for (const [name, target] of Object.entries({
    up: '/usr/bin',
    'a/top': '/',
    'a/b/out': '../../up',
    'a/procs': '/proc',
    'a/self': 'top/proc/self',
    'a/round': 'round',
    'a/here': '../a',
    null: '/dev/null',
  }))
    symlinkSync(target, join(cwd, name))
})
afterAll(() => rmSync(cwd, { recursive: true }))

const ok = (line: string) => proveReadOnly(line, { cwd }).ok

async function outputOf(steps: Parameters<typeof runProven>[0]): Promise<string> {
  const signal = AbortSignal.timeout(5_000)
  return (await runProven(steps, { cwd, timeoutMs: 2_000, maxOutputBytes: 9_999, signal })).output
}

describe('places that are not for the agent', () => {
  it.each([
    'cat /var/run/../proc/self/environ',
    'cd /var/run && cat ../proc/self/environ',
    'cat a/procs/self/environ',
    'cat a/self/environ',
    'cat < a/self/environ',
    'cat < up/../a/self/environ',
    'cd up/../a/self',
    'cat up/../../proc/1/environ',
    'cat a/b/out/../../proc/1/environ',
    'cd up && cat ../../proc/1/environ',
    'cd a/procs && cat self/environ',
    'cd a/top && grep -r KEY',
    'grep -r KEY a/top',
    'cat a/here/here/top/dev/zero',
    'cat a/round/x',
    'grep -f a/self/environ x',
    'find a/procs/',
  ])('are not reached by %j', (line) => {
    expect(ok(line)).toBe(false)
  })

  it('are not reached by a pattern', async () => {
    for (const line of ['cat a/self/env*', 'cat a/*/environ', 'cat a/s*/environ']) {
      const proof = proveReadOnly(line, { cwd })
      if (!proof.ok) continue
      const output = await outputOf(proof.steps)
      expect([line, output]).toEqual([line, 'cat: it would read a device\n'])
    }
  })

  it('are not reached by comparing directories that hold links', async () => {
    for (const [name, pid] of [
      ['one', 'self'],
      ['two', String(process.pid)],
    ] as const) {
      mkdirSync(join(cwd, name))
      symlinkSync(`/proc/${pid}/environ`, join(cwd, name, 'x'))
    }
    for (const line of ['diff -a one two', 'diff -raN one two', 'diff -a one a']) {
      const proof = proveReadOnly(line, { cwd })
      if (!proof.ok) throw new Error(proof.reason.en)
      const output = await outputOf(proof.steps)
      expect([line, output]).not.toEqual([line, expect.stringContaining('PATH=')])
    }
  })

  it.each(['cat a/f', 'cat a/here/f', 'cat null', 'cat up/../share/x', 'ls a/top', 'cd a/b && cat ../f'])(
    'do not keep the agent from %j',
    (line) => {
      expect(ok(line)).toBe(true)
    },
  )

  it('are recognised as the kernel resolves them', () => {
    const step = fc.constantFrom(
      'a',
      'b',
      'up',
      'top',
      'out',
      'procs',
      'self',
      'here',
      '..',
      '.',
      'proc',
      'dev',
      'f',
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 7 }), (steps) => {
        const path = steps.join('/')
        let real: string
        try {
          real = realpathSync.native(`${cwd}/${path}`)
        } catch {
          return
        }
        if (/^\/(?:proc|dev|sys)(?:\/|$)/.test(real))
          expect([path, isSpecialPlace(path, [cwd])]).toEqual([path, true])
      }),
      { numRuns: 2_000 },
    )
  })
})
