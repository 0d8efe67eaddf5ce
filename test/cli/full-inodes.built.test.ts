// A real file system on which not one more file can be made: a small one in memory, its table of inodes filled.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

function fill(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const from = readdirSync(directory).length
  expect(() => {
    for (let at = from; ; at++) writeFileSync(join(directory, `${at}`), '')
  }).toThrow('ENOSPC')
}

it('rm, cleanup and purge work on it', ({ skip }) => {
  if (!mount(cli.place.home)) return skip('mounting needs root')
  for (const what of ['harbour', 'kettle', 'lantern'])
    expect(cli.run(['add', `Of the ${what} this is said`, '--file', `${what}.md`]).code).toBe(0)
  cli.run(['search', 'kettle'])
  fill(join(cli.place.home, 'full'))
  for (const command of [['rm', 'harbour.md'], ['cleanup'], ['purge', 'kettle.md']]) {
    const { code, err } = cli.run([...command, '--yes'])
    expect(code, `${command.join(' ')}: ${err}`).toBe(0)
  }
  const { out } = cli.run(['list'])
  expect(['harbour', 'kettle', 'lantern'].filter((what) => out.includes(what))).toEqual(['lantern'])
  expect(cli.run(['undo']).code).toBe(0)
  expect(cli.run(['list']).out).toContain('harbour')
})
