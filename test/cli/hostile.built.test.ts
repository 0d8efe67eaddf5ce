// What people and programs can do wrong, or do on purpose: one clear line, and nothing broken.
import { spawnSync } from 'node:child_process'
import { mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND } from './run-memdir.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()

describe('a place that cannot be used', () => {
  it.runIf(process.platform === 'linux')('is reported in one line, and ends', () => {
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
    expect(cli.run(['add', 'x', '--expires', '99999y']).err).toContain('"99999y" is out of range')
  })

  it('is distinguished from memory that is off: there are no memories yet', () => {
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

describe('what is in the memory directory', () => {
  /** All commands that read the index or the memories, each within seconds. */
  const COMMANDS = [
    ['index'],
    ['list'],
    ['search', 'database'],
    ['recall', '-p', 'which database do tests use?'],
    ['export'],
    ['doctor'],
    ['add', 'Deploys go out on Tuesdays.'],
    ['show', 'l.md'],
    ['show', 'd/passwd.md'],
  ]
  const runAll = () =>
    COMMANDS.map((args) => {
      const { out, err } = cli.run(args, { timeoutMs: 20_000 })
      return `${args.join(' ')}: ${out}${err}`
    }).join('\n')

  it.runIf(process.platform === 'linux').each([
    ['a link to a file of the system', (path: string) => symlinkSync('/etc/passwd', path)],
    ['a pipe', (path: string) => void spawnSync('mkfifo', [path])],
    ['a link to a device without end', (path: string) => symlinkSync('/dev/zero', path)],
  ])('is not read as an index where that is %s', (_, put) => {
    cli.add('Tests use a real database.')
    const memory = cli.memory
    rmSync(join(memory, 'MEMORY.md'))
    put(join(memory, 'MEMORY.md'))
    symlinkSync('/etc/passwd', join(memory, 'l.md'))
    mkdirSync(cli.below('elsewhere'))
    writeFileSync(cli.below('elsewhere', 'passwd.md'), 'root:x:0:0:root')
    symlinkSync(cli.below('elsewhere'), join(memory, 'd'))
    const said = runAll()
    expect(said).not.toContain('root:')
    expect(said).toMatch(/MEMORY\.md: is a (symbolic link|pipe, a socket or a device), so it is not read/)
    expect(said).toContain('Tests use a real database')
  })

  it('is not written under a name that is another file elsewhere', () => {
    expect(cli.run(['add', 'One.', '--file', 'memory.md'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('other systems take it for MEMORY.md, the index'),
    })
    cli.add('One.', '--file', 'Notes.md')
    const refused = cli.run(['add', 'Two.', '--separate', '--file', 'notes.md', '--lang', 'zh'])
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('与 Notes.md 视为同一文件')])
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
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('the file name contains a secret'),
    ])
    const found = spawnSync('grep', ['-rlF', KEY, cli.place.home], { encoding: 'utf8' })
    expect(found.stdout).toBe('')
  })

  it('that somebody wrote into a file is shown by no command', () => {
    const memory = cli.memory
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
      ['inbox'],
      ['secrets', 'scan', join(memory, file)],
      ['memory', '--action', 'list'],
      ['memory', '--action', 'search', '--query', 'deploy key'],
      ['cleanup', '--dry-run'],
      ['cleanup', '--yes'],
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
