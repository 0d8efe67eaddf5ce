import { spawn, spawnSync } from 'node:child_process'
import { lutimesSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultyFileOps } from '../../../test/support/published/faulty-file-ops.ts'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { livenessOf, ownIdentity } from '../processes/process-identity.ts'
import { nodeFileOps } from './file-ops.ts'
import { acquireLock, readLock, tryLock } from './lock.ts'

const own = ownIdentity()
const claimOf = (identity: { pid: number; start: string; world: string }) =>
  `${identity.pid}:${identity.start}:token:${identity.world}`
const ended = () => spawnSync(process.execPath, ['-e', '']).pid

test('one holder at a time, and generations grow', async () => {
  const directory = temporaryDirectory()
  const first = tryLock(directory, 'a')!
  expect(tryLock(directory, 'a')).toBeUndefined()
  expect(tryLock(directory, 'b')).toBeDefined()
  await expect(acquireLock(directory, 'a', { timeoutMs: 30 })).rejects.toMatchObject({
    code: 'locked',
    details: { pid: process.pid },
    fix: expect.any(String),
  })
  first.release()
  first.release()
  const second = await acquireLock(directory, 'a')
  expect(second.generation).toBeGreaterThan(first.generation)
  second.release()
  for (let i = 0; i < 50; i++) tryLock(directory, 'a')!.release()
  expect(readdirSync(directory).length).toBeLessThan(15)
  // Whoever listed the directory a moment ago still finds one of those that it saw.
  const left = readdirSync(directory).flatMap((name) => /^a\.(\d+)$/.exec(name)?.[1] ?? [])
  expect(left.length).toBeGreaterThan(4)
})

test('a dead, reused or zombie owner gives way; a living one does not', () => {
  const cases: [string, ReturnType<typeof livenessOf>][] = [
    [claimOf(own), 'alive'],
    [claimOf({ ...own, pid: ended() }), 'dead'],
    [claimOf({ ...own, start: '1' }), 'dead'],
    [claimOf({ ...own, start: '-' }), 'alive'],
  ]
  for (const [text, liveness] of cases) {
    const directory = temporaryDirectory()
    symlinkSync(text, join(directory, 'a.7'))
    expect(readLock(directory, 'a').takeable, text).toBe(liveness === 'dead')
    expect(tryLock(directory, 'a')?.generation, text).toBe(liveness === 'dead' ? 8 : undefined)
  }
})

test.runIf(process.platform === 'linux')('a zombie counts as ended', async () => {
  // The shell's child ends at once; the shell becomes a `sleep` that never asks after it.
  const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 5'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(await new Promise((done) => shell.stdout.once('data', (data) => done(String(data)))))
  await new Promise((wake) => setTimeout(wake, 200))
  expect(livenessOf({ ...own, pid, start: '-' })).toBe('dead')
  shell.kill()
})

test('an owner in another container or on another machine is waited for, until its claim is old', () => {
  const [host, boot] = own.world.split('/')
  const foreign = claimOf({ ...own, world: `elsewhere/${boot}/1` })
  expect(livenessOf({ ...own, world: `elsewhere/${boot}/1` })).toBe('unknown')
  expect(livenessOf({ ...own, world: `${host}/${boot}/1` })).toBe('unknown')
  if (boot !== '-') expect(livenessOf({ ...own, world: `${host}/00000000/1` })).toBe('dead')
  const directory = temporaryDirectory()
  const path = join(directory, 'a.1')
  symlinkSync(foreign, path)
  expect(tryLock(directory, 'a')).toBeUndefined()
  lutimesSync(path, new Date(), new Date(Date.now() - 11 * 60_000))
  expect(tryLock(directory, 'a')).toBeDefined()
})

test('a claim that cannot be read goes stale by age', () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'a.3')
  writeFileSync(path, '')
  expect(tryLock(directory, 'a')).toBeUndefined()
  utimesSync(path, new Date(), new Date(Date.now() - 11 * 60_000))
  expect(tryLock(directory, 'a')?.generation).toBe(4)
})

test('works where symbolic links cannot be made', () => {
  const directory = temporaryDirectory()
  const symlink = () => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
  }
  const ops = { ...nodeFileOps, symlink }
  const lock = tryLock(directory, 'a', { ops })!
  expect(tryLock(directory, 'a', { ops })).toBeUndefined()
  expect(tryLock(directory, 'a')).toBeUndefined()
  lock.release()
  expect(tryLock(directory, 'a')).toBeDefined()
})

test('a slow process with an old view cannot take a lock that has changed hands', () => {
  const directory = temporaryDirectory()
  // It saw generation 0, fell asleep, and wakes up before claiming number 1, long swept.
  let slept = false
  const slow = tryLock(directory, 'a', {
    ops: {
      ...nodeFileOps,
      symlink: (target, path) => {
        if (!slept) {
          slept = true
          for (let i = 0; i < 20; i++) tryLock(directory, 'a')!.release()
          expect(tryLock(directory, 'a')).toBeDefined()
        }
        nodeFileOps.symlink(target, path)
      },
    },
  })
  expect(slept).toBe(true)
  expect(slow).toBeUndefined()
})

test('a fault at any call, once or for good, leaves nobody locked out', () => {
  for (const sticky of [false, true]) {
    for (let at = 1; ; at++) {
      const directory = temporaryDirectory()
      tryLock(directory, 'a')!.release()
      const ops = faultyFileOps({ at, code: 'EIO', sticky })
      try {
        tryLock(directory, 'a', { ops })?.release()
      } catch {
        // Reported to whoever wanted the lock.
      }
      if (ops.calls.length < at) break
      const next = tryLock(directory, 'a')
      expect(next, `call ${at} (${ops.calls[at - 1]})`).toBeDefined()
      expect(tryLock(directory, 'a')).toBeUndefined()
    }
  }
})

test('where no file can be made any more it takes the room of its own old claims, and never that of the last', async () => {
  const directory = temporaryDirectory()
  for (let i = 0; i < 6; i++) tryLock(directory, 'a')!.release()
  const most = readdirSync(directory).length
  const full = {
    ...nodeFileOps,
    symlink(target: string, path: string) {
      if (readdirSync(directory).length >= most)
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      nodeFileOps.symlink(target, path)
    },
  }
  const { generation } = readLock(directory, 'a')
  for (const more of [1, 3, 5]) {
    const lock = tryLock(directory, 'a', { ops: full })!
    expect(lock.generation).toBe(generation + more)
    expect(tryLock(directory, 'a')).toBeUndefined()
    lock.release()
    writeFileSync(join(directory, `others-${more}`), '')
  }
  for (let i = 0; readdirSync(directory).length < most; i++) writeFileSync(join(directory, `more-${i}`), '')
  expect(() => tryLock(directory, 'new', { ops: full })).toThrow('ENOSPC')
})
