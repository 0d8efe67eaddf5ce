import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ListedTree, listedTree } from '../../../test/support/listed-tree.ts'
import { verificationLine } from '../verification.ts'
import { findClaims } from './claims.ts'
import { verifyAll } from './verify.ts'

describe('claims', () => {
  const textsOf = (text: string) => findClaims(text).map((claim) => claim.text)

  test('paths, commands, flags and symbols are found, prose is not', () => {
    const claims = findClaims(
      'See src/auth/token.ts:42 and `refreshToken()`; run `npm run lint` with `--dry-run`. Read and/or write, 3/4 of it, version 1.2.3, https://a.example/x/y.ts, mail a@b.example.',
    )
    expect(claims).toEqual([
      { kind: 'path', text: 'src/auth/token.ts' },
      { kind: 'symbol', text: 'refreshToken' },
      { kind: 'command', text: 'npm run lint' },
      { kind: 'flag', text: '--dry-run', elsewhere: true },
    ])
  })

  test('without backticks too, where they look like code', () => {
    const text =
      'Call verifyToken() or Store.open(path), then npm run check-auth and deno task ship. pass --dry-run, see parseUserInput.'
    expect(findClaims(text)).toEqual([
      { kind: 'symbol', text: 'verifyToken' },
      { kind: 'symbol', text: 'Store.open' },
      { kind: 'command', text: 'npm run check-auth' },
      { kind: 'command', text: 'deno task ship' },
      { kind: 'flag', text: '--dry-run' },
      // Only the letters look like code: it may be a name of something else.
      { kind: 'symbol', text: 'parseUserInput', elsewhere: true },
    ])
    expect(
      textsOf('Make sure to just do it (soon), e.g. file(s) on GitHub, iPhone, gRPC, npm run the tests'),
    ).toEqual([])
  })

  test('in Chinese text, with nothing between', () => {
    expect(findClaims('配置在 config/app.yaml，入口是`startServer`。')).toEqual([
      { kind: 'path', text: 'config/app.yaml' },
      { kind: 'symbol', text: 'startServer' },
    ])
    expect(textsOf('登录前先调用verifyToken()校验，改完跑npm run check-auth，加--dry-run参数')).toEqual([
      'verifyToken',
      'npm run check-auth',
      '--dry-run',
    ])
    expect(textsOf('见src/auth/token.ts:42的实现')).toEqual(['src/auth/token.ts'])
  })

  test('flags of other programs, and variables, hosts, columns, may be elsewhere; in a named file they are not', () => {
    const isElsewhere = (text: string) => findClaims(text).map(({ elsewhere = false }) => elsewhere)
    expect(isElsewhere('never commit with `--no-verify`')).toEqual([true])
    expect(isElsewhere('`docker run --network-alias x`')).toEqual([true])
    expect(isElsewhere('`npm run bench -- --plot-all`')).toEqual([false, true])
    expect(isElsewhere('pass `--legacy-peer-deps` when installing')).toEqual([true])
    expect(isElsewhere('the deploy script takes `--dry-run`')).toEqual([false])
    expect(isElsewhere('`AWS_PROFILE`, `staging.example.com`, `user_accounts`')).toEqual([true, true, true])
    expect(isElsewhere('`MAX_RETRIES` in src/config.ts')).toEqual([false, false])
  })

  test('any text is read without a fault, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => findClaims(text).length <= 12),
    )
    for (const hostile of [
      'a/'.repeat(10_000),
      '`'.repeat(20_000),
      'a.'.repeat(10_000),
      'a.b('.repeat(5_000),
      'a::'.repeat(7_000),
      '--a'.repeat(7_000),
      'npm run '.repeat(2_500),
      'aaB'.repeat(7_000),
      '('.repeat(20_000),
    ]) {
      const started = performance.now()
      findClaims(hostile)
      expect([hostile.slice(0, 8), performance.now() - started < 500]).toEqual([hostile.slice(0, 8), true])
    }
  })
})

describe('live verification', () => {
  let tree: ListedTree
  beforeAll(async () => {
    tree = listedTree()
    await tree.listBefore('parse("--loud-mode")')
    tree.put({
      'src/auth/token.ts': 'export function refreshToken() {}\nparse("--dry-run")\n',
      'package.json': JSON.stringify({ scripts: { lint: 'x' } }),
      Makefile: 'release: build\n\techo\n',
    })
    await tree.list()
  })
  afterAll(() => tree.remove())

  test('says what exists and what is gone', () => {
    const text =
      '`refreshToken` in src/auth/token.ts, `removedThing()` was in src/auth/old.ts; `npm run lint`, `npm run gone`, `make release`. Knows `--dry-run`, `--loud-mode`'
    expect(tree.verify(text)).toEqual({
      exists: ['refreshToken', 'src/auth/token.ts', 'npm run lint', 'make release', '--dry-run'],
      gone: ['removedThing', 'src/auth/old.ts', 'npm run gone', '--loud-mode'],
    })
    expect(verificationLine({ exists: ['a.ts'], gone: ['b.ts'] })).toBe(
      'checked just now, still there: a.ts; NOT in the working tree: b.ts',
    )
  })

  test('in Chinese memories as well', () => {
    expect(tree.verify('登录后调用refreshToken()，旧的removedThing()已不用，先跑npm run gone')).toEqual({
      exists: ['refreshToken'],
      gone: ['removedThing', 'npm run gone'],
    })
  })

  test('without a list nothing is said of names, and paths and commands are asked directly', () => {
    const text =
      '`refreshToken()` `removedThing()` `--dry-run` src/auth/token.ts `npm run lint` `npm run gone`'
    expect(tree.verify(text, { state: undefined })).toEqual({
      exists: ['src/auth/token.ts', 'npm run lint'],
      gone: [],
    })
    expect(tree.verify(text, { state: join(tree.root, 'none') }).gone).toEqual([])
  })

  test('a path outside the project is not judged', () => {
    expect(tree.verify('../../etc/passwd and /etc/hosts.d/x.conf')).toEqual({ exists: [], gone: [] })
  })

  test('text without claims gives nothing', () => {
    const text = 'The user prefers short answers.'
    expect(verifyAll([{ text, changed: 0 }], { root: tree.root, now: 0 })).toEqual([undefined])
  })
})

test('outside git only paths and commands are judged', () => {
  const root = mkdtempSync(join(tmpdir(), 'memdir-verify-'))
  try {
    writeFileSync(join(root, 'a.ts'), 'refreshToken()')
    execFileSync('mkdir', ['-p', join(root, 'src/deep')])
    const [found] = verifyAll([{ text: '`refreshToken()` a.ts src/deep/x.ts', changed: 0 }], { root, now: 0 })
    expect(found).toEqual({ exists: ['a.ts'], gone: ['src/deep/x.ts'] })
  } finally {
    rmSync(root, { recursive: true })
  }
})
