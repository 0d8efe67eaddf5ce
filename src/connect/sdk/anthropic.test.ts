import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { readLog } from '../../memory/history.ts'
import { type Engine, openEngine } from '../engine.ts'
import { handleOf } from '../memdir-handle.ts'
import {
  type MemoryCommand,
  type MemoryToolHandlers,
  memoryToolHandlers,
  runMemoryCommand,
} from './anthropic.ts'

let place: TemporaryHome
let engine: Engine
let handlers: MemoryToolHandlers
beforeEach(() => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
  handlers = memoryToolHandlers(handleOf(engine))
})
afterEach(() => place.remove())

const create = (path: string, file_text: string) => handlers.create({ command: 'create', path, file_text })
const view = (path: string, view_range?: number[]) => handlers.view({ command: 'view', path, view_range })

it('creates, shows, changes, renames and deletes files below /memories', async () => {
  expect(await create('/memories/tea.md', 'Green tea\nat four\n')).toBe(
    'File created successfully at: /memories/tea.md',
  )
  expect(await view('/memories')).toMatch(/K\t\/memories\/MEMORY\.md\n.*K\t\/memories\/tea\.md$/)
  expect(await view('/memories/tea.md')).toContain('     1\tGreen tea\n     2\tat four')
  expect(await view('/memories/tea.md', [2, 2])).toMatch(/: *\n {5}2\tat four$/)
  const replace = {
    command: 'str_replace' as const,
    path: '/memories/tea.md',
    old_str: 'four',
    new_str: 'five',
  }
  expect(await handlers.str_replace(replace)).toContain('at five')
  expect(await handlers.str_replace(replace)).toContain('did not appear verbatim')
  await handlers.insert({
    command: 'insert',
    path: '/memories/tea.md',
    insert_line: 1,
    insert_text: 'with lemon\n',
  })
  expect(readFileSync(join(engine.store.directory, 'tea.md'), 'utf8')).toBe(
    'Green tea\nwith lemon\nat five\n',
  )
  await handlers.rename({
    command: 'rename',
    old_path: '/memories/tea.md',
    new_path: '/memories/drinks/tea.md',
  })
  expect(engine.store.list().map(({ file }) => file)).toEqual(['drinks/tea.md'])
  expect(await handlers.delete({ command: 'delete', path: '/memories/drinks' })).toContain(
    'Successfully deleted',
  )
  expect(engine.store.list()).toEqual([])
})

it('writes through the journal, with the agent as origin', async () => {
  await create('/memories/tea.md', 'Green tea')
  expect(readLog(engine.store.writer)[0]).toMatchObject({
    actor: 'anthropic-sdk',
    source: { origin: 'agent' },
  })
})

it('takes /./ and // for nothing, and refuses a name that is another file elsewhere', async () => {
  expect(await create('/memories//drinks/./tea.md', 'Green tea')).toContain('created')
  expect(await view('/memories/./drinks//tea.md')).toContain('Green tea')
  expect(await create('/memories/Drinks/coffee.md', 'x')).toMatch(
    /^Error: .*other systems take it for drinks/,
  )
  const rename = (new_path: string) =>
    handlers.rename({ command: 'rename', old_path: '/memories/drinks/tea.md', new_path })
  expect(await rename('/memories/memory.md')).toMatch(/^Error: .*MEMORY\.md, the index/)
  expect(await rename('/memories/drinks/t\ud83d.md')).toMatch(/^Error: .*half of a character/)
  expect(await rename('/memories/drinks/Tea.md')).toContain('Successfully renamed')
  expect(engine.store.list().map(({ file }) => file)).toEqual(['drinks/Tea.md'])
})

it('reads no link and no pipe', async () => {
  await create('/memories/tea.md', 'Green tea')
  const { directory } = engine.store
  symlinkSync('/etc/passwd', join(directory, 'l.md'))
  symlinkSync('/etc', join(directory, 'd'))
  rmSync(join(directory, 'MEMORY.md'))
  execFileSync('mkfifo', [join(directory, 'MEMORY.md')])
  for (const path of ['/memories/l.md', '/memories/d/passwd.md', '/memories/MEMORY.md'])
    expect(await view(path)).toMatch(/^Error: .*does not exist/)
  expect(await view('/memories')).toMatch(
    /files and directories in \/memories:\n[\d.]+K\t\/memories\/tea\.md$/,
  )
  expect(
    await handlers.str_replace({
      command: 'str_replace',
      path: '/memories/l.md',
      old_str: 'root',
      new_str: 'x',
    }),
  ).toMatch(/^Error/)
})

it('answers what it refuses, and touches nothing outside', async () => {
  for (const path of [
    '/etc/passwd',
    '/memories/../x.md',
    '/memories/.hidden.md',
    '/memories/a.txt',
    '/memoriesx/a.md',
  ])
    expect(await create(path, 'x')).toMatch(/^Error: /)
  expect(await create('/memories/tea.md', 'a')).toContain('created')
  expect(await create('/memories/tea.md', 'b')).toMatch(/^Error: .*exists/)
  expect(await view('/memories/none.md')).toMatch(/^Error: .*does not exist/)
  expect(await handlers.delete({ command: 'delete', path: '/memories' })).toMatch(/^Error/)
  expect(await runMemoryCommand(handlers, { command: 'explode' } as never)).toMatch(/^Error/)
  expect(engine.store.list()).toHaveLength(1)
})

it.each([
  ['str_replace', { path: '/memories/tea.md', old_str: 'four', new_str: 'five' }],
  ['insert', { path: '/memories/tea.md', insert_line: 1, insert_text: 'with lemon\n' }],
  ['delete', { path: '/memories/tea.md' }],
  ['rename', { old_path: '/memories/tea.md', new_path: '/memories/drinks.md' }],
] as const)(
  '%s never overwrites what another program wrote after the file was read',
  async (command, input) => {
    await create('/memories/tea.md', 'Green tea\nat four\n')
    const file = join(engine.store.directory, 'tea.md')
    // Called between the reading and the writing.
    const register = async () => writeFileSync(file, 'Coffee\nat four\n')
    const late = memoryToolHandlers(handleOf({ ...engine, register }))
    const answer = await runMemoryCommand(late, { command, ...input } as MemoryCommand)
    expect(answer).toMatch(/^Error: .*changed/)
    expect(readFileSync(file, 'utf8')).toBe('Coffee\nat four\n')
    expect(engine.store.list()).toHaveLength(1)
  },
)

it.each([
  ['str_replace', { command: 'str_replace', path: '/memories/tea.md', old_str: 'Green', new_str: 'Black' }],
  ['insert', { command: 'insert', path: '/memories/tea.md', insert_line: 1, insert_text: 'with milk' }],
  ['delete', { command: 'delete', path: '/memories/tea.md' }],
  ['rename', { command: 'rename', old_path: '/memories/tea.md', new_path: '/memories/drinks.md' }],
] as [string, MemoryCommand][])(
  '%s never overwrites what another process wrote since it was read',
  async (_, command) => {
    await create('/memories/tea.md', 'Green tea\n')
    const path = join(engine.location.memory, 'tea.md')
    // The moment between reading and writing.
    const register = async () => writeFileSync(path, 'Somebody else was here\n')
    const interrupted = memoryToolHandlers(handleOf({ ...engine, register }))
    expect(await runMemoryCommand(interrupted, command)).toBe(
      'Error: the file exists already or was changed; view it first.',
    )
    expect(readFileSync(path, 'utf8')).toBe('Somebody else was here\n')
  },
)
