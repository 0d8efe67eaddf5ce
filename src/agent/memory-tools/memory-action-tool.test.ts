import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../../connect/engine.ts'
import { readLog } from '../../memory/history.ts'
import { freeForMemory } from '../conversation/conversation-permission.ts'
import { createPermissionGate } from '../permission.ts'
import { checkSandbox } from '../sandbox-policy.ts'
import { createReadState } from '../tools/read-state.ts'
import type { Tool } from '../tools/tool.ts'
import { createMemoryActionTool } from './memory-action-tool.ts'

let place: TemporaryHome
let engine: Engine
let tool: Tool
let saved: string[]
beforeEach(() => {
  place = temporaryHome()
  open()
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

function open(env: Record<string, string> = {}): void {
  engine = openEngine({ directory: place.project, env: { ...place.env, ...env } })
  saved = []
  tool = createMemoryActionTool({
    host: engine,
    caller: { actor: 'tester', conversation: 'c1' },
    onSaved: (file) => saved.push(file),
  })
}

const run = (input: Record<string, unknown>) =>
  tool.run(input, {
    cwd: place.project,
    signal: new AbortController().signal,
    readState: createReadState(),
  })

describe('the Memory tool', () => {
  it('shows one whole memory as information, without secrets', async () => {
    const key = ['ghp_', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'].join('')
    const lines = Array.from({ length: 300 }, (_, n) => `step ${n}`).join('\n\n')
    mkdirSync(engine.location.memory, { recursive: true })
    const text = `---\nname: Steps\n---\n${key}\n\n${lines}\n`
    writeFileSync(join(engine.location.memory, 'steps.md'), text)
    const shown = await run({ action: 'show', id: 'steps.md' })
    expect(shown.content).toMatch(/^<system-reminder>[\s\S]*step 0[\s\S]*step 299\b/)
    expect(JSON.stringify(shown)).not.toContain(key)
    expect(await run({ action: 'show', id: 'nothing.md' })).toMatchObject({ isError: true })
  })

  it('explains a memory by its id alone, and lists kinds by their names', async () => {
    const content = 'Releases go out on Tuesdays'
    const { memory } = await engine.store.add(
      { content, kind: 'technical_decision', source: { origin: 'user' } },
      { actor: 'user' },
    )
    const alone = await run({ action: 'explain', id: memory.id })
    expect([alone.isError, alone.content]).toEqual([
      undefined,
      expect.stringMatching(/Releases go out[\s\S]*technical decision[\s\S]*From: user, .*created 20/),
    ])
    const both = await run({ action: 'explain', id: memory.id, query: 'when do releases go out?' })
    expect(both.content).toMatch(/attached; it is number 1 with similarity/)
    expect(await run({ action: 'explain' })).toMatchObject({ isError: true })
    expect((await run({ action: 'list' })).content).toContain('technical decision')
  })

  it('remembers, finds, updates, lists and forgets through the memory’s own writer', async () => {
    const made = await run({
      action: 'remember',
      content: 'Releases go out on Tuesdays',
      name: 'Release day',
      type: 'project',
      tags: ['release'],
      said_by_user: true,
    })
    const { id, file } = made.details!.memory as { id: string; file: string }
    expect(made.content).toContain(`Remembered as ${file}`)
    expect(engine.store.find(id)).toMatchObject({
      type: 'project',
      tags: ['release'],
      source: { origin: 'reported', conversation: 'c1' },
    })
    expect((await run({ action: 'search', query: 'when do releases go out' })).content).toContain(id)
    expect((await run({ action: 'list' })).content).toContain('Release day')
    await run({ action: 'update', id, content: 'Releases go out on Wednesdays' })
    expect(engine.store.find(id).content).toContain('Wednesdays')
    expect(saved).toEqual([file, file])
    expect((await run({ action: 'forget', id })).content).toContain('memdir undo')
    expect(engine.store.list()).toEqual([])
    const changes = readLog(engine.store.writer).filter((change) => change.file === file)
    expect(changes.map(({ actor }) => actor)).toEqual(['tester', 'tester', 'tester'])
  })

  it('counts memories, and removes what expired long ago, so that it can be taken back', async () => {
    const by = { actor: 'user' }
    await engine.store.add({ content: 'Releases go out on Tuesdays', type: 'project' }, by)
    const { memory } = await engine.store.add({ content: 'Freeze', expires: '2020-01-01' }, by)
    const counted = await run({ action: 'stats' })
    expect(counted.content).toContain('2 memories: 1 live, 0 superseded, 1 expired.')
    expect(counted.details).toMatchObject({ total: 2, types: { project: 1, none: 1 } })
    const cleaned = await run({ action: 'cleanup' })
    expect(cleaned.content).toBe(
      `Removed 1; 0 expired and still kept, 0 left for the next time.\n- Freeze (${memory.file})`,
    )
    expect(readLog(engine.store.writer)[0]).toMatchObject({ actor: 'tester', action: 'remove' })
    expect(engine.store.list()).toHaveLength(1)
    expect([tool.isReadOnly({ action: 'stats' }), tool.isReadOnly({ action: 'cleanup' })]).toEqual([
      true,
      false,
    ])
  })

  it('says what is wrong, and changes nothing', async () => {
    for (const [input, words] of [
      [{ action: 'remember' }, 'content is missing'],
      [{ action: 'purge', id: 'x' }, 'expected one of'],
      [{ action: 'export' }, 'expected one of'],
      [{ action: 'stats', query: 'x' }, '"query" means nothing for stats'],
      [{ action: 'search', query: 'x', id: 'y' }, '"id" means nothing for search'],
      [{ action: 'forget', id: '../../etc/passwd' }, 'no such memory'],
      [{ action: 'remember', content: 'x', tags: [1] }, 'tags[0]: expected string'],
      [{ action: 'remember', content: `x\u{E0041}y` }, 'invisible control character'],
    ] as const)
      expect(await run(input)).toMatchObject({ isError: true, content: expect.stringContaining(words) })
    expect(engine.store.list()).toEqual([])
  })

  it('says which calls only read: those run together, the others alone', () => {
    const reads = (action: string, more = {}) => [
      tool.isReadOnly({ action, ...more }),
      tool.isConcurrent({ action, ...more }),
    ]
    expect(reads('search', { query: 'x' })).toEqual([true, true])
    expect(reads('list')).toEqual([true, true])
    for (const action of ['remember', 'update', 'forget', 'nonsense'])
      expect(reads(action)).toEqual([false, false])
  })

  it('asks nobody, writes nothing while planning, and is closed to agents that run on their own', async () => {
    const { signal } = new AbortController()
    const call = { tool: 'Memory', input: { action: 'forget', id: 'x' }, readOnly: false, cwd: '/' }
    const decide = (mode: 'ask' | 'acceptEdits' | 'plan' | 'deny') =>
      freeForMemory(createPermissionGate(mode), engine.location.memory).decide(call, signal)
    for (const mode of ['ask', 'acceptEdits', 'deny'] as const)
      expect(await decide(mode)).toEqual({ allowed: true })
    expect(await decide('plan')).toMatchObject({ allowed: false })
    const sandbox = { memoryDirectory: engine.location.memory, cwd: place.project }
    for (const name of ['Memory', 'Skill'])
      expect(checkSandbox({ tool: name, input: { action: 'list' } }, sandbox).allowed).toBe(false)
  })

  it('does nothing while memory is off', async () => {
    await engine.close()
    open({ MEMDIR_SIMPLE: '1' })
    expect(await run({ action: 'list' })).toMatchObject({ isError: true })
  })
})
