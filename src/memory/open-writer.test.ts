import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { overwriting, type SceneWrite } from '../../test/support/overwriting.ts'
import { type FaultCode, faultyFileOps } from '../../test/support/published/faulty-file-ops.ts'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { everyFew, TRY_ALL } from '../../test/support/try-all.ts'
import { type FileOps, nodeFileOps } from '../base/files/file-ops.ts'
import { verbatim } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { contentHash } from '../base/values/hash.ts'
import { parseIndex, pointersOf } from './files/index-file.ts'
import { openWriter, type WriterOptions } from './open-writer.ts'
import { listMemoryFiles } from './scan-files.ts'
import type { SecretScan } from './writer/content-check.ts'
import type { WriteContext } from './writer.ts'

const pass: SecretScan = (text) => ({ status: 'ok', text, warnings: [] })
/** These tests are about order and outcome; waiting for the disk a hundred thousand times would only make them slow. */
const unsynced: FileOps = { ...nodeFileOps, fsync: () => {} }
const context: WriteContext = { actor: 'test', action: 'add' }

function place(options: Partial<WriterOptions> = {}) {
  const home = temporaryDirectory()
  const directory = join(home, 'memory')
  const state = join(home, 'state')
  const open = (more: Partial<WriterOptions> = {}) =>
    overwriting(
      openWriter({
        directory,
        state,
        loadScan: async () => pass,
        ops: unsynced,
        lockTimeoutMs: 2_000,
        ...options,
        ...more,
      }),
    )
  return { home, directory, state, open, at: (file: string) => join(directory, file) }
}

const memory = (name: string, body = 'Body.') =>
  `---\nname: ${name}\ndescription: about ${name}\n---\n${body}\n`

async function fault(work: Promise<unknown>): Promise<MemdirError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(MemdirError)
  return error as MemdirError
}

describe('writing', () => {
  test('an added memory is there with a pointer and a journaled change', async () => {
    const { open, at } = place()
    const writer = open()
    const { changes } = await writer.overwrite([{ file: 'user_role.md', create: memory('Role') }], {
      ...context,
      source: { origin: 'user', conversation: 'c1' },
    })
    expect(readFileSync(at('user_role.md'), 'utf8')).toBe(memory('Role'))
    expect(readFileSync(at('MEMORY.md'), 'utf8')).toBe('- [Role](user_role.md) — about Role\n')
    expect(changes).toEqual([
      { id: expect.any(String), file: 'user_role.md', hash: contentHash(memory('Role')) },
    ])
    expect(writer.journal.read()).toMatchObject([
      {
        id: changes[0]!.id,
        before: null,
        after: { text: memory('Role') },
        source: { conversation: 'c1' },
        actor: 'test',
      },
    ])
  })

  test('new files are 0600 and directories 0700; a file that exists keeps its rights', async () => {
    const { open, at, directory, state } = place()
    const writer = open()
    await writer.overwrite([{ file: 'deep/er/a.md', content: 'x' }], context)
    for (const path of [
      directory,
      at('deep'),
      at('deep/er'),
      state,
      join(state, 'journal'),
      join(state, 'locks'),
    ])
      expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(statSync(at('deep/er/a.md')).mode & 0o777).toBe(0o600)
    chmodSync(at('deep/er/a.md'), 0o644)
    await writer.overwrite([{ file: 'deep/er/a.md', content: 'y' }], context)
    const journal = readdirSync(join(state, 'journal')).map((name) => join(state, 'journal', name))
    for (const path of [at('MEMORY.md'), ...journal]) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(at('deep/er/a.md')).mode & 0o777).toBe(0o644)
  })

  test('a write that changes nothing touches no file and leaves no journal line', async () => {
    const { open, at } = place()
    const writer = open()
    await writer.overwrite([{ file: 'a.md', content: 'x' }], context)
    const before = [statSync(at('a.md')).ino, statSync(at('MEMORY.md')).ino]
    expect(await writer.overwrite([{ file: 'a.md', content: 'x' }], context)).toEqual({
      changes: [],
      warnings: [],
    })
    expect(await writer.overwrite([{ file: 'none.md', content: null }], context)).toEqual({
      changes: [],
      warnings: [],
    })
    expect([statSync(at('a.md')).ino, statSync(at('MEMORY.md')).ino]).toEqual(before)
    expect(writer.journal.read()).toHaveLength(1)
  })

  test('what the caller did not see is a conflict, and nothing is written', async () => {
    const { open, at } = place()
    const writer = open()
    await writer.overwrite([{ file: 'a.md', content: 'one' }], context)
    const cases: [SceneWrite, RegExp][] = [
      [{ file: 'a.md', create: 'x' }, /exists already/],
      [{ file: 'a.md', replace: 'x', expect: contentHash('other') }, /was changed/],
      [{ file: 'a.md', remove: true, expect: contentHash('other') }, /was changed/],
      [{ file: 'gone/b.md', replace: 'x', expect: contentHash('other') }, /was removed/],
    ]
    for (const [write, message] of cases) {
      const error = await fault(writer.overwrite([{ file: 'other.md', content: 'y' }, write], context))
      expect(error.code).toBe('conflict')
      expect(error.message).toMatch(message)
      expect(error.fix).toBeTruthy()
    }
    expect(readFileSync(at('a.md'), 'utf8')).toBe('one')
    expect(readdirSync(at('.')).sort()).toEqual(['MEMORY.md', 'a.md'])
    expect(writer.journal.read()).toHaveLength(1)
    await writer.overwrite([{ file: 'a.md', replace: 'two', expect: contentHash('one') }], context)
    expect(readFileSync(at('a.md'), 'utf8')).toBe('two')
  })

  test('tag and bidi characters are refused, other hidden ones stripped with a warning', async () => {
    const { open, at } = place()
    const writer = open()
    for (const hidden of ['\u202e', '\u2066', '\u{e0041}']) {
      const error = await fault(
        writer.overwrite([{ file: 'deep/a.md', content: `one\ntwo${hidden}` }], context),
      )
      expect(error.code).toBe('refused_content')
      expect(error.message).toContain('line 2')
    }
    expect(existsSync(at('deep'))).toBe(false)
    const { warnings } = await writer.overwrite([{ file: 'a.md', content: 'pass\u200bword 👩‍👧' }], context)
    expect(warnings.map(({ key }) => key)).toEqual(['store.invisible-removed'])
    expect(readFileSync(at('a.md'), 'utf8')).toBe('password 👩‍👧')
    await writer.overwrite([{ file: 'b.md', content: 'a\u200bb\u202e', verbatim: true }], context)
    expect(readFileSync(at('b.md'), 'utf8')).toBe('a\u200bb\u202e')
  })

  test('bytes that are not UTF-8 are refused, but can be brought back as they were', async () => {
    const { open, at } = place()
    const writer = open()
    const latin1 = Buffer.from([0x63, 0x61, 0x66, 0xe9])
    expect((await fault(writer.overwrite([{ file: 'a.md', content: latin1 }], context))).code).toBe(
      'refused_content',
    )
    await writer.overwrite([{ file: 'a.md', content: latin1, verbatim: true }], context)
    expect(readFileSync(at('a.md'))).toEqual(latin1)
    await writer.overwrite([{ file: 'a.md', content: null }], context)
    expect(writer.journal.read().at(-1)?.before).toEqual({
      hash: contentHash(latin1),
      base64: latin1.toString('base64'),
    })
  })

  test('the secret scan can refuse, change and warn; shared memory is recognised, also behind a link', async () => {
    const seen: boolean[] = []
    const scan: SecretScan = (text, { shared }) => {
      seen.push(shared)
      if (text.includes('REFUSE'))
        return { status: 'refused', reason: verbatim('a secret'), fix: verbatim('Remove it.') }
      return { status: 'ok', text: text.replace('KEY', '***'), warnings: [verbatim('a key was cut')] }
    }
    const { open, at } = place({ loadScan: async () => scan })
    const writer = open()
    expect((await fault(writer.overwrite([{ file: 'a.md', content: 'REFUSE' }], context))).fix).toBe(
      'Remove it.',
    )
    await writer.overwrite([{ file: 'team/a.md', content: 'KEY' }], context)
    expect(readFileSync(at('team/a.md'), 'utf8')).toBe('***')
    symlinkSync('team', at('alias'))
    const { changes } = await writer.overwrite([{ file: 'alias/b.md', content: 'x' }], context)
    expect(changes[0]?.file).toBe('team/b.md')
    expect(seen).toEqual([false, true, true])
    expect(readFileSync(at('team/MEMORY.md'), 'utf8')).toContain('(b.md)')
  })

  test('one file written twice in one go is refused', async () => {
    const { open } = place()
    const writes = [
      { file: 'a.md', content: 'x' },
      { file: 'a.md', content: 'y' },
    ]
    expect((await fault(open().overwrite(writes, context))).code).toBe('usage')
  })

  test('a plan under the lock sees the present, and a file that cannot be read is not a missing one', async () => {
    const { open, at } = place()
    const writer = open()
    await writer.overwrite([{ file: 'n.md', content: '0' }], context)
    const raise = () =>
      writer.writePlanned((view) => {
        const now = view.read('n.md') ?? ''
        return [{ file: 'n.md', replace: String(Number(now) + 1), expect: contentHash(now) }]
      }, context)
    await Promise.all(Array.from({ length: 10 }, raise))
    expect(readFileSync(at('n.md'), 'utf8')).toBe('10')
    mkdirSync(at('d.md'))
    const error = await fault(
      writer.writePlanned((view) => [{ file: 'x.md', create: `${view.read('d.md')}` }], context),
    )
    expect(error.code).toBe('refused_path')
    expect(error.messages.message.zh).toBe('d.md 无法读取：不是普通文件')
  })

  test('a broken index is left alone with a warning, and the memory is written', async () => {
    const { open, at, directory } = place()
    mkdirSync(directory, { recursive: true })
    symlinkSync('/dev/full', at('MEMORY.md'))
    const { warnings } = await open().overwrite([{ file: 'a.md', content: 'x' }], context)
    expect(warnings[0]?.en).toContain('MEMORY.md was not changed')
    expect(readFileSync(at('a.md'), 'utf8')).toBe('x')
  })

  test('a failing programme inside the lock frees the lock', async () => {
    const writer = place().open({ lockTimeoutMs: 50 })
    await fault(
      writer.writePlanned(() => {
        throw new Error('boom')
      }, context),
    )
    await writer.overwrite([{ file: 'a.md', content: 'x' }], context)
  })
})

describe('after a crash', () => {
  test('a temporary name that is still linked to its target is swept, and the change counts', async () => {
    const { open, at, state } = place()
    const writer = open()
    await writer.overwrite([{ file: 'a.md', content: memory('A') }], context)
    // As if killed between link and unlink: no mark, a second name, no pointer.
    const { linkSync } = await import('node:fs')
    linkSync(at('a.md'), at('.memdir-tmp-aaaaaaaaaaaa'))
    linkSync(at('MEMORY.md'), at('.memdir-tmp-bbbbbbbbbbbb'))
    const journal = join(state, 'journal', readdirSync(join(state, 'journal'))[0]!)
    const [change] = readFileSync(journal, 'utf8').split('\n')
    writeFileSync(journal, `${change}\n`)
    await open().overwrite([{ file: 'b.md', content: memory('B') }], context)
    expect(readdirSync(at('.')).sort()).toEqual(['MEMORY.md', 'a.md', 'b.md'])
    expect(writer.journal.read().map((entry) => entry.file)).toEqual(['a.md', 'b.md'])
    await writer.overwrite([{ file: 'a.md', content: 'edited' }], context)
    expect(readFileSync(at('a.md'), 'utf8')).toBe('edited')
  })

  test('a change that did not take place is not reported, and its pointer goes', async () => {
    const { open, at, state } = place()
    const writer = open()
    await writer.overwrite([{ file: 'a.md', content: memory('A') }], context)
    await writer.overwrite([{ file: 'b.md', content: memory('B') }], context)
    const journal = join(state, 'journal', readdirSync(join(state, 'journal'))[0]!)
    const lines = readFileSync(journal, 'utf8').trim().split('\n')
    // The index came through, the file did not.
    writeFileSync(journal, `${lines.slice(0, -1).join('\n')}\n`)
    const { unlinkSync } = await import('node:fs')
    unlinkSync(at('b.md'))
    await open().overwrite([{ file: 'c.md', content: memory('C') }], context)
    expect(writer.journal.read().map((entry) => entry.file)).toEqual(['a.md', 'c.md'])
    const index = pointersOf(parseIndex(readFileSync(at('MEMORY.md'), 'utf8')))
    expect(index.map((pointer) => pointer.file)).toEqual(['a.md', 'c.md'])
  })
})

const CODES: FaultCode[] = ['ENOSPC', 'EACCES', 'EIO', 'EMFILE']
const OLD = { 'user_a.md': memory('A'), 'feedback_b.md': memory('B'), 'team/c.md': memory('C') }
const SCENARIOS: Record<string, SceneWrite[]> = {
  add: [{ file: 'project_new.md', create: memory('New') }],
  'add in a new directory': [{ file: 'deep/er/new.md', create: memory('New') }],
  edit: [{ file: 'user_a.md', content: memory('A2') }],
  remove: [{ file: 'user_a.md', content: null }],
  'several files': [
    { file: 'user_a.md', content: null },
    { file: 'feedback_b.md', content: memory('B2') },
    { file: 'team/c.md', content: memory('C2') },
    { file: 'new1.md', content: memory('N1') },
    { file: 'team/new2.md', content: memory('N2') },
  ],
}

/** Holds the old memories; every attempt begins with a copy. */
let oldHome: string

describe('a fault at every file-system call', () => {
  beforeAll(async () => {
    const { open, home } = place()
    oldHome = home
    const writer = open()
    await writer.overwrite(
      Object.entries(OLD).map(([file, content]) => ({ file, content })),
      context,
    )
    expect(writer.journal.read()).toHaveLength(Object.keys(OLD).length)
  })

  for (const [name, writes] of Object.entries(SCENARIOS)) {
    for (const sticky of [false, true]) {
      test(`${name}${sticky ? ', and the disk stays broken' : ''}: all or nothing, a clear error, and the next write works`, async () => {
        for (let at = 1; ; at += everyFew(sticky ? 3 : 2)) {
          const code = CODES[at % CODES.length]!
          const made = await attemptWithFault(writes, at, code, sticky)
          if (!made) {
            expect(at).toBeGreaterThan(30)
            break
          }
        }
      })
    }
  }

  test('every code at every call of an edit', async () => {
    for (const [nth, code] of CODES.entries())
      for (let at = TRY_ALL ? 1 : 1 + nth; await attemptWithFault(SCENARIOS.edit!, at, code, false); )
        at += everyFew(CODES.length)
  })

  test('the first write of all, where nothing exists yet', async () => {
    for (let at = 1; ; at++) {
      const { open, at: path } = place()
      const ops = faultyFileOps({ at, code: CODES[at % CODES.length]! }, unsynced)
      const done = await open({ ops })
        .overwrite([{ file: 'a.md', content: memory('A') }], context)
        .catch((error: unknown) => error)
      if (ops.calls.length < at) break
      if (done instanceof Error) expect(done).toBeInstanceOf(MemdirError)
      await open().overwrite([{ file: 'a.md', content: memory('A2') }], context)
      expect(readFileSync(path('a.md'), 'utf8')).toBe(memory('A2'))
      expect(readdirSync(path('.')).sort()).toEqual(['MEMORY.md', 'a.md'])
    }
  })
})

/** False when the fault is after the last call. */
async function attemptWithFault(
  writes: SceneWrite[],
  at: number,
  code: FaultCode,
  sticky: boolean,
): Promise<boolean> {
  const { open, home, directory, at: path } = place()
  cpSync(oldHome, home, { recursive: true, verbatimSymlinks: true })
  const known = Object.keys(OLD).length
  const index = readFileSync(path('MEMORY.md'), 'utf8')
  const ops = faultyFileOps({ at, code, sticky }, unsynced)
  const outcome = await open({ ops })
    .overwrite(writes, context)
    .then(
      (written) => written,
      (error: unknown) => error,
    )
  if (ops.calls.length < at) return false
  const where = `${code} at call ${at} (${ops.calls[at - 1]})`
  const after: Record<string, string | null> = { ...OLD }
  for (const write of writes)
    after[write.file] = ('content' in write ? write.content : write.create) as string
  const failed = outcome instanceof Error
  const now = (file: string) => (existsSync(path(file)) ? readFileSync(path(file), 'utf8') : null)
  const touched = [...new Set([...Object.keys(OLD), ...writes.map((write) => write.file)])]
  let uncertain = false
  if (failed) {
    expect(outcome, where).toBeInstanceOf(MemdirError)
    const { fix, message } = outcome as MemdirError
    expect(fix, where).toBeTruthy()
    uncertain = message.includes('some files may have been changed')
    // Only a disk that fails on the way back too may leave a mixture, and then the message says so.
    expect(uncertain && !sticky, where).toBe(false)
  }
  for (const file of touched) {
    const old = (OLD as Record<string, string>)[file] ?? null
    if (uncertain) expect([old, after[file]], `${where}: ${file}`).toContain(now(file))
    else expect(now(file), `${where}: ${file}`).toBe(failed ? old : (after[file] ?? null))
  }
  if (failed && !uncertain) expect(readFileSync(path('MEMORY.md'), 'utf8'), where).toBe(index)

  const next = open()
  await next.overwrite([{ file: 'next.md', content: memory('Next') }], context)
  await next.overwrite([{ file: touched.at(-1)!, content: memory('Again') }], context)
  expect(now('next.md')).toBe(memory('Next'))
  const left = readdirSync(directory, { recursive: true }).map(String)
  expect(
    left.filter((name) => name.includes('.memdir-tmp-')),
    where,
  ).toEqual([])
  const changes = next.journal.read()
  if (failed && !uncertain) expect(changes.length, where).toBe(known + 2)
  if (!failed) expect(changes.length, where).toBe(known + writes.length + 2)
  for (const base of ['', 'team/']) {
    const listed = pointersOf(parseIndex(readFileSync(path(`${base}MEMORY.md`), 'utf8'))).map(
      ({ file }) => base + file,
    )
    const files = listMemoryFiles(directory).filter((file) => file.startsWith('team/') === (base !== ''))
    expect(listed.sort(), where).toEqual(files.sort())
  }
  return true
}
