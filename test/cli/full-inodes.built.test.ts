// A real file system on which not one more file can be made: a small one in memory, its table of inodes filled.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const cli = useCli()
const mounted: string[] = []
afterEach(() => {
  for (const place of mounted.splice(0)) spawnSync('umount', ['-l', place])
})

/** False where that is not allowed: it needs root. */
function mount(place: string): boolean {
  mkdirSync(place, { recursive: true })
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', 'nr_inodes=150,size=16m', 'memdir-inodes', place])
  if (done.status === 0) mounted.push(place)
  return done.status === 0
}

function add(names: readonly string[]): void {
  for (const what of names)
    expect(cli.run(['add', `Of the ${what} this is said`, '--file', `${what}.md`]).code).toBe(0)
  cli.run(['search', names[0]!])
}

function fill(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const from = readdirSync(directory).length
  expect(() => {
    for (let at = from; ; at++) writeFileSync(join(directory, `${at}`), '')
  }).toThrow('ENOSPC')
}

function expectDone(...args: string[]): void {
  const { code, err } = cli.run([...args, '--yes'])
  expect(code, `${args.join(' ')}: ${err}`).toBe(0)
  expect(err).not.toContain('cut off')
}

function left(names: readonly string[]): string[] {
  const { out } = cli.run(['list'])
  return names.filter((what) => out.includes(what))
}

it('rm, cleanup and purge work on it', ({ skip }) => {
  if (!mount(cli.place.home)) return skip('mounting needs root')
  const names = ['harbour', 'kettle', 'lantern']
  add(names)
  fill(join(cli.place.home, 'full'))
  expectDone('rm', 'harbour.md')
  expectDone('cleanup')
  expectDone('purge', 'kettle.md')
  expect(left(names)).toEqual(['lantern'])
  const undone = cli.run(['undo'])
  expect(undone.code, undone.err).toBe(0)
  expect(cli.run(['list']).out).toContain('harbour')
})

// Whatever is freed may be taken at once, by others or by what reads: then there is what is kept, and no search data.
it.for(['rm', 'purge'])('%s works on it by what is kept for it alone, again and again', (verb, { skip }) => {
  if (!mount(cli.place.home)) return skip('mounting needs root')
  const names = ['harbour', 'kettle', 'lantern', 'saddle', 'willow']
  add(names)
  const cache = join(dirname(cli.memory), 'state', 'cache')
  for (const what of names) {
    rmSync(cache, { recursive: true, force: true })
    fill(join(cli.place.home, 'full'))
    expectDone(verb, `${what}.md`)
  }
  expect(left(names)).toEqual([])
})

it('dream --logs says that it could not read them, and reads each entry once there is room again', ({
  skip,
}) => {
  if (!mount(cli.place.home)) return skip('mounting needs root')
  cli.run(['config', 'set', 'dailyLog.enabled', 'true'])
  expect(cli.run(['log-note', 'From now on, always write commit messages in English.']).code).toBe(0)
  const full = join(cli.place.home, 'full')
  fill(full)
  const { code, out, err } = cli.run(['dream', '--logs'])
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('no space left on the disk')
  expect(cli.json(['dream', '--logs'])).toMatchObject({ ok: false, error: { code: 'io' } })
  rmSync(full, { recursive: true })
  expect(cli.json(['dream', '--logs']).data).toMatchObject({ status: 'done', entries: 1, memories: 1 })
  expect(cli.json(['dream', '--logs']).data).toMatchObject({ status: 'done', entries: 0, memories: 0 })
  expect(cli.json(['list']).data.memories).toHaveLength(1)
})
