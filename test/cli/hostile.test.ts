// What people and programs can do wrong, or do on purpose: one clear line, and nothing broken.
import { spawnSync } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()

describe('a place that cannot be used', () => {
  it.runIf(process.platform === 'linux')('is told in one line, and ends', () => {
    const { code, err } = cli.run(['add', 'x'], { env: { MEMDIR_HOME: '/proc/x' } })
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toContain('ENOENT')
  })

  it('is a working directory that was removed', () => {
    mkdirSync(cli.below('gone'))
    const script = `cd ${cli.below('gone')} && rmdir ${cli.below('gone')} && exec ${process.execPath} ${COMMAND} list`
    const { status, stderr } = spawnSync('sh', ['-c', script], { env: cli.place.env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([
      1,
      'memdir: the working directory does not exist any more. Change to another directory and try again.\n',
    ])
  })

  it.runIf(process.platform === 'linux')('is a full disk behind the output', () => {
    cli.add('Tests use a real database.')
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'list'], {
      cwd: cli.place.project,
      env: cli.place.env,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^memdir: the result cannot be written: ENOSPC[^\n]*\n$/)
  })
})

describe('what is asked wrongly', () => {
  it('undoes nothing for an empty id, and takes no time beyond the year 9999', () => {
    cli.add('Tests use a real database.')
    expect(cli.run(['undo', ''])).toMatchObject({ code: 2, err: expect.stringContaining('is empty') })
    expect(cli.json(['list']).data.memories).toHaveLength(1)
    expect(cli.run(['add', 'x', '--expires', '99999y']).err).toContain('"99999y" is too far away')
  })

  it('is told apart from memory that is off: there are no memories yet', () => {
    expect(cli.json(['recall', '-p', 'how do we test']).data).toMatchObject({
      status: 'skipped',
      reason: 'there are no memories yet',
    })
  })

  it.runIf(process.platform === 'linux')('is not read without end', () => {
    expect(cli.run(['import', '/dev/zero'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('/dev/zero is neither a file nor a directory'),
    })
  })
})
