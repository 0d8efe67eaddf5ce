// A retry would hide the one run in a hundred in which a property fails.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

interface Project {
  test: { include: string[]; exclude?: string[]; retry: number }
}

test('only files that start processes are tried again, and none with properties', () => {
  const { projects = [], retry } = config.test ?? {}
  const [retried, others] = projects as Project[]
  expect([retry, retried?.test.retry, others?.test.retry]).toEqual([undefined, 1, 0])
  expect(retried?.test.include).toContain('test/worker.test.ts')
  expect(retried?.test.include.filter((file) => readFileSync(file, 'utf8').includes("'fast-check'"))).toEqual(
    [],
  )
  expect(others?.test.exclude).toEqual(retried?.test.include)
})
