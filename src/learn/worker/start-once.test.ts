import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { identityOf, ownIdentity } from '../../base/processes/process-identity.ts'
import { endStart, startOnce } from './start-once.ts'

let directory: string
let starts: number
beforeEach(() => {
  directory = temporaryDirectory()
  starts = 0
})
const claim = () => join(directory, 'starting')
const living = () => {
  starts++
  return process.pid
}

test('one process is started for many that ask, and says who it is', () => {
  expect([startOnce(directory, living), startOnce(directory, living)]).toEqual(['started', 'running'])
  expect(starts).toBe(1)
  expect(JSON.parse(readFileSync(claim(), 'utf8'))).toEqual(identityOf(process.pid))
  expect(statSync(claim()).mode & 0o777).toBe(0o600)
})

test.runIf(process.platform === 'linux')('the claim of a process that has ended counts no more', () => {
  writeFileSync(claim(), JSON.stringify({ ...ownIdentity(), pid: 2 ** 22 + 1 }))
  expect([startOnce(directory, living), starts]).toEqual(['started', 1])
})

test('where none could be started the next one may try', () => {
  expect(startOnce(directory, () => undefined)).toBe('failed')
  expect(existsSync(claim())).toBe(false)
  expect(startOnce(directory, living)).toBe('started')
})

test('a claim that somebody took away meanwhile is no fault', () => {
  const taken = () => {
    endStart(directory)
    return undefined
  }
  expect(startOnce(directory, taken)).toBe('failed')
})

test('a claim without a process counts for ten seconds', () => {
  const aged = (seconds: number) => {
    writeFileSync(claim(), '')
    const time = Date.now() / 1000 - seconds
    utimesSync(claim(), time, time)
    return startOnce(directory, living)
  }
  expect(aged(0)).toBe('running')
  expect(aged(9)).toBe('running')
  expect(aged(10.5)).toBe('started')
  expect(aged(-60)).toBe('started')
})

test('the worker ends the claim when it holds its lock', () => {
  startOnce(directory, living)
  endStart(directory)
  expect(startOnce(directory, living)).toBe('started')
  endStart(join(directory, 'missing'))
})

test('a directory that is not there is a fault', () => {
  expect(() => startOnce(join(directory, 'missing'), living)).toThrow(/ENOENT/)
  expect(starts).toBe(0)
})

test.runIf(process.platform === 'linux')('no claim stays open', () => {
  const open = () => readdirSync('/proc/self/fd').length
  const before = open()
  for (let times = 0; times < 5; times++) {
    startOnce(directory, living)
    endStart(directory)
  }
  expect(open()).toBe(before)
})
