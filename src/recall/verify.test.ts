import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findClaims } from './claims.ts'
import { verificationLine, verifyAll } from './verify.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'memdir-verify-'))
  mkdirSync(join(root, 'src/auth'), { recursive: true })
  writeFileSync(join(root, 'src/auth/token.ts'), 'export function refreshToken() {}\nparse("--dry-run")\n')
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { lint: 'x' } }))
  writeFileSync(join(root, 'Makefile'), 'release: build\n\techo\n')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('claims', () => {
  test('paths, commands, flags and symbols are found, prose is not', () => {
    const claims = findClaims(
      'See src/auth/token.ts:42 and `refreshToken()`; run `npm run lint` with `--dry-run`. Read and/or write, 3/4 of it, version 1.2.3, https://a.example/x/y.ts, mail a@b.example.',
    )
    expect(claims).toEqual([
      { kind: 'symbol', text: 'refreshToken' },
      { kind: 'command', text: 'npm run lint' },
      { kind: 'flag', text: '--dry-run', elsewhere: true },
      { kind: 'path', text: 'src/auth/token.ts' },
    ])
  })

  test('Chinese text around a path does not hide it', () => {
    expect(findClaims('配置在 config/app.yaml，入口是`startServer`。')).toEqual([
      { kind: 'symbol', text: 'startServer' },
      { kind: 'path', text: 'config/app.yaml' },
    ])
  })

  test('any text is read without a fault, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => findClaims(text).length <= 12),
    )
    for (const hostile of [
      'a/'.repeat(10_000),
      '`'.repeat(20_000),
      'a.'.repeat(10_000),
      '--a'.repeat(7_000),
    ]) {
      const started = performance.now()
      findClaims(hostile)
      expect(performance.now() - started).toBeLessThan(1_000)
    }
  })
})

describe('live verification', () => {
  const verify = (text: string, budgetMs = 2_000) => verifyAll([text], { root, budgetMs })[0]

  test('says what exists and what is gone', () => {
    const text =
      '`refreshToken` in src/auth/token.ts, `removedThing()` was in src/auth/old.ts; `npm run lint`, `npm run gone`, `make release`, `--dry-run`'
    expect(verify(text)).toEqual({
      exists: ['refreshToken', 'npm run lint', 'make release', '--dry-run', 'src/auth/token.ts'],
      gone: ['removedThing', 'npm run gone', 'src/auth/old.ts'],
    })
    expect(verificationLine({ exists: ['a.ts'], gone: ['b.ts'] })).toBe(
      'checked just now, still there: a.ts; GONE from the working tree: b.ts',
    )
  })

  test('what cannot be decided in time is not mentioned', () => {
    expect(verify('`neverSeenAnywhere` here', 0)).toBeUndefined()
  })

  test('a path outside the project is not judged', () => {
    expect(verify('../../etc/passwd and /etc/hosts.d/x.conf')).toBeUndefined()
  })

  test('text without claims gives nothing', () => {
    expect(verify('The user prefers short answers.')).toBeUndefined()
  })
})
