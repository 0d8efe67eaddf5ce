import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../../test/arbitraries.ts'
import { overwriting } from '../../test/support/overwriting.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { TRY_ALL } from '../../test/support/try-all.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { findCollisions } from '../base/paths/portable-name.ts'
import { MemdirError } from '../base/values/errors.ts'
import { checkMemoryFile, checkWritePath, memoryRoots } from './memory-path.ts'
import { openWriter } from './open-writer.ts'
import { openTargets } from './write-target.ts'

const SECRET = 'do not touch'

function place() {
  const home = temporaryDirectory()
  const [m, o, p] = ['m/memory', 'outside', 'project'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [m, o, p]) mkdirSync(path, { recursive: true })
  writeFileSync(join(o, 'secret'), SECRET)
  const writer = overwriting(
    openWriter({
      directory: m,
      state: join(home, 'state'),
      loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
      ops: { ...nodeFileOps, fsync: () => {} },
    }),
  )
  /** 'allow' or 'deny', by doing it. */
  const tryWrite = async (path: unknown): Promise<string> => {
    const verdict = checkWritePath(path, memoryRoots(m))
    if (!verdict.ok) return 'deny'
    try {
      await writer.overwrite([{ file: verdict.file, content: 'written' }], { actor: 'test', action: 'add' })
      return 'allow'
    } catch (error) {
      expect(error).toBeInstanceOf(MemdirError)
      return 'deny'
    }
  }
  const untouched = () => {
    expect(readFileSync(join(o, 'secret'), 'utf8')).toBe(SECRET)
    expect(readdirSync(o).filter((name) => name !== 'secret' && name !== 'd')).toEqual([])
    if (existsSync(join(o, 'd'))) expect(readdirSync(join(o, 'd'))).toEqual([])
    expect(readdirSync(p)).toEqual([])
  }
  return { home, m, o, p, writer, tryWrite, untouched }
}

describe('links and other things in the way', () => {
  test('a link to a file outside is refused', async () => {
    const { m, o, tryWrite, untouched } = place()
    symlinkSync(join(o, 'secret'), join(m, 'l.md'))
    expect(await tryWrite(join(m, 'l.md'))).toBe('deny')
    untouched()
  })

  test('a directory link that leads out is refused, at any depth, also where the rest is missing', async () => {
    const { m, o, tryWrite, untouched } = place()
    symlinkSync(o, join(m, 'd'))
    mkdirSync(join(m, 'a'))
    symlinkSync(o, join(m, 'a/d'))
    symlinkSync(join(o, 'nothing'), join(m, 'dangling'))
    for (const file of ['d/x.md', 'd/a/b/x.md', 'a/d/x.md', 'dangling/x.md'])
      expect(await tryWrite(join(m, file))).toBe('deny')
    untouched()
  })

  test('a hard link is replaced: the other name keeps its content, and the write says so', async () => {
    const { m, o, writer, untouched } = place()
    linkSync(join(o, 'secret'), join(m, 'h.md'))
    linkSync(join(o, 'secret'), join(m, 'gone.md'))
    const context = { actor: 'test', action: 'edit' } as const
    const changed = await writer.overwrite([{ file: 'h.md', content: 'written' }], context)
    expect([changed.separated, readFileSync(join(m, 'h.md'), 'utf8')]).toEqual([['h.md'], 'written'])
    expect(statSync(join(m, 'h.md')).nlink).toBe(1)
    expect((await writer.overwrite([{ file: 'h.md', content: 'again' }], context)).separated).toBeUndefined()
    expect((await writer.overwrite([{ file: 'gone.md', content: null }], context)).separated).toEqual([
      'gone.md',
    ])
    untouched()
  })

  test('a socket, a directory and a device are refused', async () => {
    const { m, tryWrite, untouched } = place()
    mkdirSync(join(m, 'd.md'))
    symlinkSync('/dev/full', join(m, 'z.md'))
    const server = createServer().listen(join(m, 's.md'))
    await new Promise((done) => server.once('listening', done))
    for (const file of ['d.md', 'z.md', 's.md']) expect(await tryWrite(join(m, file))).toBe('deny')
    server.close()
    untouched()
  })

  test('a link that stays inside leads to its one real name', async () => {
    const { m, writer } = place()
    mkdirSync(join(m, 'd'))
    symlinkSync(join(m, 'd'), join(m, 'l'))
    const { changes } = await writer.overwrite([{ file: 'l/x.md', content: 'x' }], {
      actor: 'test',
      action: 'add',
    })
    expect(changes[0]?.file).toBe('d/x.md')
    expect(readFileSync(join(m, 'MEMORY.md'), 'utf8')).toContain('(d/x.md)')
  })

  test('a directory opened before it was swapped for a link is still the one that is written to', () => {
    const { m, o, untouched } = place()
    mkdirSync(join(m, 'a'))
    const targets = openTargets(nodeFileOps, m)
    const target = targets.open('a/x.md')
    renameSync(join(m, 'a'), join(m, 'away'))
    symlinkSync(o, join(m, 'a'))
    writeFileSync(target.parent.at('x.md'), 'x')
    targets.close()
    expect(existsSync(join(m, 'away/x.md'))).toBe(true)
    untouched()
  })

  test('whatever path is given, nothing is written outside', async () => {
    const { home, m, o, tryWrite, untouched } = place()
    symlinkSync(o, join(m, 'l'))
    const before = readdirSync(home).sort()
    await fc.assert(
      fc.asyncProperty(
        hostileText(8),
        fc.constantFrom('', `${m}/`, `${m}/l/`, `${m}/l/../`, `${o}/`),
        async (text, start) => {
          await tryWrite(`${start}${text}.md`)
          untouched()
        },
      ),
      { numRuns: 300 },
    )
    expect(
      readdirSync(home)
        .filter((name) => name !== 'state')
        .sort(),
    ).toEqual(before.filter((name) => name !== 'state'))
  })
})

/** Swaps a name between an ordinary thing and a way out, as fast as it can, until its input ends. */
const SWAPPER = `
const fs = require('node:fs'), path = require('node:path')
const [kind, target, outside] = process.argv.slice(1)
const quiet = (work) => { try { work() } catch {} }
process.stdin.on('end', () => process.exit(0)).resume()
const swap = () => {
  for (let i = 0; i < 50; i++) {
    if (kind === 'file') {
      quiet(() => fs.symlinkSync(outside, target + '.l')); quiet(() => fs.renameSync(target + '.l', target))
      quiet(() => fs.writeFileSync(target + '.f', 'plain')); quiet(() => fs.renameSync(target + '.f', target))
    } else {
      quiet(() => fs.renameSync(target, target + '.away')); quiet(() => fs.symlinkSync(outside, target))
      quiet(() => fs.unlinkSync(target)); quiet(() => fs.renameSync(target + '.away', target))
      quiet(() => fs.mkdirSync(path.join(target, 'b'), { recursive: true }))
    }
  }
  fs.writeSync(1, '.')
  setImmediate(swap)
}
swap()
`

async function race(kind: 'file' | 'directory'): Promise<void> {
  const { m, o, tryWrite, untouched } = place()
  const target = join(m, kind === 'file' ? 'x.md' : 'a')
  if (kind === 'directory') mkdirSync(join(target, 'b'), { recursive: true })
  const way = kind === 'file' ? join(o, 'secret') : o
  const child = spawn(process.execPath, ['-e', SWAPPER, kind, target, way], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let swaps = ''
  child.stdout.on('data', (data) => {
    swaps += data
  })
  const ended = new Promise((done) => child.once('close', done))
  const until = Date.now() + 10_000
  const outcomes = new Set<string>()
  // Until both sides have had their turns, however busy the machine is.
  for (let tries = 0; (tries < (TRY_ALL ? 300 : 100) || swaps.length < 40) && Date.now() < until; tries++) {
    await new Promise(setImmediate)
    outcomes.add(await tryWrite(join(m, kind === 'file' ? 'x.md' : 'a/b/x.md')))
    untouched()
  }
  child.stdin.end()
  await ended
  expect(swaps.length * 50).toBeGreaterThan(100)
  expect(outcomes.size).toBeGreaterThan(0)
  untouched()
}

describe('races', () => {
  test('a file that is swapped for a link again and again', () => race('file'))
  test('a directory that is swapped for a link again and again', () => race('directory'))
})

// ——— the shared cases ———

interface Case {
  id: string
  path: unknown
  op: 'write' | 'sync-key'
  verdict: string
  alt?: string
  why: string
  setup?: string[][]
  race?: boolean
}

function findCases(): string | undefined {
  // Next to the checkout; a worktree asks the main one.
  const roots = [process.cwd()]
  try {
    roots.push(
      dirname(
        execFileSync('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], {
          encoding: 'utf8',
        }).trim(),
      ),
    )
  } catch {
    // Not a checkout.
  }
  return roots
    .map((root) => join(root, '../shared/data/security/path.jsonl'))
    .find((path) => existsSync(path))
}

const file = findCases()
const cases = file
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
  : []

describe.skipIf(!file)('the shared path cases (skipped where ../shared/data is absent)', () => {
  for (const { id, path, op, verdict, alt, setup = [], race: races } of cases) {
    test(id, async () => {
      const { home, m, o, p, tryWrite, untouched } = place()
      let memory = m
      const fill = (text: string) =>
        text
          .replace(/\{M\}/g, () => memory)
          .replace(/\{O\}/g, () => o)
          .replace(/\{P\}/g, () => p)
          .replace(/\{([^{}*]+)\*(\d+)\}/g, (_, piece: string, times: string) => piece.repeat(Number(times)))
      const acceptable = [verdict, ...(alt ? [alt.startsWith('allow') ? 'allow' : alt] : [])]
      if (op === 'sync-key') {
        const keys = fill(path as string).split(' + ')
        const fine = keys.every((key) => checkMemoryFile(key).ok) && findCollisions(keys).length === 0
        expect(acceptable).toContain(fine ? 'allow' : 'deny')
        return
      }
      if (races) return race(id.includes('file') ? 'file' : 'directory')
      const closing: (() => void)[] = []
      for (const [what, ...args] of setup) {
        const [a = '', b = ''] = args.map(fill)
        if (what === 'symlink') symlinkSync(b, a)
        else if (what === 'hardlink') linkSync(b, a)
        else if (what === 'dir') mkdirSync(a, { recursive: true })
        else if (what === 'socket') {
          const server = createServer().listen(a)
          await new Promise((done) => server.once('listening', done))
          closing.push(() => server.close())
        } else if (what === 'mem-parent-symlink') {
          symlinkSync(join(home, 'm'), join(home, 'alias'))
          memory = join(home, 'alias/memory')
        } else throw new Error(`unknown setup ${what}`)
      }
      if (memory !== m) {
        const roots = memoryRoots(memory)
        expect(checkWritePath(fill(path as string), roots).ok).toBe(true)
        const writer = overwriting(
          openWriter({
            directory: memory,
            state: join(home, 's'),
            loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
          }),
        )
        await writer.overwrite([{ file: 'a.md', content: 'x' }], { actor: 'test', action: 'add' })
        expect(readFileSync(join(m, 'a.md'), 'utf8')).toBe('x')
        return
      }
      expect(acceptable).toContain(await tryWrite(typeof path === 'string' ? fill(path) : path))
      for (const close of closing) close()
      // Written, but never through: what it was linked to is as it was.
      if (id === 'hardlink') expect(readFileSync(join(m, 'h.md'), 'utf8')).toBe('written')
      untouched()
    })
  }
})
