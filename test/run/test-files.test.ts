import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../support/published/temporary-directory.ts'
import { directoryInMemory, removeAbandoned, rootPrefix } from './directory-in-memory.ts'
import { leftOut } from './left-out.ts'
import {
  BUILT,
  builtTestsOf,
  isNamedBuilt,
  mayBeRetried,
  NEED_DISK,
  needsDisk,
  reachedFrom,
  testFiles,
} from './test-files.ts'

describe('test files', () => {
  it('that run the built program are named so, and no other', () => {
    const running = testFiles().filter((file) => reachedFrom(file).has(BUILT))
    expect(running.length).toBeGreaterThan(50)
    expect(testFiles().filter(isNamedBuilt)).toEqual(running)
  })

  it('get the built program from one place', () => {
    const all = new Set(testFiles().flatMap((file) => [...reachedFrom(file)]))
    const own = /(?:new URL\(|import\.meta\.dirname, )['`](?:\.\.?\/)+dist\/|\['dist\/bin\//
    const found = [...all].filter((file) => own.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([BUILT])
  })

  // A retry would hide the one run in a hundred in which a property fails.
  it('are tried again only where they start processes, and never where they have properties', ({ task }) => {
    const retried = testFiles().filter(mayBeRetried)
    expect(retried).toContain('test/worker.built.test.ts')
    expect(retried).not.toContain('test/run/test-files.test.ts')
    expect(retried.filter((file) => readFileSync(file, 'utf8').includes("'fast-check'"))).toEqual([])
    expect(task.retry).toBe(0)
  })
})

describe('where tests write', () => {
  it('is on disk for those that say so, each of which is there', () => {
    for (const path of NEED_DISK) expect(testFiles().filter((file) => file.startsWith(path))).not.toEqual([])
    expect([
      needsDisk('src/agent/tools/read-only-shell/effects.test.ts'),
      needsDisk('src/base/files/lock.test.ts'),
    ]).toEqual([true, false])
  })

  it('is a directory in memory only where that has room', () => {
    expect(directoryInMemory('/dev/shm', Number.POSITIVE_INFINITY)).toBeUndefined()
    expect(directoryInMemory('/proc', 0)).toBeUndefined()
    expect(directoryInMemory('/nowhere', 0)).toBeUndefined()
  })

  it.skipIf(process.platform !== 'linux')('is cleared of what a killed run left, and of nothing else', () => {
    const place = temporaryDirectory()
    const names = [rootPrefix(2 ** 30), rootPrefix(process.pid), 'memdir-tests-mine', 'other']
    for (const name of names) mkdirSync(join(place, name))
    removeAbandoned(place)
    expect(readdirSync(place).sort()).toEqual(names.slice(1).sort())
  })
})

describe('a run of some folders', () => {
  it('says which tests of the built program it left out, and how to run them', () => {
    expect(builtTestsOf('learn/dream')).toContain('test/cli/dream.built.test.ts')
    const said = leftOut(['src/learn/dream/gates.test.ts', 'src/base/files/lock.test.ts'])
    expect(said).toMatch(/^Left out: \d+ files with tests of the built program \(npm run build && /)
    expect(said).toMatch(/\n {2}src\/learn\/dream: npx vitest run .*test\/cli\/dream\.built\.test\.ts/)
    expect(said).toContain('src/base/files: npx vitest run ')
  })

  it('says nothing where it ran some of them', () => {
    expect(leftOut(['src/learn/dream/gates.test.ts', 'test/cli/dream.built.test.ts'])).toBe('')
    expect(leftOut([])).toBe('')
  })
})
