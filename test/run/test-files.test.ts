import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leftOut } from './left-out.ts'
import { BUILT, builtTestsOf, isNamedBuilt, mayBeRetried, reachedFrom, testFiles } from './test-files.ts'

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

describe('a run of some folders', () => {
  it('says which tests of the built program it left out, and how to run them', () => {
    expect(builtTestsOf('dream')).toContain('test/cli/dream.built.test.ts')
    const said = leftOut(['src/dream/gates.test.ts', 'src/lib/lock.test.ts'])
    expect(said).toMatch(/^Left out: \d+ files with tests of the built program \(npm run build && /)
    expect(said).toMatch(/\n {2}src\/dream: npx vitest run .*test\/cli\/dream\.built\.test\.ts/)
    expect(said).toContain('src/lib: npx vitest run ')
  })

  it('says nothing where it ran some of them', () => {
    expect(leftOut(['src/dream/gates.test.ts', 'test/cli/dream.built.test.ts'])).toBe('')
    expect(leftOut([])).toBe('')
  })
})
