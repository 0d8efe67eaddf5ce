// What is said about the working tree is true, or nothing is said; whatever is in it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ListedTree, listedTree } from '../../../test/support/listed-tree.ts'
import { readRegular } from '../../base/files/read-regular.ts'
import type { Verification } from '../verification.ts'

let tree: ListedTree
beforeEach(() => {
  tree = listedTree()
})
afterEach(() => tree.remove())

const put = (files: Record<string, string | Uint8Array>) => tree.put(files)
const inTree = (name: string) => join(tree.root, name)
const fifo = (name: string) => expect(spawnSync('mkfifo', [inTree(name)]).status).toBe(0)

/** Whatever is named in backticks, one in each sentence, in the tree as it is. */
async function verify(...names: string[]): Promise<Verification> {
  await tree.list()
  return tree.verify(names.map((name) => `\`${name}\`\n`).join(''))
}

describe('still there', () => {
  test('is said of whole words in code and configuration, whatever the directory', async () => {
    put({
      'src/a.js': 'const reopened = 1; container.get("UserServiceKey")',
      'CHANGELOG.md': 'Removed legacyLedgerSync in 2.0',
      'index.html': '<div id=mountPointRoot>',
      '.github/workflows/ci.yml': 'env: {deployTokenName: x}',
      'app.gradle': 'def assembleFatJar',
    })
    const names = ['legacyLedgerSync', 'Store.open()', 'mountPointRoot', 'deployTokenName', 'UserServiceKey']
    expect(await verify(...names, 'assembleFatJar')).toEqual({
      exists: ['mountPointRoot', 'deployTokenName', 'UserServiceKey', 'assembleFatJar'],
      gone: [],
    })
  })

  test('is not said for changelogs, lock files, documentation, tools and comments that only mention it', async () => {
    put({
      'CHANGELOG.json': '["fooBarOne"]',
      'docs/example.ts': 'fooBarThree()',
      '.editor/state.json': '{"fooBarFour": 1}',
      'src/a.ts': '// fooBarFive was removed\n/**\n * fooBarSix too\n */\nconst x = 1 // --loud-fooBar\n',
      'README.md': 'fooBarSeven',
      'a.py': 'x = 1  # fooBarEight\n"""fooBarNine"""\n',
      'b.sql': 'select 1 -- fooBarTen\n',
      'c.vue': '<!-- fooBarTwelve -->\n<p>x</p>',
    })
    const ends = 'One Three Four Five Six Seven Eight Nine Ten Twelve'.split(' ')
    expect(await verify(...ends.map((end) => `fooBar${end}()`), '--loud-fooBar')).toEqual({
      exists: [],
      gone: [],
    })
  })

  test('is said of code around comments and strings, however they end', async () => {
    put({
      'src/a.ts': [
        "const url = 'http://x'; oneAfterUrl()",
        "const it = 'don\\'t'; twoAfterQuote() // 'x",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source file.
        'const t = `a // b ${threeInTemplate()} `; fourAfterTemplate()',
        '/* a */ fiveAfterBlock()',
        "<p>It's</p>",
        'sixOnTheNextLine()',
      ].join('\n'),
      'a.sh': 'seven_in_shell() { run --eight-is-typed; } # nine',
    })
    const names =
      'oneAfterUrl twoAfterQuote threeInTemplate fourAfterTemplate fiveAfterBlock sixOnTheNextLine'
    const expected = [...names.split(' '), 'seven_in_shell', '--eight-is-typed']
    expect((await verify(...expected)).exists).toEqual(expected)
  })

  test('takes all parts of a name in one file, as words', async () => {
    put({ 'a.ts': 'class Store { reopen() {} }', 'b.ts': 'open(); Restored' })
    expect(await verify('Store.open()')).toEqual({ exists: [], gone: [] })
    put({ 'c.ts': 'new Store().open()' })
    expect(await verify('Store.open()', 'Store::open')).toEqual({
      exists: ['Store.open', 'Store::open'],
      gone: [],
    })
  })

  test('a flag is looked for as it is typed or declared to a parser, never as a word', async () => {
    await tree.listBefore('run("--all-of")')
    put({ 'a.ts': 'use(force, speed); option("dry-run"); run("--all-of-it"); --counterValue' })
    expect(await verify('--force', '--dry-run', '--all-of', '--all-of-it', '--counterValue')).toEqual({
      exists: ['--dry-run', '--all-of-it'],
      gone: ['--all-of'],
    })
  })

  test('holds while the file that proves it is unchanged, whatever git does', async () => {
    put({ 'a.ts': 'stableThing()', 'b.ts': 'movedThing()' })
    await tree.list()
    tree.git('add', 'a.ts')
    put({ 'b.ts': 'movedThing() // edited' })
    expect(tree.verify('`stableThing()` `movedThing()` `neverThing()`')).toEqual({
      exists: ['stableThing'],
      gone: [],
    })
  })
})

describe('gone', () => {
  const CLAIMS = ['removedThing()', 'OldName.make()']
  beforeEach(() => tree.listBefore('removedThing(); OldName.make(); RemovedThing()'))

  test('is said when everything was listed', async () => {
    put({ 'src/a.ts': 'x', 'logo.png': Buffer.from([0, 1]), 'a/b/.env.example': 'A=1', LICENSE: 'x' })
    put({ '.gitignore': 'node_modules\n', 'node_modules/x/index.js': 'removedThing() OldName.make()' })
    symlinkSync(inTree('src'), inTree('linked'))
    fifo('pipe')
    expect((await verify(...CLAIMS)).gone).toEqual(['removedThing', 'OldName.make'])
  })

  test.each<[string, () => void]>([
    ['a file mentions it', () => put({ 'notes.txt': 'removedThing and OldName, make' })],
    ['an unknown file has it', () => put({ 'x.unknown': 'removedThing OldName make' })],
    ['it is spelled otherwise', () => put({ 'a.py': 'removed_thing() # old-name make' })],
    ['a file is named so', () => put({ 'removedThing.ts': '', 'OldName/make.go': '' })],
    ['a component is named so', () => put({ 'removed-thing.vue': '', 'old/name.svelte': '', 'make.go': '' })],
    [
      'a file is named so whose export has no name',
      () =>
        put({ 'removed-thing.ts': 'export default () => 1', 'old-name/index.cjs': 'module.exports = make' }),
    ],
    [
      'code is too big',
      () => {
        put({ 'big.ts': '' })
        truncateSync(inTree('big.ts'), 5_000_000)
      },
    ],
    ['code is in another coding', () => put({ 'a.ts': Buffer.from('removedThing', 'utf16le') })],
    ['a link leads out', () => symlinkSync(tmpdir(), inTree('out'))],
    [
      'there is another repository in it',
      () => {
        put({ 'sub/x.ts': 'x' })
        spawnSync('git', ['init', '-q'], { cwd: inTree('sub') })
      },
    ],
  ])('is not said when %s', async (_, prepare) => {
    put({ 'src/a.ts': 'x' })
    prepare()
    expect(await verify(...CLAIMS)).toEqual({ exists: [], gone: [] })
  })

  test('is said although a file whose exports have names has the words of it', async () => {
    put({ 'removed-thing.ts': 'export const x = 1', 'a.ts': "import { x } from './removed-thing.ts'" })
    expect((await verify('removedThing()')).gone).toEqual(['removedThing'])
  })

  test('is said of flags and methods only where an earlier listing had them', async () => {
    const names = ['--loud-mode', 'Store.open()', 'Kept.close()']
    put({ 'src/a.ts': 'class Kept {}' })
    expect((await verify(...names)).gone).toEqual(['Kept.close'])
    await tree.listBefore('parse("--loud-mode"); Store.open()')
    expect((await verify(...names)).gone).toEqual(['--loud-mode', 'Store.open', 'Kept.close'])
    put({ 'src/b.ts': 'parse("--loud-mode")' })
    expect(await verify(...names)).toEqual({ exists: ['--loud-mode'], gone: ['Store.open', 'Kept.close'] })
    rmSync(inTree('src/b.ts'))
    expect((await verify(...names)).gone).toEqual(['--loud-mode', 'Store.open', 'Kept.close'])
  })

  test('is said of a type although a variable is named like it', async () => {
    put({ 'src/a.ts': 'const removedThing = oldname.make' })
    expect((await verify('RemovedThing()', 'OldName.make()')).gone).toEqual(['RemovedThing', 'OldName.make'])
  })

  test('is not said of what may be elsewhere: flags of programs, variables, hosts, columns', async () => {
    put({ 'src/a.ts': 'x' })
    const names = ['git commit --no-verify', 'AWS_PROFILE', 'staging.example.com', 'user_accounts']
    expect(await verify(...names)).toEqual({ exists: [], gone: [] })
  })

  test('is not said after git has moved, by an old list, or of what was written after it', async () => {
    put({ 'src/a.ts': 'x' })
    await tree.list()
    const gone = (options = {}) => tree.verify('`removedThing()`', options).gone.length
    expect(gone()).toBe(1)
    expect(gone({ changed: Date.now() + 1_000 })).toBe(0)
    expect(gone({ changed: Number.NaN })).toBe(0)
    expect(gone({ now: Date.now() + 25 * 3_600_000 })).toBe(0)
    expect(gone({ now: 0 })).toBe(0)
    tree.git('checkout', '-q', '-b', 'other')
    expect(gone()).toBe(0)
    await tree.list()
    expect(gone()).toBe(1)
    tree.git('add', 'src/a.ts')
    expect(gone()).toBe(0)
  })

  test('is not said where the file that the memory names has changed since', async () => {
    put({ 'src/a.ts': 'x' })
    await tree.list()
    put({ 'src/a.ts': 'removedThing()', 'src/new.ts': '' })
    expect(tree.verify('`removedThing()` in src/a.ts').gone).toEqual([])
    expect(tree.verify('`removedThing()` in src/new.ts').gone).toEqual([])
  })
})

describe('paths', () => {
  test('are gone where their directory is there and no package has them', async () => {
    put({ 'src/auth/token.ts': 'x', 'packages/web/src/app.ts': 'x' })
    await tree.list()
    expect(tree.verify('src/auth/token.ts src/auth/old.ts src/gone.ts src/app.ts app.ts none.ts')).toEqual({
      exists: ['src/auth/token.ts', 'src/app.ts', 'app.ts'],
      gone: ['src/auth/old.ts', 'src/gone.ts'],
    })
    put({ 'src/later.ts': 'x' })
    rmSync(inTree('packages/web/src/app.ts'))
    expect(tree.verify('src/later.ts src/app.ts')).toEqual({ exists: ['src/later.ts'], gone: [] })
  })

  test('are not judged where they may be of another tree, a branch, or made by a build', async () => {
    put({ 'src/a.ts': 'x', 'dist/a.js': 'x' })
    symlinkSync(inTree('nowhere'), inTree('src/link.ts'))
    await tree.list()
    const text = 'deploy/prod.yaml feature/login/page dist/b.js src/x/dist/b.js ../x/y.ts src/link.ts'
    expect(tree.verify(text)).toEqual({ exists: [], gone: [] })
  })
})

describe('commands', () => {
  test('a target is itself, not the beginning of another', async () => {
    put({ Makefile: 'A := x\nB ::= y\nlint test: dep\ndeploy::\n\tx: y\nlong \\\n  more: dep\n' })
    const targets = 'lint test deploy long more dep A B x lin'.split(' ').map((n) => `make ${n}`)
    expect(await verify(...targets)).toEqual({
      exists: ['make lint', 'make test', 'make deploy', 'make long', 'make more'],
      gone: ['make dep', 'make A', 'make B', 'make x', 'make lin'],
    })
  })

  test('recipes and scripts, those of packages too', async () => {
    put({
      justfile: 'x := "1"\nbuild target="all": lint\n  echo\n@quiet:\nalias b := build\n',
      'package.json': JSON.stringify({ scripts: { lint: 'x', 'build:web': 'y' }, workspaces: ['web'] }),
      'web/package.json': JSON.stringify({ scripts: { serve: 'x' } }),
      'web/deno.json': JSON.stringify({ tasks: { ship: 'x' } }),
    })
    const just = ['just build', 'just quiet', 'just b', 'just x', 'just target']
    expect(await verify(...just)).toEqual({
      exists: ['just build', 'just quiet', 'just b'],
      gone: ['just x', 'just target'],
    })
    const npm = ['npm run lint', 'npm run build:web -- --watch', 'npm run build', 'npm test', 'npm install']
    expect(await verify(...npm, 'yarn lint', 'yarn eslint', 'npm run serve', 'deno task ship')).toEqual({
      exists: ['npm run lint', 'npm run build:web', 'yarn lint', 'npm run serve', 'deno task ship'],
      gone: ['npm run build', 'npm test'],
    })
  })

  test.each<[string, Record<string, string>]>([
    ['no file of the kind', { 'a.ts': '' }],
    ['an include', { Makefile: 'include more\na:' }],
    ['a pattern', { Makefile: '%: x' }],
    ['a source that make knows how to build', { Makefile: 'a:', 'deploy.c': '' }],
    ['another makefile that has it', { Makefile: 'a:', 'infra/Makefile': 'deploy:\n' }],
    ['a manifest that is broken', { 'package.json': '{' }],
    ['a manifest of another shape', { 'package.json': '{"scripts":[]}' }],
  ])('nothing is gone with %s', async (_, files) => {
    put(files)
    const names = ['make deploy', 'npm run deploy', 'make -C infra deploy', 'make deploy -C infra']
    expect((await verify(...names)).gone).toEqual([])
  })
})

describe('whatever is in the tree', () => {
  const CLAIMS = '`make deploy` `npm run deploy` `just deploy` `removedThing()` src/a/b.ts'
  const names = ['Makefile', 'package.json', 'justfile', 'code.ts']

  test.each<[string, (name: string) => void]>([
    ['pipes', fifo],
    ['links to devices without end', (name) => symlinkSync('/dev/zero', inTree(name))],
    [
      'links to pipes',
      (name) => {
        fifo(`${name}.pipe`)
        symlinkSync(inTree(`${name}.pipe`), inTree(name))
      },
    ],
    ['directories', (name) => mkdirSync(inTree(name))],
    ['links to themselves', (name) => symlinkSync(inTree(name), inTree(name))],
    ['files that are too big', (name) => put({ [name]: 'deploy:\n'.repeat(600_000) })],
  ])('%s are not waited for', async (kind, make) => {
    // What git does not list, or what is listed behind the link, leaves nothing unread.
    const isListed = ['pipes', 'links to pipes', 'directories'].includes(kind)
    for (const name of names) make(name)
    const started = performance.now()
    expect((await tree.list()).status).toBe('made')
    expect(tree.verify(CLAIMS)).toEqual({
      exists: [],
      gone: isListed ? ['removedThing'] : [],
    })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('texts that are hard to match take no longer', async () => {
    for (const text of [
      '\n',
      '\t',
      'a ',
      ':',
      'a',
      'deploy',
      '\\\n',
      'x:=',
      '@a ',
      ' # removedThing ',
      '-',
      "'",
    ]) {
      const long = text.repeat(250_000 / text.length)
      put({ Makefile: long, justfile: long, 'package.json': long, 'code.ts': long })
      const started = performance.now()
      await tree.list()
      tree.verify(CLAIMS)
      expect([text, performance.now() - started < 3_000]).toEqual([text, true])
    }
  })

  test('a directory that was swapped for a link is not read through', async () => {
    put({ 'src/a.ts': 'x' })
    tree.git('add', '.')
    const outside = join(tree.root, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a.ts'), 'stolenThing()')
    rmSync(inTree('src'), { recursive: true })
    symlinkSync(outside, inTree('src'))
    expect((await verify('stolenThing()')).exists).toEqual([])
  })

  test('only regular files are read, and no more than is asked for', () => {
    put({ a: '12345' })
    expect(readRegular(inTree('a'), 5)?.toString()).toBe('12345')
    expect(readRegular(inTree('a'), 4)).toBeUndefined()
    expect(readRegular(inTree('none'), 5)).toBeUndefined()
    expect(readRegular('/dev/null', 5)).toBeUndefined()
  })

  test('a file that changed within a tick of the clock is read again', async () => {
    put({ 'a.ts': 'firstThing()' })
    await tree.list()
    put({ 'a.ts': 'otherThing()' })
    const now = new Date()
    utimesSync(inTree('a.ts'), now, now)
    expect((await verify('otherThing()', 'firstThing()')).exists).toEqual(['otherThing'])
  })

  test('an edit that keeps size and time is seen', async () => {
    const long = new Date(1_000_000)
    put({ 'a.ts': 'firstThing()' })
    utimesSync(inTree('a.ts'), long, long)
    await tree.list()
    put({ 'a.ts': 'otherThing()' })
    utimesSync(inTree('a.ts'), long, long)
    expect((await verify('firstThing()')).exists).toEqual([])
    await tree.list()
    expect((await verify('otherThing()', 'firstThing()')).exists).toEqual(['otherThing'])
  })
})
