// What people and programs can do wrong, or do on purpose: one clear line, and nothing broken.
import { spawnSync } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Put together here, so that nothing in this file looks like one. */
const KEY = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'}`

describe('a key', () => {
  it('is in no error, in no journal and in no file name', () => {
    for (const args of [['show', KEY], ['list', '--type', KEY], [KEY], ['config', KEY]]) {
      const { out, err } = cli.run(args)
      expect(out + err).toContain('[redacted: ')
      expect(out + err + cli.run([...args, '--json']).out).not.toContain(KEY)
    }
    cli.add('Tests use a real database.', '--conversation', KEY)
    const refused = cli.run(['add', 'Deploys go out on Tuesdays.', '--file', `note_${KEY}.md`])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('the file name holds a secret')])
    const found = spawnSync('grep', ['-rlF', KEY, cli.place.home], { encoding: 'utf8' })
    expect(found.stdout).toBe('')
  })

  it('that somebody wrote into a file is shown by no command', () => {
    const memory = cli.json(['path']).data.path as string
    mkdirSync(memory, { recursive: true })
    const file = `note_${KEY}.md`
    const text = `---\nid: kaaa1111\nname: Deploy key ${KEY}\ndescription: The key ${KEY.replace('_', '\\_')}\ntags: [${KEY}]\nexpires: 2020-01-01\n---\nDeploy with\n${KEY}\n`
    writeFileSync(join(memory, file), text)
    writeFileSync(join(memory, 'MEMORY.md'), `- [Deploy key ${KEY}](${file})\n`)
    for (const args of [
      ['list'],
      ['list', '--sort', 'name'],
      ['show', 'kaaa1111'],
      ['search', 'deploy key'],
      ['recall', '-p', 'what is the deploy key'],
      ['explain', 'kaaa1111'],
      ['index'],
      ['doctor'],
      ['status'],
      ['stats'],
      ['tag'],
      ['quarantine'],
      ['secrets', 'scan', join(memory, file)],
      ['memory', '--action', 'list'],
      ['memory', '--action', 'search', '--query', 'deploy key'],
      ['cleanup', '--dry-run'],
      ['cleanup'],
      ['log'],
      ['diff'],
    ])
      for (const more of [[], ['--json']]) {
        const { code, out, err } = cli.run([...args, ...more])
        expect([args, code === 0 || code === 1]).toEqual([args, true])
        expect([args, (out + err).includes(KEY.slice(4))]).toEqual([args, false])
      }
  })
})
