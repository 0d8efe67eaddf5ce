// A file system on which not one more file can be made: what removes memories still works, by dropping what can be made again.
import { constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTestWriter, unsynced } from '../../../test/support/open-test-writer.ts'
import { stoppedFileOps } from '../../../test/support/published/faulty-file-ops.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { everyFew } from '../../../test/support/try-all.ts'
import type { FileOps } from '../../base/files/file-ops.ts'
import type { WriterOptions } from '../open-writer.ts'
import { newestChanges } from '../plan-undo.ts'
import { readMemory } from '../scan-files.ts'
import { undoChanges } from './undo.ts'

const TEXT = '---\nname: Kept\nid: kept1234\n---\nWhat was said.\n'
const BY = { actor: 'user' }

/** As full as it is now: one file more takes the place of one that has gone; of more than one where some are `owed`. */
function fullAt(root: string, owed = 0): FileOps {
  const count = () => readdirSync(root, { recursive: true }).length
  const most = count() - owed
  const room = (path: string) => {
    if (existsSync(path) || count() < most) return
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  return {
    ...unsynced,
    open(path, flags, mode) {
      if (flags & constants.O_CREAT) room(path)
      return unsynced.open(path, flags, mode)
    },
    mkdir(path, mode) {
      room(path)
      unsynced.mkdir(path, mode)
    },
    symlink(target, path) {
      room(path)
      unsynced.symlink(target, path)
    },
  }
}

/** A memory, an index, a history; V8's files and search data. */
async function fullPlace() {
  const root = temporaryDirectory()
  const written = await openTestWriter(root).write([{ file: 'kept.md', create: TEXT }], {
    ...BY,
    action: 'add',
  })
  const [code, cache] = [join(root, 'code'), join(root, 'state', 'cache')]
  mkdirSync(code)
  mkdirSync(join(cache, 'logs'), { recursive: true })
  for (const file of [join(code, 'a'), join(cache, 'catalog.db'), join(cache, 'logs', 'b')])
    writeFileSync(file, 'x')
  const emptied: string[] = []
  const disposable = { places: [code, cache], onEmptied: (place: string) => emptied.push(place) }
  const open = (options: Partial<WriterOptions> = {}) => openTestWriter(root, options)
  const memory = join(root, 'memory', 'kept.md')
  const remove = (writer: ReturnType<typeof open>) =>
    writer.write([{ file: 'kept.md', remove: true, expect: written.changes[0]!.hash! }], {
      ...BY,
      action: 'remove',
    })
  const dropReserve = () => rmSync(join(root, 'state', 'reserve'), { recursive: true })
  return { root, code, cache, emptied, disposable, open, memory, remove, dropReserve }
}

describe('where no file can be made any more', () => {
  it('a memory is removed and another purged by what is kept for it, and nothing else goes', async () => {
    const { root, open, disposable, emptied, memory, remove } = await fullPlace()
    await open().write([{ file: 'b.md', create: TEXT.replace('kept', 'also') }], { ...BY, action: 'add' })
    const writer = open({ ops: fullAt(root), disposable })
    await remove(writer)
    await writer.purge({ id: 'also1234', file: 'b.md' }, 'user')
    expect([existsSync(memory), emptied]).toEqual([false, []])
    // Kept again of what was freed.
    expect(readdirSync(join(root, 'state', 'reserve'))).toHaveLength(8)
  })

  it('a memory is removed all the same, with its history', async () => {
    const { root, open, disposable, emptied, memory, remove, code, cache, dropReserve } = await fullPlace()
    dropReserve()
    const writer = open({ ops: fullAt(root), disposable })
    expect((await remove(writer)).changes).toHaveLength(1)
    expect(existsSync(memory)).toBe(false)
    expect(readFileSync(join(root, 'memory', 'MEMORY.md'), 'utf8')).not.toContain('kept.md')
    expect(writer.journal.readAll().at(-1)).toMatchObject({ action: 'remove', before: { text: TEXT } })
    // No more went than had to.
    expect(emptied[0]).toBe(code)
    expect(existsSync(cache)).toBe(true)
  })

  it('a purge is complete, and leaves nothing to be completed', async () => {
    const { dropReserve, root, open, disposable, memory } = await fullPlace()
    dropReserve()
    const writer = open({ ops: fullAt(root), disposable })
    await writer.purge({ id: 'kept1234', file: 'kept.md' }, 'user')
    expect(existsSync(memory)).toBe(false)
    expect(JSON.stringify(writer.journal.readAll())).not.toContain('What was said')
    expect(readdirSync(join(root, 'state', 'purge'))).toEqual([])
  })

  it('work on the history is done', async () => {
    const { dropReserve, root, open, disposable } = await fullPlace()
    dropReserve()
    const writer = open({ ops: fullAt(root), disposable })
    expect(await writer.exclusively(() => 'done')).toBe('done')
  })

  it('what was removed is put back by what is kept, and nothing else goes for it', async () => {
    const { root, open, disposable, emptied, memory, remove } = await fullPlace()
    await remove(open())
    const writer = open({ ops: fullAt(root, 5), disposable })
    const undo = () => undoChanges(writer, join(root, 'memory'), newestChanges(writer), 'user')
    await writer.together(undo, { takesBack: true })
    expect([readFileSync(memory, 'utf8'), emptied]).toEqual([TEXT, []])
  })

  it('nothing is dropped for what makes it fuller, and nothing is lost where there is nothing to drop', async () => {
    const { dropReserve, root, open, disposable, emptied, memory, remove } = await fullPlace()
    dropReserve()
    const ops = fullAt(root)
    const add = open({ ops, disposable }).write([{ file: 'b.md', create: 'b' }], { ...BY, action: 'add' })
    await expect(add).rejects.toMatchObject({ details: { system: 'ENOSPC' } })
    expect(emptied).toEqual([])
    await expect(remove(open({ ops }))).rejects.toMatchObject({ details: { system: 'ENOSPC' } })
    expect(readFileSync(memory, 'utf8')).toBe(TEXT)
  })

  it('a kill at any call leaves the memory, or its removal in the history', async () => {
    let isDone = false
    for (let point = 1; !isDone; point += everyFew(7)) {
      expect(point).toBeLessThan(500)
      const { dropReserve, root, open, disposable, memory, remove } = await fullPlace()
      if (point % 2) dropReserve()
      const ops = stoppedFileOps(({ count }) => count === point, fullAt(root))
      isDone = await remove(open({ ops, disposable, lockTimeoutMs: 1 })).then(
        () => ops.calls.length < point,
        () => false,
      )
      const after = open()
      await after.recover()
      const removed = after.journal.readAll().filter(({ action }) => action === 'remove')
      if (existsSync(memory))
        expect(readMemory(join(root, 'memory'), 'kept.md')?.content).toContain('What was said')
      else expect(removed.at(-1)?.before?.text).toBe(TEXT)
      if (isDone) expect(existsSync(memory)).toBe(false)
    }
  })
})
