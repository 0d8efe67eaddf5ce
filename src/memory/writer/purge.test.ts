import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { temporaryName } from '../../base/files/atomic-write.ts'
import { type FileOps, nodeFileOps } from '../../base/files/file-ops.ts'
import { acquireLock, readLock } from '../../base/files/lock.ts'
import { openStore } from '../memory-store.ts'
import { openWriter, type WriterOptions } from '../open-writer.ts'

const by = { actor: 'user' }

function place() {
  const home = temporaryDirectory()
  const [directory, state] = [join(home, 'memory'), join(home, 'state')]
  const open = (more: Partial<WriterOptions> = {}) =>
    openStore(
      directory,
      openWriter({
        directory,
        state,
        loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
        ...more,
      }),
      { now: () => new Date('2026-04-09T10:00:00Z') },
    )
  return { open, journal: join(state, 'journal'), locks: join(state, 'locks') }
}

test('a purge waits for the lock, and sweeps nothing that another process is writing', async () => {
  const { open, journal, locks } = place()
  const { memory } = await open().add({ content: 'Forget this' }, by)
  const [file = ''] = readdirSync(journal)
  const history = readFileSync(join(journal, file), 'utf8')
  const halfWritten = join(journal, temporaryName())
  writeFileSync(halfWritten, 'the other half is being written')
  const lock = await acquireLock(locks, 'write')
  const error = await open({ lockTimeoutMs: 100 })
    .purge(memory, by)
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'locked' })
  expect([existsSync(halfWritten), readFileSync(join(journal, file), 'utf8')]).toEqual([true, history])
  lock.release()
  await open().purge(memory, by)
  expect(existsSync(halfWritten)).toBe(false)
})

test('a purge holds the lock whenever it reads or changes the history', async () => {
  const { open, journal, locks } = place()
  const { memory } = await open().add({ content: 'Forget this' }, by)
  const unlocked: string[] = []
  const touched = new Set<string>()
  const watched = (name: keyof FileOps, path: unknown) => {
    if (typeof path !== 'string' || !path.startsWith(journal)) return
    touched.add(name)
    if (typeof readLock(locks, 'write').holder !== 'object') unlocked.push(name)
  }
  const ops = { ...nodeFileOps }
  for (const name of ['readFile', 'readdir', 'open'] as const) {
    const call = nodeFileOps[name] as (...args: unknown[]) => unknown
    const seen = (...args: unknown[]) => {
      watched(name, args[0])
      return call(...args)
    }
    Object.assign(ops, { [name]: seen })
  }
  await open({ ops }).purge(memory, by)
  expect([unlocked, [...touched].sort()]).toEqual([[], ['open', 'readFile', 'readdir']])
})
