import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const cli = useCli()
const { add, editor, json, run } = cli

describe('edit', () => {
  it('changes fields and text without an editor, and nothing else', () => {
    const { id, file } = add('first', '--type', 'user')
    const path = join(json(['path']).data.path, file)
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('type: user', 'type: user\nmine: "kept"  # remark'),
    )
    const edited = json(['edit', id, '--set', 'importance=5', '--set', 'tags=a，b', '--content', '-'], {
      input: 'second\n',
    })
    expect(edited.data.memory).toMatchObject({ importance: 5, tags: ['a', 'b'], content: 'second\n' })
    expect(readFileSync(path, 'utf8')).toContain('mine: "kept"  # remark')
    expect(json(['edit', id, '--unset', 'tags']).data.memory.tags).toEqual([])
    expect(run(['edit', id, '--content', 'second']).out).toBe('Nothing changed.\n')
    for (const bad of ['importance=9', 'importance', 'nosuch=1', 'type=x', 'name='])
      expect(json(['edit', id, '--set', bad])).toMatchObject({ code: 2, error: { code: 'usage' } })
    expect(json(['edit', id, '--content', ' '])).toMatchObject({ code: 2 })
    expect(json(['edit', id])).toMatchObject({ code: 2, error: { message: 'nothing to change' } })
  })

  it('takes each field as an option, like add', () => {
    const other = add('another').id
    const { id } = add('first', '--type', 'user')
    const edited = json([
      ...['edit', id, '--importance', '5', '--kind', 'workflow', '--type', 'feedback', '--tags', 'a,b'],
      ...['--name', 'Name', '-d', 'Line', '--category', 'c', '--expires', '2099-01-31', '--related', other],
    ])
    expect(edited.data.memory).toMatchObject({
      ...{ importance: 5, kind: 'workflow', type: 'feedback', tags: ['a', 'b'], name: 'Name' },
      ...{ description: 'Line', category: 'c', related: [other], content: 'first\n' },
    })
    expect(edited.data.memory.expires).toMatch(/^2099-01-31/)
    for (const bad of ['--importance=9', '--kind=x'])
      expect(json(['edit', id, bad])).toMatchObject({ code: 2, error: { code: 'usage' } })
    expect(json(['edit', id, '--tags', 'z', '--unset', 'category']).data.memory.tags).toEqual(['z'])
  })

  it('regenerates a name and a description that were made from the former text; the file keeps its name', () => {
    const { id, file } = add('The port is 8080')
    expect(run(['edit', id, '--content', 'The port is 9090']).out).toContain('Changed: The port is 9090\n')
    expect(json(['show', id]).data.memory).toMatchObject({
      name: 'The port is 9090',
      description: 'The port is 9090',
      file,
    })
    expect(run(['search', 'port']).out).not.toContain('The port is 8080')
    const given = add('Deploys go to staging first', '--name', 'Deploys').id
    const changed = json(['edit', given, '--content', 'Deploys go to production']).data.memory
    expect(changed).toMatchObject({ name: 'Deploys', description: 'Deploys go to production' })
  })

  it('saves what the editor saved; its screen does not mix with the result', () => {
    const { id } = add('first')
    const env = editor('echo "screen of the editor"; sed -i s/first/second/ "$1"')
    const edited = json(['edit', id], { env })
    expect(edited.data.memory.content).toBe('second\n')
    expect(run(['edit', id], { env }).out).toBe('Nothing changed.\n')
    expect(json(['edit', id], { env: editor('exit 3') })).toMatchObject({
      code: 1,
      error: { code: 'cancelled' },
    })
    expect(json(['edit', id], { env: editor(': > "$1"') })).toMatchObject({
      code: 1,
      error: { code: 'cancelled' },
    })
    expect(json(['show', id]).data.memory.content).toBe('second\n')
    expect(json(['undo']).data.undone).toHaveLength(1)
  })

  it('warns when the fields cannot be read after it, and names the way back', () => {
    const { id } = add('first', '--type', 'user')
    const edited = run(['edit', id, '--lang', 'zh'], { env: editor(`sed -i 's/^type:.*/type: [x/' "$1"`) })
    expect(edited.err).toContain('frontmatter 已无法读取')
    expect(json(['undo', /memdir undo (\w+)/.exec(edited.err)![1]!]).code).toBe(0)
    expect(json(['show', id]).data.memory).toMatchObject({ id, type: 'user' })
    expect(run(['edit', id], { env: editor('echo more >> "$1"') }).err).toBe('')
  })

  it('does not overwrite what somebody else changed in the meantime, and keeps the typed text', () => {
    const { id, file } = add('first')
    const path = join(json(['path']).data.path, file)
    const result = json(['edit', id], {
      env: { ...editor(`echo theirs >> "${path}"; echo mine >> "$1"`), TMPDIR: cli.place.root },
    })
    expect(result).toMatchObject({ code: 1, ok: false, error: { code: 'conflict' } })
    expect(readFileSync(path, 'utf8')).toContain('theirs')
    const kept = /kept in (.*)\.$/.exec(result.error.fix)?.[1]
    expect(readFileSync(kept!, 'utf8')).toContain('mine')
  })
})
