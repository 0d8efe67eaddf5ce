import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWriter } from '../../memory/open-writer.ts'
import { createTools } from './create-tools.ts'
import { nodeFileAccess, withMemoryWriter } from './file-access.ts'
import { createReadState } from './read-state.ts'
import type { ToolContext, ToolInput } from './tool.ts'

let home: string
let memory: string
let context: ToolContext
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'memdir-access-'))
  memory = join(home, 'memory')
  mkdirSync(memory)
  context = { cwd: home, signal: new AbortController().signal, readState: createReadState() }
})
afterEach(() => rmSync(home, { recursive: true }))

describe('withMemoryWriter', () => {
  const setUp = () => {
    const writer = openWriter({
      directory: memory,
      state: join(home, 'state'),
      loadScan: async () => (text: string) => ({ status: 'ok' as const, text, warnings: [] }),
    })
    const access = withMemoryWriter(nodeFileAccess, {
      directory: memory,
      writer,
      context: { actor: 'agent' },
    })
    const tools = createTools({ access })
    const use = (name: string, input: ToolInput) =>
      tools.find((tool) => tool.name === name)!.run(input, context)
    return { writer, use }
  }

  it('sends memories through their writer, with journal, and other files to the disk', async () => {
    const { writer, use } = setUp()
    const file_path = join(memory, 'tea.md')
    const content = '---\nname: tea\ndescription: how\ntype: user\n---\nGreen.\n'
    expect(await use('Write', { file_path, content })).not.toHaveProperty('isError')
    expect(await use('Edit', { file_path, old_string: 'Green', new_string: 'Black' })).not.toHaveProperty(
      'isError',
    )
    expect(readFileSync(file_path, 'utf8')).toContain('Black.')
    const changes = [...writer.journal.read()].filter((change) => change.file === 'tea.md')
    expect(changes.map((change) => change.action).sort()).toEqual(['add', 'edit'])
    const other = join(home, 'plain.txt')
    expect(await use('Write', { file_path: other, content: 'x' })).not.toHaveProperty('isError')
    expect(readFileSync(other, 'utf8')).toBe('x')
  })

  it('lets nothing else into the memory directory', async () => {
    const { use } = setUp()
    symlinkSync(memory, join(home, 'alias'))
    for (const path of [
      'memory/a.txt',
      'memory/.hidden.md',
      'sub/../memory/a.sh',
      'alias/a.txt',
      'alias/deep/a.txt',
    ])
      expect([path, await use('Write', { file_path: `${home}/${path}`, content: 'x' })]).toMatchObject([
        path,
        { isError: true },
      ])
    expect(readdirSync(memory)).toEqual([])
  })

  it('refuses links inside the memory directory', async () => {
    const { use } = setUp()
    writeFileSync(join(home, 'secret'), 'x')
    symlinkSync(join(home, 'secret'), join(memory, 'link.md'))
    await use('Read', { file_path: join(memory, 'link.md') })
    const result = await use('Write', { file_path: join(memory, 'link.md'), content: 'y' })
    expect(result).toMatchObject({ isError: true })
    expect(readFileSync(join(home, 'secret'), 'utf8')).toBe('x')
  })
})
