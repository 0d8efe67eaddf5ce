// What nobody saw is not recorded as shown: the hook's output first, its record after.
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'
import { HOOK, prompt } from './run-hook.ts'

const cli = useCli()
const FACT =
  'Integration tests use a real database, never mocks, because a mocked suite hid a broken migration'
const FITS = 'write integration tests for the database migration'
const state = () => join(dirname(cli.memory), 'state')

function shownFiles(): string[] {
  try {
    return readdirSync(join(state(), 'shown'))
  } catch {
    return []
  }
}

/** A preload that makes disk calls slow, as a tired disk does; `ms` each. */
function slowDisk(ms: number): string {
  const path = cli.below(`slow-${ms}.cjs`)
  writeFileSync(
    path,
    `const fs = require('fs')
     const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})
     for (const name of ['fsyncSync', 'renameSync']) {
       const real = fs[name]
       fs[name] = (...args) => { const done = real(...args); wait(); return done }
     }
     require('module').syncBuiltinESMExports()`,
  )
  return path
}

/** Runs the hook with its own deadline, and resolves with what came out of it. */
function hook(session: string, options: { preload?: string; stdout?: number; slower?: string } = {}) {
  const { preload, stdout, slower } = options
  const child = spawn(process.execPath, [...(preload ? ['--require', preload] : []), HOOK], {
    cwd: cli.place.project,
    env: { ...cli.place.env, ...(slower ? { MEMDIR_HOOK_SLOWER: slower } : {}) },
    stdio: ['pipe', stdout ?? 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin!.end(JSON.stringify({ ...prompt(FITS, session), cwd: cli.place.project }))
  return new Promise<{ code: number | null; out: string }>((done) => {
    child.on('close', (code) => done({ code, out: Buffer.concat(chunks).toString('utf8') }))
  })
}

const records = () => shownFiles().filter((name) => name.endsWith('.json')).length

describe('a memory counts as shown only after it was put out', () => {
  it('12 runs on a slow disk that end by the hook’s own deadline: never a record without output', async () => {
    cli.add(FACT, '--type', 'feedback')
    await hook('warm')
    let printed = 0
    // They wait for the disk most of the time: four at once.
    for (let from = 0; from < 12; from += 4) {
      const before = records()
      const runs = await Promise.all(
        [0, 1, 2, 3].map((at) => hook(`s${from + at}`, { preload: slowDisk(100 * (from + at)) })),
      )
      expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0])
      const out = runs.filter(({ out }) => out.includes('never mocks')).length
      const recorded = records() - before
      expect(recorded, `runs from ${from}`).toBeLessThanOrEqual(out)
      printed += out
    }
    // How many depends on the machine; none would prove nothing.
    expect(printed).toBeGreaterThan(2)
  }, 120_000)

  it('nothing is recorded where standard output takes nothing, and the hook still ends', async () => {
    cli.add(FACT, '--type', 'feedback')
    await hook('warm', { slower: '20' })
    const before = shownFiles()
    const pipe = cli.below('full')
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    try {
      const junk = Buffer.alloc(4096, 'x')
      for (;;) writeSync(fd, junk)
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('EAGAIN')
    }
    const started = Date.now()
    const { code } = await hook('full', { stdout: fd })
    closeSync(fd)
    expect(code).toBe(0)
    expect(Date.now() - started).toBeLessThan(10_000)
    expect(shownFiles()).toEqual(before)
    expect((await hook('full', { slower: '20' })).out).toContain('never mocks')
  })

  it('a record that cannot be written holds nothing back', async () => {
    cli.add(FACT, '--type', 'feedback')
    await hook('warm', { slower: '20' })
    rmSync(join(state(), 'shown'), { recursive: true })
    writeFileSync(join(state(), 'shown'), 'in the way')
    rmSync(join(state(), 'hooks'), { recursive: true, force: true })
    writeFileSync(join(state(), 'hooks'), 'in the way')
    for (let run = 0; run < 2; run++)
      expect((await hook('s1', { slower: '20' })).out).toContain('never mocks')
    expect(readFileSync(join(state(), 'shown'), 'utf8')).toBe('in the way')
  })

  it('a reader that has gone away is not shown anything', async () => {
    cli.add(FACT, '--type', 'feedback')
    await hook('warm', { slower: '20' })
    const before = shownFiles()
    const child = spawn(process.execPath, [HOOK], {
      cwd: cli.place.project,
      env: { ...cli.place.env, MEMDIR_HOOK_SLOWER: '20' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    child.stdin.end(JSON.stringify({ ...prompt(FITS, 'gone'), cwd: cli.place.project }))
    expect(await new Promise((done) => child.on('exit', done))).toBe(0)
    expect(shownFiles()).toEqual(before)
  })
})
