import { spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nodeFileOps } from '../base/files/file-ops.ts'
import type { Usage } from '../base/values/usage.ts'
import { openLedger } from './ledger.ts'

let directory: string
let now = new Date('2026-03-31T23:59:00Z')
const clock = { now: () => now }
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'memdir-ledger-'))
  now = new Date('2026-03-31T23:59:00Z')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const usage = (input: number, output = 0): Usage => ({ input, output, cacheRead: 0, cacheCreated: 0 })
const call = (tokens: number, more = {}) => ({
  purpose: 'extraction',
  project: 'shop',
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  usage: usage(tokens),
  ...more,
})
test('calls are kept by month and day, priced where the price is known', () => {
  const ledger = openLedger({ directory, clock })
  expect([ledger.today(), ledger.callsOn('2026-03-31'), ledger.calls('2026-01-01', '2026-12-31')]).toEqual([
    '2026-03-31',
    [],
    [],
  ])
  expect(ledger.record(call(1_000_000))).toMatchObject({ time: '2026-03-31T23:59:00Z', cost: 3 })
  ledger.record(call(10, { provider: 'openai', model: 'something-new' }))
  now = new Date('2026-04-01T00:00:01Z')
  ledger.record(call(1_234_583, { purpose: 'dream' }))
  expect(ledger.callsOn('2026-03-31').map(({ cost }) => cost)).toEqual([3, undefined])
  expect(ledger.callsOn(ledger.today()).map(({ cost }) => cost)).toEqual([3.70375])
  const between = (from: string, to: string) => ledger.calls(from, to).map(({ purpose }) => purpose)
  expect(between('2026-03-31', '2026-04-01')).toEqual(['extraction', 'extraction', 'dream'])
  expect(between('2026-03-31', '2026-03-31')).toHaveLength(2)
  expect(between('2026-04-01', '2026-04-01')).toEqual(['dream'])
  expect(between('2026-04-02', '2026-05-01')).toEqual([])
  expect(between('2026-03-01', '2026-03-30')).toEqual([])
  writeFileSync(join(directory, 'notes.txt'), JSON.stringify(call(1)))
  expect(between('0000-01-01', '9999-12-31')).toHaveLength(3)
})

test('prices of the settings win over those that memdir knows', () => {
  const ledger = openLedger({
    directory,
    clock,
    prices: { 'claude-sonnet-*': { input: 1, output: 1 }, 'claude-sonnet-4-5': { input: 1, output: 1 } },
  })
  expect(ledger.record(call(1_000_000)).cost).toBe(1)
})

test('the file is private, and each call is on the disk when it is recorded', () => {
  const below = join(directory, 'ledger')
  const calls: string[] = []
  const fsync = (fd: number) => {
    calls.push('fsync')
    nodeFileOps.fsync(fd)
  }
  const open = (...args: Parameters<typeof nodeFileOps.open>) => {
    calls.push('open')
    return nodeFileOps.open(...args)
  }
  const close = (fd: number) => {
    calls.push('close')
    nodeFileOps.close(fd)
  }
  const ledger = openLedger({ directory: below, clock, ops: { ...nodeFileOps, open, fsync, close } })
  const count = (what: string) => calls.filter((one) => one === what).length
  ledger.record(call(1))
  expect(calls).toContain('fsync')
  ledger.callsOn('2026-03-31')
  expect(count('open')).toBeGreaterThan(1)
  expect(count('close')).toBe(count('open'))
  expect([statSync(below).mode & 0o777, statSync(join(below, '2026-03.jsonl')).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
})

/** The real calls, counted: descriptors that are open, bytes that were asked for and written. */
function counted() {
  const seen = { open: 0, read: [] as number[], written: [] as number[] }
  const ops: typeof nodeFileOps = {
    ...nodeFileOps,
    open(...given) {
      seen.open++
      return nodeFileOps.open(...given)
    },
    close(fd) {
      seen.open--
      nodeFileOps.close(fd)
    },
    read(fd, bytes, position) {
      seen.read.push(bytes.length)
      return nodeFileOps.read(fd, bytes, position)
    },
    write(...given) {
      seen.written.push(given[3])
      return nodeFileOps.write(...given)
    },
  }
  return { seen, ops }
}

test('before a call a whole block is tried, also where no ledger is yet, and nothing of it stays', () => {
  const { seen, ops } = counted()
  const below = join(directory, 'home', 'ledger')
  openLedger({ directory: below, clock, ops }).prepare()
  expect(seen).toEqual({ open: 0, read: [], written: [4096] })
  expect(readdirSync(below)).toEqual([])
})

test('only what was added is read, however long the month is', () => {
  const { seen, ops } = counted()
  const writer = openLedger({ directory, clock })
  const ledger = openLedger({ directory, clock, ops })
  const file = join(directory, '2026-03.jsonl')
  writer.record(call(1))
  const first = statSync(file).size
  ledger.callsOn('2026-03-31')
  ledger.callsOn('2026-03-31')
  writer.record(call(20_000))
  expect(ledger.callsOn('2026-03-31')).toHaveLength(2)
  expect(seen).toMatchObject({ open: 0, read: [first, 0, statSync(file).size - first] })
})

test('a month that somebody has cut counts as it was known', () => {
  const ledger = openLedger({ directory, clock })
  ledger.record(call(1))
  expect(ledger.callsOn('2026-03-31')).toHaveLength(1)
  writeFileSync(join(directory, '2026-03.jsonl'), '')
  expect(ledger.callsOn('2026-03-31')).toHaveLength(1)
})

test('what cannot be read or written is said', () => {
  writeFileSync(join(directory, 'file'), '')
  const blocked = openLedger({ directory: join(directory, 'file'), clock })
  expect(() => blocked.prepare()).toThrow(/^no model is asked, .*: Writing the spend ledger failed/)
  expect(() => blocked.callsOn('2026-03-31')).toThrow(/^Reading the spend ledger failed/)
})

test('lines that are not of the ledger count nothing', () => {
  const good = { type: 'call', time: '2026-03-31T00:00:00Z', ...call(1) }
  const lines = ['', '7', 'null', '{"type":"call"}', '{"type":"other","time":"2026-03-31T00:00:00Z"}']
  const wrong = [
    { ...good, usage: undefined },
    { ...good, time: 5 },
    { ...good, type: 'x' },
  ]
  const text = [...lines, ...wrong.map((line) => JSON.stringify(line)), JSON.stringify(good)].join('\n')
  writeFileSync(join(directory, '2026-03.jsonl'), `${text}\n`)
  const ledger = openLedger({ directory, clock })
  expect(ledger.callsOn('2026-03-31')).toHaveLength(1)
  expect(ledger.calls('2026-03-01', '2026-03-31')).toHaveLength(1)
})

test('a torn line costs itself only', () => {
  const ledger = openLedger({ directory, clock })
  ledger.record(call(1))
  appendFileSync(join(directory, '2026-03.jsonl'), '{"type":"call","ti')
  expect(ledger.callsOn('2026-03-31')).toHaveLength(1)
  ledger.record(call(2))
  expect(ledger.callsOn('2026-03-31')).toHaveLength(2)
  ledger.record(call(3))
  const lines = readFileSync(join(directory, '2026-03.jsonl'), 'utf8').split('\n')
  expect(lines.map((line) => line.slice(0, 18))).toEqual([
    '{"type":"call","ti',
    '{"type":"call","ti',
    '{"type":"call","ti',
    '{"type":"call","ti',
    '',
  ])
  expect(lines[1]).toHaveLength(18)
  ledger.noticeOnce('x')
  expect(openLedger({ directory, clock }).callsOn('2026-03-31')).toHaveLength(3)
})

test('several processes share one file: no line is lost or torn, one of them notifies the person', async () => {
  const script = `
    import { appendFileSync, openSync, writeSync, fsyncSync } from 'node:fs'
    const fd = openSync(process.argv[1] + '/2026-03.jsonl', 'a')
    for (let i = 0; i < 200; i++) {
      writeSync(fd, JSON.stringify({ type: 'call', time: '2026-03-31T00:00:00Z', purpose: 'p', project: 'x',
        provider: 'f', model: 'm', usage: { input: 1, output: 0, cacheRead: 0, cacheCreated: 0 } }) + '\\n')
    }`
  mkdirSync(directory, { recursive: true })
  const ledger = openLedger({ directory, clock })
  const children = [1, 2, 3].map(
    () =>
      new Promise((done) =>
        spawn(process.execPath, ['--input-type=module', '-e', script, directory]).on('exit', done),
      ),
  )
  for (let at = 0; at < 50; at++) {
    ledger.record(call(1))
    await new Promise((wake) => setImmediate(wake))
  }
  await Promise.all(children)
  expect(ledger.callsOn('2026-03-31')).toHaveLength(650)
  expect(readFileSync(join(directory, '2026-03.jsonl'), 'utf8').split('\n').filter(Boolean)).toHaveLength(650)
  const notified = [1, 2, 3].map(() => openLedger({ directory, clock }).noticeOnce('x'))
  expect(notified.filter(Boolean)).toHaveLength(1)
  expect([ledger.noticeOnce('x'), ledger.noticeOnce('y')]).toEqual([false, true])
})
