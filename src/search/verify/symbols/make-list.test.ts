import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ListedTree, listedTree } from '../../../../test/support/listed-tree.ts'
import { entryOfText, findingOf, MENTIONED, nameOf, spellingOf, USED } from './entry.ts'
import { lexFile } from './lex-file.ts'
import { isListDue, readList } from './read-list.ts'
import { openSymbolList } from './symbol-list.ts'

let tree: ListedTree
beforeEach(() => {
  tree = listedTree()
})
afterEach(() => tree.remove())

/** Long ago for the clock of the listing. */
function age(...files: string[]): void {
  for (const file of files) utimesSync(join(tree.root, file), 1_000_000, 1_000_000)
}

describe('entries', () => {
  test('spellings of one name are one name, other names are not', () => {
    const entries = ['dryRun', 'dry_run', 'DRY_RUN', '--dry-run', '$dryRun'].map((name) =>
      entryOfText(name, USED),
    )
    expect(new Set(entries.map(nameOf)).size).toBe(1)
    expect(new Set(entries.map(spellingOf)).size).toBe(5)
    expect(nameOf(entryOfText('dryRuns', USED))).not.toBe(nameOf(entryOfText('dryRun', USED)))
    expect(nameOf(entryOfText('dryrun', USED, 'path'))).not.toBe(nameOf(entryOfText('dryrun', USED)))
  })

  test('are whole numbers that a double holds', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const entry = entryOfText(text, USED)
        return Number.isSafeInteger(entry) && findingOf(entry) === USED
      }),
    )
  })

  test('100,000 names are 100,000', () => {
    const names = Array.from({ length: 100_000 }, (_, n) => nameOf(entryOfText(`name${n}`, USED)))
    expect(new Set(names).size).toBe(100_000)
  })
})

describe('lexing', () => {
  const KINDS = ['c', 'hash', 'dash', 'markup', 'prose'] as const

  test('finds a name whatever stands before it, and ends', () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '`',
      '/*',
      '*/',
      '//',
      '#',
      '--',
      '<!--',
      '-->',
      '\\',
      '\n',
      '"""',
      'a',
      ' ',
      'é',
      '-',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom(...KINDS), (pieces, kind) => {
        const entries = lexFile(Buffer.from(`${pieces.join('')} someName end`), kind)
        const name = spellingOf(entryOfText('someName', MENTIONED))
        return entries.some((entry) => spellingOf(entry) === name)
      }),
    )
  })
})

describe('the list', () => {
  test('only what has changed is read again', async () => {
    tree.put({ 'a.ts': 'firstThing()', 'b.ts': 'secondThing()', 'old.ts': 'x' })
    age('a.ts', 'b.ts', 'old.ts', '.keep')
    expect(await tree.list()).toMatchObject({ files: 4, read: 4 })
    expect(await tree.list()).toMatchObject({ files: 4, read: 0 })
    tree.put({ 'b.ts': 'thirdThing()' })
    rmSync(join(tree.root, 'old.ts'))
    expect(await tree.list()).toMatchObject({ files: 3, read: 1 })
    expect(tree.verify('`firstThing()` `secondThing()` `thirdThing()`')).toEqual({
      exists: ['firstThing', 'thirdThing'],
      gone: ['secondThing'],
    })
    rmSync(join(tree.root, 'b.ts'))
    expect(await tree.list()).toMatchObject({ files: 2, read: 0 })
    expect(tree.verify('`thirdThing()`').gone).toEqual(['thirdThing'])
  })

  test('is due when a file, a directory, git or the memory changed, and not otherwise', async () => {
    const memory = join(tree.root, '..', 'memory')
    mkdirSync(memory)
    tree.put({ 'src/a.ts': 'x' })
    const isDue = (later = 0) => isListDue(tree.path, tree.place(), memory, Date.now() + later)
    const settle = async () => {
      await new Promise((wake) => setTimeout(wake, 20))
      await tree.list()
      expect(isDue()).toBe(false)
    }
    expect(isDue()).toBe(true)
    await settle()
    expect(isDue(13 * 3_600_000)).toBe(true)
    const changes = [
      () => tree.put({ 'src/a.ts': 'xy' }),
      () => tree.put({ 'src/b.ts': '' }),
      () => rmSync(join(tree.root, 'src/b.ts')),
      () => tree.git('add', '.'),
      () => tree.git('checkout', '-q', '-b', 'other'),
      () => writeFileSync(join(memory, 'a.md'), 'x'),
    ]
    for (const change of changes) {
      change()
      expect([String(change), isDue()]).toEqual([String(change), true])
      await settle()
    }
  })

  test('keeps no text of the files', async () => {
    const secret = 'sk_live_51HxYzSecretValueThatNobodyMayKeep'
    tree.put({ 'a.ts': `const apiKeyOfOurs = '${secret}'` })
    await tree.list()
    expect(tree.verify('`apiKeyOfOurs`').exists).toEqual(['apiKeyOfOurs'])
    const bytes = readFileSync(tree.path, 'latin1')
    expect(bytes.includes('a.ts')).toBe(true)
    for (const text of [secret, 'apiKeyOfOurs', 'SecretValue']) expect(bytes.includes(text)).toBe(false)
    expect(statSync(tree.path).mode & 0o777).toBe(0o600)
  })

  test('that is damaged, cut off or of another tree says nothing', async () => {
    tree.put({ 'a.ts': 'someThing()' })
    await tree.list()
    const whole = readFileSync(tree.path)
    expect(openSymbolList(tree.path, '/elsewhere')).toBeUndefined()
    for (const length of [0, 10, 4_096, whole.length - 1]) {
      writeFileSync(tree.path, whole.subarray(0, length))
      expect(tree.verify('`someThing()` `noThing()`')).toEqual({ exists: [], gone: [] })
      expect(readList(tree.path, tree.root)).toBeUndefined()
    }
    const old = Buffer.from(whole)
    old.write('{"v":0', 0)
    writeFileSync(tree.path, old)
    expect(tree.verify('`someThing()`').exists).toEqual([])
    await tree.list()
    expect(tree.verify('`someThing()` `noThing()`')).toEqual({ exists: ['someThing'], gone: ['noThing'] })
  })

  test('stays as it was where the time is over or git cannot say', async () => {
    tree.put({ 'a.ts': 'someThing()' })
    await tree.list()
    const before = readFileSync(tree.path)
    tree.put({ 'a.ts': 'otherThing()' })
    const { makeSymbolList } = await import('./make-list.ts')
    const request = {
      place: tree.place(),
      path: tree.path,
      env: { PATH: '/nonexistent', HOME: '/nonexistent' },
    }
    expect(await makeSymbolList(request)).toEqual({ status: 'no-git' })
    const env = { PATH: process.env.PATH ?? '' }
    expect(await makeSymbolList({ ...request, env, deadline: Date.now() - 1 })).toEqual({ status: 'stopped' })
    expect(readFileSync(tree.path).equals(before)).toBe(true)
    expect(readdirSync(dirname(tree.path)).filter((name) => name.startsWith('.memdir-tmp'))).toEqual([])
  })

  test('knows files whose names are not ASCII, and many of one name', async () => {
    tree.put(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n}/index.ts`, `thing${n}Here()`])))
    tree.put({ '文档/说明.py': 'def chinese_file(): pass' })
    await tree.list()
    const names = Array.from({ length: 300 }, (_, n) => `thing${n}Here`)
    for (const name of names) expect(tree.verify(`\`${name}()\``).exists).toEqual([name])
    expect(tree.verify('`chinese_file()` d299/index.ts index.ts').exists).toEqual([
      'chinese_file',
      'd299/index.ts',
      'index.ts',
    ])
  })
})
