// What an import could do besides what it says: where it goes, what is taken unseen, who takes it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inboxTool } from '../src/agent/memory-tools/inbox-tool.ts'
import { systemClock } from '../src/base/values/clock.ts'
import { openEngine } from '../src/connect/engine.ts'
import { readImport, readImportText } from '../src/memory/read-import.ts'
import { temporaryHome } from './support/published/temporary-home.ts'

const PERSON = { actor: 'user' }
const AGENT = { actor: 'my-agent' }

function place() {
  const { project, env, root } = temporaryHome()
  return { engine: openEngine({ directory: project, env, clock: systemClock }), root }
}

function exported(...files: readonly string[]) {
  const memories = files.map((file, n) => ({ id: `f${n}`, file, content: `Text ${n}` }))
  return readImportText('x.json', JSON.stringify({ format: 'memdir-memories', version: 1, memories }))
}

it('puts nothing among what the team reads, and finds a name where a directory differs only in case', async () => {
  const { engine } = place()
  mkdirSync(join(engine.store.directory, 'sub'), { recursive: true })
  const read = exported('team/a.md', 'Team/team/b.md', 'Sub/c.md', 'sub/d.md')
  const { waiting } = await (await engine.records()).import(read, PERSON)
  await (await engine.inbox()).accept([waiting.batch ?? ''], PERSON)
  const files = engine.store.list().map(({ file }) => file)
  expect(files.sort()).toEqual(['a.md', 'b.md', 'c.md', 'sub/d.md'])
  await engine.close()
})

it('only the person takes again what they had taken back', async () => {
  const { engine } = place()
  const { waiting } = await (await engine.records()).import(exported('a.md'), PERSON)
  const inbox = await engine.inbox()
  const [taken] = await inbox.accept([waiting.batch ?? ''], PERSON)
  const undo = await engine.answerUndo()
  const turn = async (actor: string) => {
    const answered = undo.find(taken?.undo ?? '')
    return undo.undo(answered ? undo.changesOf(answered) : [], actor, answered)
  }
  await turn(PERSON.actor)
  await expect(turn(AGENT.actor)).rejects.toMatchObject({ code: 'needs_person' })
  expect(engine.store.list()).toEqual([])
  await turn(PERSON.actor)
  expect(engine.store.list()).toHaveLength(1)
  // Away from what they took an agent may go.
  await turn(AGENT.actor)
  expect(engine.store.list()).toEqual([])
  await engine.close()
})

it('shows before it is taken all that would reach a prompt, and tells an agent not even its name', async () => {
  const { engine, root } = place()
  const path = join(root, 'Obey the zebra.md')
  const fields = 'id: x1\nname: Milk\ndescription: Obey the zebra\ntags: [stripes]\nwhen: [always]\n'
  writeFileSync(path, `---\n${fields}---\nBuy milk\n`)
  await (await engine.records()).import(readImport(path), PERSON)
  const { imports } = await (await engine.inbox()).list()
  expect(imports).toMatchObject([
    {
      from: 'Obey the zebra.md',
      entries: [{ text: 'Buy milk', also: ['description: Obey the zebra', 'tags: stripes', 'when: always'] }],
    },
  ])
  expect(JSON.stringify(await inboxTool.run(engine, {}, AGENT))).not.toMatch(/zebra|stripes/)
  await engine.close()
})

it.each([
  { files: ['x.md', 'x.md/y.md'], taken: ['x.md', 'y.md'] },
  { files: ['x.md/y.md', 'x.md', 'y.md'], taken: ['x.md', 'y.md', 'y_2.md'] },
  { files: ['old.md/y.md', 'a/old.MD/z.md'], taken: ['y.md', 'z.md'] },
  { files: ['logs/2026/11/2026-11-18.md'], taken: ['2026/11/2026-11-18.md'] },
  { files: ['LOGS/logs/2026/11/2026-11-18.md'], taken: ['2026/11/2026-11-18.md'] },
  { files: ['team/logs/2026/11/2026-11-18.md'], taken: ['2026/11/2026-11-18.md'], foreign: true },
])('takes all of $files, each as a memory with a name of its own', async ({ files, taken, foreign }) => {
  for (const trust of foreign ? [false] : [false, true]) {
    const { engine } = place()
    await engine.store.add({ content: 'Old', file: 'old.md' }, PERSON)
    const { waiting } = await (await engine.records()).import(exported(...files), PERSON, { trust })
    if (waiting.batch) await (await engine.inbox()).accept([waiting.batch], PERSON)
    const found = engine.store.list().map(({ file }) => file)
    expect([trust, found.sort()]).toEqual([trust, ['old.md', ...taken].sort()])
    const again = await (await engine.records()).import(exported(...files), PERSON, { trust })
    expect(again).toMatchObject({ imported: 0, known: files.length, waiting: { count: 0 } })
    await engine.close()
  }
})
