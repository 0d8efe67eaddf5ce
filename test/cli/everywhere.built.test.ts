// Memories of the person that hold in all projects, through the built command.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectMcp } from '../agents/mcp-client.ts'
import { runHookProgram, start } from '../agents/run-hook.ts'
import { useCli } from './use-cli.ts'

const cli = useCli()
type Listed = { memories: { id: string; name: string; file: string; everywhere?: true }[]; total: number }
const directory = () => join(cli.place.home, 'everywhere/memory')
const added = (args: string[]) =>
  (cli.json(['add', ...args]).data as { memory: { id: string; file: string } }).memory
const other = () => {
  const path = join(cli.place.root, 'other')
  mkdirSync(path, { recursive: true })
  return path
}
const TABS = 'I want tabs and never spaces in every file'
const AGENT = { env: { CLAUDECODE: '1' } }

describe('memories that hold in all projects', () => {
  it('are in a directory of their own with an index, recalled in every project and marked', () => {
    const { file } = added([TABS, '--everywhere', '--type', 'user'])
    expect(readFileSync(join(directory(), 'MEMORY.md'), 'utf8')).toContain(`(${file})`)
    expect(existsSync(join(cli.place.home, 'everywhere/state/journal'))).toBe(true)
    for (const project of [cli.place.project, other()]) {
      const { memories, text } = cli.json(['recall', 'tabs or spaces in this file?', '-C', project]).data as {
        memories: { everywhere?: true; memory: { file: string } }[]
        text: string
      }
      expect(memories).toHaveLength(1)
      expect(text).toContain('holds in all projects of the user')
      expect(text).toContain(join(directory(), file))
    }
  })

  it('come after the project’s own in list and search, and say so', () => {
    added(['This project uses spaces in Python files only'])
    added([TABS, '--everywhere'])
    const { memories, total } = cli.json(['list']).data as Listed
    expect([total, memories.map(({ everywhere }) => everywhere)]).toEqual([2, [undefined, true]])
    expect(cli.run(['list']).out).toMatch(
      /spaces in Python[\s\S]*\n\nIn all projects:\n[\s\S]*tabs and never/,
    )
    expect(cli.run(['list', '--lang', 'zh']).out).toContain('适用于所有项目：')
    const { hits } = cli.json(['search', 'tabs spaces files', '--threshold', '0']).data as {
      hits: { everywhere?: true }[]
    }
    expect(hits.map(({ everywhere }) => everywhere).sort()).toEqual([true, undefined])
    expect(cli.run(['search', 'tabs spaces files', '--threshold', '0']).out).toContain('in all projects')
    expect((cli.json(['list', '--everywhere']).data as Listed).total).toBe(1)
  })

  it('are found by their id without being told where; history and undo are their own', () => {
    added(['The staging server is called marlin'])
    const { id } = added([TABS, '--everywhere'])
    expect(cli.run(['show', id]).out).toContain(directory())
    cli.run(['edit', id, '--content', 'I want tabs everywhere'])
    expect(cli.run(['explain', id]).out).toContain('I want tabs')
    cli.run(['tag', id, '+style'])
    cli.run(['rm', id, '--yes'])
    expect((cli.json(['list', '--everywhere']).data as Listed).total).toBe(0)
    expect((cli.json(['log']).data as { changes: unknown[] }).changes).toHaveLength(1)
    cli.run(['undo', '--everywhere', '--yes'])
    expect((cli.json(['list']).data as Listed).total).toBe(2)
    expect(cli.run(['doctor', '--everywhere']).code).toBe(0)
    expect(cli.run(['purge', id, '--everywhere', '--yes']).code).toBe(0)
    expect((cli.json(['list', '--everywhere']).data as Listed).total).toBe(0)
  })

  it('move there and back with all that their file says', () => {
    const { id } = added([TABS, '--type', 'feedback', '--tags', 'style', '-i', '4'])
    const there = (cli.json(['move', id, '--everywhere']).data as { moved: { memory: { id: string } }[] })
      .moved[0]!
    expect(there.memory).toMatchObject({
      type: 'feedback',
      tags: ['style'],
      importance: 4,
      source: { origin: 'user' },
    })
    expect(cli.json(['list']).data).toMatchObject({ total: 1, memories: [{ everywhere: true }] })
    cli.run(['move', there.memory.id, '--here'])
    const { total, memories } = cli.json(['list']).data as Listed
    expect([total, memories[0]!.everywhere]).toEqual([1, undefined])
    expect(cli.run(['move', id]).code).toBe(2)
  })

  it('take along what they had taken the place of: the older one does not count again, here or there', () => {
    const older = added(['The default branch is main'])
    // In quotes where it begins with a digit.
    const { id } = added(['The default branch is now trunk'])
    const live = (...flags: string[]) =>
      (cli.json(['list', ...flags]).data as Listed).memories.map(({ name }) => name)
    const recalled = () => cli.run(['recall', 'what is the default branch?']).out
    expect(recalled()).not.toContain('default branch is main')
    cli.run(['move', id, '--everywhere'])
    expect(recalled()).toContain('trunk')
    expect(recalled()).not.toContain('default branch is main')
    expect(live('--everywhere', '--all').length).toBeLessThanOrEqual(2)
    expect(existsSync(join(cli.memory, older.file))).toBe(false)
    // Names are free anew there.
    const there = readdirSync(directory()).filter((file) => file.startsWith('note_'))
    const saying = new RegExp(`^superseded_by: "?${id}"?$`, 'm')
    expect(there.map((file) => saying.test(readFileSync(join(directory(), file), 'utf8')))).toEqual([
      false,
      true,
    ])
    expect(cli.run(['doctor', '--everywhere']).code).toBe(0)
    expect(cli.run(['doctor']).err).not.toContain('superseded')
    // One undo brings both back, as they were.
    cli.run(['undo', '--everywhere', '--since', '1h', '--yes'])
    cli.run(['undo'])
    expect(readFileSync(join(cli.memory, older.file), 'utf8')).toMatch(
      new RegExp(`^superseded_by: "?${id}"?$`, 'm'),
    )
  })

  it('are named in one line by what works on the project alone, and not where there are none', () => {
    added(['The staging server is called marlin'])
    for (const command of ['stats', 'doctor', 'export'])
      expect(cli.run([command]).err).not.toContain('--everywhere')
    added([TABS, '--everywhere'])
    for (const command of ['stats', 'doctor', 'export']) {
      expect(cli.run([command]).err).toContain(`1 memory in all projects: memdir ${command} --everywhere`)
      expect(cli.run([command, '--lang', 'zh']).err).toContain(`memdir ${command} --everywhere`)
      expect(cli.run([command, '--everywhere']).err).not.toContain('--everywhere')
    }
  })

  it('are in the text at a start, after the project’s own', () => {
    added(['The staging server is called marlin'])
    const { file } = added([TABS, '--everywhere'])
    const { text } = runHookProgram(cli.place, start('startup'))
    expect(text.indexOf('marlin')).toBeGreaterThan(0)
    expect(text.indexOf(file)).toBeGreaterThan(text.indexOf('marlin'))
    expect(text).toContain('memories that hold in all their projects')
  })

  it('are resolved by the tools and resources of the server; an agent changes none of them', async () => {
    added(['The staging server is called marlin'])
    const { id } = added([TABS, '--everywhere'])
    const client = await connectMcp(cli.place)
    try {
      const explained = await client.call('explain', { query: 'tabs or spaces?', id })
      expect(explained.text).toContain('It holds in all projects of the user.')
      const before = readFileSync(join(directory(), added([TABS, '--everywhere']).file), 'utf8')
      for (const [tool, input] of [
        ['update', { id, content: 'I want spaces' }],
        ['forget', { id }],
      ] as const) {
        const answer = await client.call(tool, input).catch((error: Error) => ({ text: error.message }))
        expect(answer.text).toContain('only the person')
      }
      expect(readFileSync(join(directory(), added([TABS, '--everywhere']).file), 'utf8')).toBe(before)
      const { resources } = await client.request('resources/list')
      const there = resources.find(({ uri }: { uri: string }) => uri.endsWith(id))
      expect(there.title).toContain('(holds in all projects)')
      const read = await client.request('resources/read', { uri: there.uri })
      expect(read.contents[0].text).toContain('never spaces')
      expect(read.contents[0].text).toContain('holds in all projects of the user')
      const proposed = await client.call('remember', { content: 'I want short answers', everywhere: true })
      expect(proposed.text).toContain('Proposed for all projects')
      expect(cli.json(['inbox']).data.proposals).toMatchObject([{ text: 'I want short answers' }])
      expect((cli.json(['list', '--everywhere']).data as Listed).total).toBe(1)
    } finally {
      await client.close()
    }
  })

  it('are never written by an agent: it proposes, the person confirms once', () => {
    const proposed = cli.json(['add', TABS, '--everywhere'], AGENT).data as {
      status: string
      reason: string
      id: string
    }
    expect(proposed).toMatchObject({ status: 'quarantined', reason: 'everywhere' })
    expect(existsSync(join(directory(), 'MEMORY.md'))).toBe(false)
    expect(cli.run(['inbox', '--everywhere']).out).toContain(
      'an agent proposes that it holds in all projects',
    )
    expect(cli.run(['inbox', '--everywhere']).out).toContain('accept ID --everywhere')
    expect(cli.run(['inbox', 'accept', proposed.id, '--everywhere'], AGENT).code).not.toBe(0)
    for (const project of [cli.place.project, other()])
      expect(cli.json(['inbox', '-C', project]).data).toMatchObject({
        proposals: [{ id: proposed.id, text: TABS }],
      })
    expect(cli.run(['inbox', 'accept', proposed.id], AGENT).code).not.toBe(0)
    cli.run(['inbox', 'accept', proposed.id, '-C', other()])
    expect(cli.run(['inbox', '--group', 'nonsense'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('candidates, conflicts'),
    })
    // What holds everywhere is no project of its own.
    expect(existsSync(join(cli.place.home, 'base/projects/everywhere'))).toBe(false)
    const { memories } = cli.json(['list', '--everywhere']).data as Listed
    expect(memories).toHaveLength(1)
    const { id } = memories[0]!
    for (const args of [
      ['edit', id, '--content', 'I want spaces'],
      ['rm', id, '--yes'],
      ['move', id, '--here'],
    ])
      expect([args[0], cli.run(args, AGENT).code]).toEqual([args[0], 1])
    expect(cli.run(['show', id]).out).toContain('tabs and never spaces')
  })

  it('are off in a project that says so, and nowhere else', () => {
    added([TABS, '--everywhere'])
    cli.run(['config', 'set', 'everywhere.enabled', 'false', '--project'].slice(0, 4))
    const recalled = (project: string) =>
      (cli.json(['recall', 'tabs or spaces in this file?', '-C', project]).data as { memories: unknown[] })
        .memories.length
    mkdirSync(join(cli.place.project, '.memdir'), { recursive: true })
    cli.run(['config', 'set', 'everywhere.enabled', 'true'])
    writeFileSync(
      join(cli.place.project, '.memdir/settings.json'),
      JSON.stringify({ everywhere: { enabled: false } }),
    )
    expect([recalled(cli.place.project), recalled(other())]).toEqual([0, 1])
    expect((cli.json(['list']).data as Listed).total).toBe(0)
  })

  it('bring nothing of one project into another', () => {
    const { id } = added(['The staging server is called marlin'])
    added([TABS, '--everywhere'])
    const elsewhere = ['-C', other()]
    expect(
      (cli.json(['list', ...elsewhere]).data as Listed).memories.map(({ everywhere }) => everywhere),
    ).toEqual([true])
    expect(cli.run(['search', 'staging server marlin', '--threshold', '0', ...elsewhere]).out).not.toContain(
      'marlin',
    )
    expect(cli.run(['show', id, ...elsewhere]).code).toBe(1)
    expect(cli.run(['recall', 'what is the staging server called?', ...elsewhere]).out).not.toContain(
      'marlin',
    )
  })
})
