import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBashTool } from './bash-tool.ts'
import { createTools } from './create-tools.ts'
import { nodeFileAccess } from './file-access.ts'
import { findRipgrep } from './find-ripgrep.ts'
import { createGrepTool, systemGrepOperations } from './grep-tool.ts'
import { createReadState } from './read-state.ts'
import type { ToolContext, ToolInput } from './tool.ts'

let cwd: string
let context: ToolContext
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'memdir-tools-'))
  context = { cwd, signal: new AbortController().signal, readState: createReadState() }
})
afterEach(() => rmSync(cwd, { recursive: true }))

const tools = createTools()
const use = (name: string, input: ToolInput, at: ToolContext = context) =>
  tools.find((tool) => tool.name === name)!.run(input, at)
const file = (name: string, content: string | Buffer = '') => {
  const path = join(cwd, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
  return path
}

describe('every tool', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s keeps the contract', async (_, tool) => {
    expect(tool.description.length).toBeGreaterThan(20)
    for (const name of tool.inputSchema.required ?? [])
      expect(tool.inputSchema.properties).toHaveProperty(name)
    expect(await tool.run({}, context)).toMatchObject({ isError: true })
    expect(await tool.run({ unknown: 1 }, context)).toMatchObject({ isError: true })
    expect(await tool.run(null as never, context)).toMatchObject({ isError: true })
    expect(await tool.run({ file_path: 7, pattern: 7, command: 7 }, context)).toMatchObject({ isError: true })
    const aborted = { ...context, signal: AbortSignal.abort() }
    expect(await tool.run({}, aborted)).toMatchObject({ isError: true, details: { cancelled: true } })
    expect(JSON.parse(JSON.stringify(tool.inputSchema))).toMatchObject({ type: 'object' })
  })

  it('says what it changes', () => {
    const readOnly = tools.filter((tool) => tool.isReadOnly({})).map((tool) => tool.name)
    expect(readOnly).toEqual(['Read', 'Grep', 'Glob'])
  })
})

describe('Read', () => {
  it('numbers the lines', async () => {
    file('a.txt', 'one\ntwo\r\nthree\n')
    expect(await use('Read', { file_path: 'a.txt' })).toMatchObject({ content: '1\tone\n2\ttwo\n3\tthree' })
  })

  it('shows a part, and says so', async () => {
    file('a.txt', Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n'))
    const { content } = await use('Read', { file_path: 'a.txt', offset: 9, limit: 2 })
    expect(content).toBe(' 9\tline 9\n10\tline 10\n[2 of 30 lines shown.]')
  })

  it.each([
    ['missing.txt', undefined, /no file/],
    ['dir/x', 'x', undefined],
    ['binary', Buffer.from([1, 0, 2]), /not a text file/],
    ['large', 'x'.repeat(300_000), /large/],
  ])('guards against %s', async (name, content, expected) => {
    if (content !== undefined) file(name, content)
    const result = await use('Read', { file_path: name })
    if (expected) expect(result).toMatchObject({ isError: true, content: expect.stringMatching(expected) })
    else expect(await use('Read', { file_path: 'dir' })).toMatchObject({ isError: true })
  })

  it('refuses devices and cuts long lines', async () => {
    expect(await use('Read', { file_path: '/dev/zero' })).toMatchObject({ isError: true })
    file('long.txt', 'y'.repeat(5_000))
    expect((await use('Read', { file_path: 'long.txt' })).content).toMatch(/\[… 3000 more\]$/)
  })
})

describe('Edit and Write', () => {
  it('edit only what was read and is unchanged', async () => {
    const path = file('a.txt', 'one two two\n')
    const edit = { file_path: path, old_string: 'one', new_string: '$& 1' }
    expect(await use('Edit', edit)).toMatchObject({
      isError: true,
      content: expect.stringMatching(/Read it first/),
    })
    await use('Read', { file_path: path })
    expect(await use('Edit', edit)).toMatchObject({ details: { count: 1 } })
    expect(readFileSync(path, 'utf8')).toBe('$& 1 two two\n')
    // Our own change counts as read; one by somebody else does not.
    expect(await use('Edit', { ...edit, old_string: '1', new_string: '2' })).not.toHaveProperty('isError')
    utimesSync(path, new Date(), new Date(Date.now() + 5_000))
    expect(await use('Edit', { ...edit, old_string: '2', new_string: '3' })).toMatchObject({
      isError: true,
      content: expect.stringMatching(/has changed/),
    })
  })

  it('needs an exact and unique text', async () => {
    const path = file('a.txt', 'two two\r\nthree\r\n')
    await use('Read', { file_path: path })
    const edit = (old_string: string, new_string: string, more = {}) =>
      use('Edit', { file_path: path, old_string, new_string, ...more })
    expect((await edit('nothing', 'x')).content).toMatch(/does not occur/)
    expect((await edit('', 'x')).isError).toBe(true)
    expect((await edit('two', 'two')).isError).toBe(true)
    expect((await edit('two', 'x')).content).toMatch(/occurs 2 times/)
    expect(await edit('two', 'x', { replace_all: true })).toMatchObject({ details: { count: 2 } })
    expect(await edit('x\nthree', 'a\nb')).not.toHaveProperty('isError')
    expect(readFileSync(path, 'utf8')).toBe('x a\r\nb\r\n')
  })

  it('leaves text that is not UTF-8 alone', async () => {
    const path = file('a.txt', Buffer.from([0x61, 0xff, 0x62]))
    await use('Read', { file_path: path })
    expect(await use('Edit', { file_path: path, old_string: 'a', new_string: 'b' })).toMatchObject({
      isError: true,
    })
  })

  it('write new files, and over files that were read', async () => {
    const path = join(cwd, 'deep', 'new.txt')
    expect(await use('Write', { file_path: path, content: 'a\nb\n' })).toMatchObject({
      details: { created: true },
    })
    expect(await use('Write', { file_path: path, content: 'c' })).not.toHaveProperty('isError')
    const other = file('other.txt', 'x')
    expect(await use('Write', { file_path: other, content: 'y' })).toMatchObject({ isError: true })
    expect(readFileSync(other, 'utf8')).toBe('x')
  })

  it('know a file by its real path', async () => {
    const path = file('a.txt', 'one')
    symlinkSync(path, join(cwd, 'link'))
    await use('Read', { file_path: 'link' })
    expect(
      await use('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }),
    ).not.toHaveProperty('isError')
    await use('Edit', { file_path: 'link', old_string: 'two', new_string: 'three' })
    expect(readFileSync(path, 'utf8')).toBe('three')
  })

  it('lose to whoever writes between the check and the write', async () => {
    const path = file('a.txt', 'one')
    await expect(nodeFileAccess.write(path, 'two', 'another hash')).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(nodeFileAccess.write(path, 'two', null)).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(path, 'utf8')).toBe('one')
  })
})

describe('Glob', () => {
  it('lists the newest first and leaves dependencies out', async () => {
    const old = file('src/old.ts', 'x')
    const fresh = file('src/deep/new.ts', 'x')
    file('node_modules/a/b.ts', 'x')
    utimesSync(old, 1_000, 1_000)
    expect((await use('Glob', { pattern: '**/*.ts' })).content).toBe(`${fresh}\n${old}`)
    expect((await use('Glob', { pattern: `${cwd}/src/*.ts` })).content).toBe(old)
    expect((await use('Glob', { pattern: '*.nothing' })).content).toBe('Nothing found.')
    expect(await use('Glob', { pattern: '*', path: 'nowhere' })).toMatchObject({ isError: true })
  })
})

describe('Grep', () => {
  const own = createGrepTool({ ...systemGrepOperations, ripgrep: async () => undefined })
  const withRipgrep = createGrepTool()

  it('has ripgrep in a package', async () => {
    expect(await findRipgrep()).toMatch(/rg$/)
  })

  it.each([
    [{ pattern: 'tw[o]' }],
    [{ pattern: 'TWO', ignore_case: true, output_mode: 'content' }],
    [{ pattern: 'two', output_mode: 'content', context: 1 }],
    [{ pattern: 'two|three', output_mode: 'count' }],
    [{ pattern: '^two', output_mode: 'content', glob: '*.md' }],
    [{ pattern: 'one.two', output_mode: 'content', multiline: true }],
    [{ pattern: 'nothing at all' }],
    [{ pattern: 'two', path: 'a.txt', output_mode: 'content' }],
  ])('gives the same with and without ripgrep: %j', async (input) => {
    file('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\ntwo\n')
    file('sub/b.md', 'two\n中文\n')
    file('.hidden', 'two\n')
    const found = await withRipgrep.run(input, context)
    expect(found).not.toHaveProperty('isError')
    expect((await own.run(input, context)).content.split('\n').sort()).toEqual(
      found.content.split('\n').sort(),
    )
  })

  it.each([
    ['files', {}],
    ['lines', { output_mode: 'content', context: 1 }],
    ['counts', { output_mode: 'count' }],
  ])('says which files the shown %s are about, whatever they are called', async (_, more) => {
    const odd = [file('a:1:b.txt', 'one\ntwo\n'), file('sub-2-c.txt', 'two\n3-4\n')]
    file('other.txt', 'one\n')
    for (const tool of [own, withRipgrep]) {
      const { reached, content } = await tool.run({ pattern: 'two', ...more }, context)
      expect([...reached!].sort()).toEqual(odd)
      expect(content).not.toContain('\0')
      expect((await tool.run({ pattern: 'two', ...more, head_limit: 1 }, context)).reached).toHaveLength(1)
    }
  })

  it('reports a broken pattern, and is not kept busy by a hostile one', async () => {
    file('a.txt', `${'a'.repeat(50_000)}!`)
    for (const tool of [own, withRipgrep]) {
      expect(await tool.run({ pattern: '(' }, context)).toMatchObject({ isError: true })
      const started = Date.now()
      await tool.run({ pattern: '(a+)+$', output_mode: 'content' }, context)
      expect(Date.now() - started).toBeLessThan(5_000)
    }
  })

  it('does not search devices', async () => {
    expect(await withRipgrep.run({ pattern: 'x', path: '/dev/zero' }, context)).toMatchObject({
      isError: true,
    })
  })

  it('takes a pattern that looks like an option', async () => {
    file('a.txt', '--pre=x\n')
    expect((await withRipgrep.run({ pattern: '--pre=x' }, context)).content).toMatch(/a\.txt$/)
  })
})

describe('Bash', () => {
  it('runs a shell without our environment', async () => {
    const { content } = await use('Bash', {
      command: 'echo "home: $HOME"; env | sort | cut -d= -f1 | tr "\\n" " "',
    })
    expect(content).toMatch(/^home: \n/)
    expect(content).not.toMatch(/MEMDIR|NODE|VITEST/)
  })

  it('reports the exit code and both streams', async () => {
    const result = await use('Bash', { command: 'echo out; echo err >&2; exit 3' })
    expect(result).toMatchObject({ isError: true, content: 'out\nerr\n[Ended with exit code 3.]' })
  })

  it('ends the whole group at the time limit and on abort', async () => {
    const started = Date.now()
    const slow = { command: 'sleep 30 & sleep 30 $((1))', timeout_ms: 200 }
    expect((await use('Bash', slow)).content).toMatch(/Stopped after 200 ms/)
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 100)
    const result = await use(
      'Bash',
      { command: 'sleep 30; echo $x' },
      { ...context, signal: controller.signal },
    )
    expect(result).toMatchObject({ isError: true })
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it('does not wait for what stays in the background', async () => {
    const started = Date.now()
    expect((await use('Bash', { command: 'sleep 30 & echo started' })).content).toBe('started')
    expect(Date.now() - started).toBeLessThan(3_000)
  })

  it('limits the output', async () => {
    const tool = createBashTool({ maxOutputBytes: 10_000 })
    const result = await tool.run({ command: 'yes $((1))' }, context)
    expect(result.content).toMatch(/too much output/)
    expect(result.content.length).toBeLessThan(11_000)
  })

  it('counts as read-only only where it is proven', () => {
    const bash = createBashTool()
    expect(bash.isReadOnly({ command: 'ls | head' })).toBe(true)
    expect(bash.isReadOnly({ command: 'cat */a.md' })).toBe(true)
    expect(bash.isReadOnly({ command: 'rm x' })).toBe(false)
    expect(bash.isReadOnly({ command: 'ls > x' })).toBe(false)
    expect(bash.isReadOnly({})).toBe(false)
  })

  it('never starts a shell in read-only mode', async () => {
    const bash = createBashTool({ mode: 'read-only' })
    expect(await bash.run({ command: 'echo hi > made.txt' }, context)).toMatchObject({ isError: true })
    expect((await bash.run({ command: 'ls' }, context)).content).toBe('[No output.]')
    // Proven in general, but not from here.
    expect(await createBashTool().run({ command: 'cat zero' }, { ...context, cwd: '/dev' })).toMatchObject({
      isError: true,
      content: expect.stringMatching(/device/),
    })
  })
})

describe('limits', () => {
  it('cuts a long result in the middle', async () => {
    const { content } = await use('Bash', { command: 'seq 1 20000' })
    expect(content.length).toBeLessThan(31_000)
    expect(content).toMatch(/^1\n2\n/)
    expect(content).toMatch(/characters left out/)
    expect(content).toMatch(/20000$/)
  })
})
