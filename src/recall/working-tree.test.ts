// What is said about the working tree is true, or nothing is said; and whatever stands in it, it is said in time.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRegular } from '../lib/read-regular.ts'
import { type Verification, verifyAll } from './verify.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'memdir-tree-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(files: Record<string, string | Buffer>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

/** Whatever is named in backticks; two seconds are more than any of these trees takes. */
function verify(...names: string[]): Verification {
  const text = names.map((name) => `\`${name}\``).join(', ')
  return verifyAll([text], { root, budgetMs: 2_000 })[0] ?? { exists: [], gone: [] }
}

const fifo = (name: string) => expect(spawnSync('mkfifo', [join(root, name)]).status).toBe(0)

describe('still there', () => {
  test('is said of whole words in code and configuration, whatever the directory', () => {
    put({
      'src/a.js': 'const reopened = 1',
      'CHANGELOG.md': 'Removed legacyLedgerSync in 2.0',
      Makefile: 'build-all:\n\techo',
      'index.html': '<div id=mountPointRoot>',
      '.github/workflows/ci.yml': 'env: {deployTokenName: x}',
      'app.gradle': 'def assembleFatJar',
    })
    const names = ['legacyLedgerSync', 'Store.open()', 'make build', 'mountPointRoot', 'deployTokenName']
    expect(verify(...names, 'assembleFatJar', 'make build-all')).toEqual({
      exists: ['mountPointRoot', 'deployTokenName', 'assembleFatJar', 'make build-all'],
      gone: ['Store.open', 'make build'],
    })
  })

  test('is not said for changelogs, lock files, documentation, tools and comments that only mention it', () => {
    put({
      'CHANGELOG.json': '["fooBarOne"]',
      'package-lock.json': '{"fooBarTwo": 1}',
      'docs/example.ts': 'fooBarThree()',
      '.editor/state.json': '{"fooBarFour": 1}',
      'src/a.ts': '// fooBarFive was removed\n/**\n * fooBarSix too\n */\nconst x = 1 // --loud\n',
      'README.md': 'fooBarSeven',
    })
    const names = ['One', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((end) => `fooBar${end}`)
    expect(verify(...names)).toEqual({ exists: [], gone: [] })
    expect(verify('fooBarTwo').exists).toEqual([])
  })

  test('takes all parts of a name in one file, as words', () => {
    put({ 'a.ts': 'class Store { reopen() {} }', 'b.ts': 'open(); Restored' })
    expect(verify('Store.open()')).toEqual({ exists: [], gone: [] })
    put({ 'c.ts': 'new Store().open()' })
    expect(verify('Store.open()', 'Store::open')).toEqual({ exists: ['Store.open', 'Store::open'], gone: [] })
  })

  test('a flag is looked for as it is typed or declared to a parser, never as a word', () => {
    put({ 'a.ts': 'use force and speed; option("dry-run"); run("--all-of-it")' })
    expect(verify('--force', '--dry-run', '--all-of', '--all-of-it')).toEqual({
      exists: ['--dry-run', '--all-of-it'],
      gone: [],
    })
  })
})

describe('gone', () => {
  const CLAIMS = ['removedThing()', 'OldName.make()']

  test('is said when everything was read', () => {
    put({ 'src/a.ts': 'x', 'logo.png': Buffer.from([0, 1]), 'a/b/.env.example': 'A=1', LICENSE: 'x' })
    symlinkSync(join(root, 'src'), join(root, 'linked'))
    fifo('pipe')
    expect(verify(...CLAIMS).gone).toEqual(['removedThing', 'OldName.make'])
  })

  test.each<[string, () => void]>([
    ['a file mentions it', () => put({ 'notes.txt': 'preremovedThings and OldName, make' })],
    ['an unknown file has it', () => put({ 'x.unknown': 'removedThing OldName make' })],
    ['a file is named so', () => put({ 'removedthing.ts': '', 'oldname/make.go': '' })],
    ['a directory is skipped', () => put({ 'node_modules/x/index.js': 'x' })],
    ['a file is too big', () => put({ 'big.ts': 'x'.repeat(300_000) })],
    ['a file is in another coding', () => put({ 'a.ts': Buffer.from('removedThing', 'utf16le') })],
    ['a link leads out', () => symlinkSync(tmpdir(), join(root, 'out'))],
    ['there is no such tree', () => rmSync(root, { recursive: true })],
  ])('is not said when %s', (_, prepare) => {
    put({ 'src/a.ts': 'x' })
    prepare()
    expect(verify(...CLAIMS)).toEqual({ exists: [], gone: [] })
  })

  test('is not said of what may be elsewhere: flags, variables, hosts, columns', () => {
    put({ 'src/a.ts': 'x' })
    expect(verify('--no-verify', 'AWS_PROFILE', 'staging.example.com', 'user_accounts')).toEqual({
      exists: [],
      gone: [],
    })
  })

  test('is not said when time is over, whenever that is', () => {
    put({ 'src/a.ts': 'x', 'src/b.ts': 'x' })
    const within = (steps: number) => {
      let clock = 0
      return verifyAll(['`removedThing()`'], { root, budgetMs: steps, now: () => clock++ })[0]
    }
    const answers = Array.from({ length: 60 }, (_, steps) => within(steps)?.gone.length ?? 0)
    const enough = answers.indexOf(1)
    expect(enough).toBeGreaterThan(5)
    expect(answers).toEqual(answers.map((_, steps) => (steps < enough ? 0 : 1)))
  })
})

describe('paths', () => {
  const check = (text: string) => verifyAll([text], { root, budgetMs: 2_000 })[0]

  test('are gone where their directory is there and no package has them', () => {
    put({ 'src/auth/token.ts': 'x', 'packages/web/src/app.ts': 'x' })
    expect(check('src/auth/token.ts src/auth/old.ts src/gone.ts src/app.ts')).toEqual({
      exists: ['src/auth/token.ts'],
      gone: ['src/auth/old.ts', 'src/gone.ts'],
    })
  })

  test('are not judged where they may be of another tree, a branch, or made by a build', () => {
    put({ 'src/a.ts': 'x', 'dist/a.js': 'x' })
    symlinkSync(join(root, 'nowhere'), join(root, 'src/link.ts'))
    const text = 'deploy/prod.yaml feature/login/page dist/b.js src/x/dist/b.js ../x/y.ts src/link.ts'
    expect(check(text)).toBeUndefined()
  })
})

describe('commands', () => {
  test('a target is itself, not the beginning of another', () => {
    put({ Makefile: 'A := x\nB ::= y\nlint test: dep\ndeploy::\n\tx: y\nlong \\\n  more: dep\n' })
    expect(verify(...'lint test deploy long more dep A B x lin'.split(' ').map((n) => `make ${n}`))).toEqual({
      exists: ['make lint', 'make test', 'make deploy', 'make long', 'make more'],
      gone: ['make dep', 'make A', 'make B', 'make x', 'make lin'],
    })
  })

  test('recipes and scripts', () => {
    put({
      justfile: 'x := "1"\nbuild target="all": lint\n  echo\n@quiet:\nalias b := build\n',
      'package.json': JSON.stringify({ scripts: { lint: 'x', 'build:web': 'y' } }),
    })
    const just = ['just build', 'just quiet', 'just b', 'just x', 'just target']
    const npm = ['npm run lint', 'npm run build:web -- --watch', 'npm run build', 'npm test', 'npm install']
    expect(verify(...just, ...npm, 'yarn lint', 'yarn eslint')).toEqual({
      exists: ['just build', 'just quiet', 'just b', 'npm run lint', 'npm run build:web', 'yarn lint'],
      gone: ['just x', 'just target', 'npm run build', 'npm test'],
    })
  })

  test.each<[string, Record<string, string>]>([
    ['a second makefile', { Makefile: 'a:', 'infra/Makefile': 'deploy:' }],
    ['an include', { Makefile: 'include more\na:' }],
    ['a pattern', { Makefile: '%: x' }],
    ['a source that make knows how to build', { Makefile: 'a:', 'deploy.c': '' }],
    ['another package', { 'package.json': '{"scripts":{}}', 'web/package.json': '{}' }],
    ['workspaces', { 'package.json': '{"workspaces":["a"]}' }],
    ['a manifest that is broken', { 'package.json': '{' }],
    ['a manifest of another shape', { 'package.json': '{"scripts":[]}' }],
  ])('nothing is gone with %s', (_, files) => {
    put(files)
    expect(verify('make deploy', 'npm run deploy', 'make -C infra deploy', 'make deploy -C infra')).toEqual({
      exists: [],
      gone: [],
    })
  })
})

describe('whatever is in the tree', () => {
  const CLAIMS = '`make deploy` `npm run deploy` `just deploy` `removedThing()` src/a/b.ts'
  const names = ['Makefile', 'package.json', 'justfile', 'code.ts']

  test.each<[string, (name: string) => void]>([
    ['pipes', fifo],
    ['links to devices without end', (name) => symlinkSync('/dev/zero', join(root, name))],
    [
      'links to pipes',
      (name) => {
        fifo(`${name}.pipe`)
        symlinkSync(join(root, `${name}.pipe`), join(root, name))
      },
    ],
    ['directories', (name) => mkdirSync(join(root, name))],
    ['links to themselves', (name) => symlinkSync(join(root, name), join(root, name))],
    ['files that are too big', (name) => put({ [name]: 'deploy:\n'.repeat(40_000) })],
  ])('%s are not waited for', (_, make) => {
    for (const name of names) make(name)
    const started = performance.now()
    const { exists = [] } = verifyAll([CLAIMS], { root })[0] ?? {}
    expect(exists).toEqual([])
    expect(performance.now() - started).toBeLessThan(500)
  })

  test('texts that are hard to match take no longer', () => {
    for (const text of ['\n', '\t', 'a ', ':', 'a', 'deploy', '\\\n', 'x:=', '@a ', ' # removedThing ']) {
      const long = text.repeat(250_000 / text.length)
      put({ Makefile: long, justfile: long, 'package.json': long, 'code.ts': long })
      const started = performance.now()
      verifyAll([CLAIMS], { root, budgetMs: 1_000 })
      expect([text, performance.now() - started < 1_500]).toEqual([text, true])
    }
  })

  test('the time for many files is kept', () => {
    for (let n = 0; n < 1_500; n++) put({ [`d${n % 30}/f${n}.ts`]: 'const x = 1\n'.repeat(50) })
    const started = performance.now()
    verifyAll([CLAIMS], { root })[0]
    expect(performance.now() - started).toBeLessThan(150)
  })

  test('what costs little is reported although there is no time for the rest, of all memories', () => {
    for (let n = 0; n < 800; n++) put({ [`a${n % 20}/f${n}.ts`]: 'const x = 1\n'.repeat(200) })
    put({ 'src/deep/down/here.ts': 'export function hiddenThing() {}' })
    const named = 'see src/deep/down/here.ts:3 for `hiddenThing()`'
    const [first, second] = verifyAll(['`nowhereThing()`', named], { root, budgetMs: 4 })
    expect(first).toBeUndefined()
    expect(second?.exists).toContain('src/deep/down/here.ts')
    expect(verifyAll([named], { root })[0]?.exists).toEqual(['hiddenThing', 'src/deep/down/here.ts'])
  })

  test('what else a memory names does not count for more than it is', () => {
    put({ 'src/a.ts': 'x', 'lib/x/y.ts': 'x', '.git/x/y.js': 'removedThing()' })
    symlinkSync(join(root, '.git/x/y.js'), join(root, 'src/link.js'))
    const text = '`removedThing()` in ./lib/x/ or .git/x/y.js, src/link.js, lib/x/y.ts'
    expect(verifyAll([text], { root, budgetMs: 2_000 })[0]?.exists).not.toContain('removedThing')
    rmSync(join(root, 'src/link.js'))
    expect(verifyAll(['`removedThing()` ./lib/x'], { root, budgetMs: 2_000 })[0]?.gone).toEqual([
      'removedThing',
    ])
  })

  test('only regular files are read, and no more than is asked for', () => {
    put({ a: '12345' })
    expect(readRegular(join(root, 'a'), 5)?.toString()).toBe('12345')
    expect(readRegular(join(root, 'a'), 4)).toBeUndefined()
    expect(readRegular(join(root, 'none'), 5)).toBeUndefined()
    expect(readRegular('/dev/null', 5)).toBeUndefined()
  })
})
