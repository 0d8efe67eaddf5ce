// What comes from elsewhere reaches no prompt before the person has taken it, by whatever door it comes.
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inboxTool } from '../src/agent/memory-tools/inbox-tool.ts'
import { systemClock } from '../src/base/values/clock.ts'
import { type Engine, openEngine } from '../src/connect/engine.ts'
import { cleanUp } from '../src/memory/clean-up.ts'
import { newestChanges } from '../src/memory/plan-undo.ts'
import { readImport, readImportText } from '../src/memory/read-import.ts'
import { undoChanges } from '../src/memory/writer/undo.ts'
import { POISONED } from './fixtures/poisoned-texts.ts'
import { temporaryHome } from './support/published/temporary-home.ts'

const PERSON = { actor: 'user' }
const AGENT = { actor: 'my-agent' }

function place() {
  const { project, env, root } = temporaryHome()
  return { engine: openEngine({ directory: project, env, clock: systemClock }), root }
}

type Door = (engine: Engine, texts: readonly string[], root: string) => Promise<unknown>

const importText = (by: typeof PERSON, toDocument: (texts: readonly string[]) => unknown): Door => {
  return async (engine, texts) => {
    const read = readImportText('x.json', JSON.stringify(toDocument(texts)))
    return (await engine.records()).import(read, by)
  }
}

const memdirDocument = (texts: readonly string[], more = {}) => ({
  format: 'memdir-memories',
  version: 1,
  memories: texts.map((content, n) => ({ id: `p${n}`, file: `p${n}.md`, content, ...more })),
})

const DOORS: Record<string, Door> = {
  'an export of memdir': importText(PERSON, (texts) => memdirDocument(texts)),
  'an export that says to be the person’s': importText(PERSON, (texts) =>
    memdirDocument(texts, { source: { origin: 'user' }, signature: 'x', importance: 5 }),
  ),
  'whole files in an export': importText(PERSON, (texts) => ({
    ...memdirDocument([]),
    memories: texts.map((text, n) => ({
      file: `p${n}.md`,
      content: text,
      text: `---\nid: q${n}\n---\n${text}`,
    })),
  })),
  'the plain array of records': importText(PERSON, (texts) =>
    texts.map((content, n) => ({ id: `r${n}`, content, type: 'fact', source: { origin: 'user' } })),
  ),
  'an export of mem0': importText(PERSON, (texts) => texts.map((memory) => ({ memory }))),
  'an agent that imports': importText(AGENT, (texts) => memdirDocument(texts)),
  'a directory of Markdown': async (engine, texts, root) => {
    const directory = join(root, 'poisoned')
    mkdirSync(directory)
    for (const [n, text] of texts.entries())
      writeFileSync(join(directory, `${n}.md`), `---\nname: Note ${n}\n---\n${text}\n`)
    return (await engine.records()).import(readImport(directory), PERSON)
  },
  'the memory tool': async (engine, texts) =>
    (await engine.memoryTool({ by: AGENT })).execute({
      action: 'import',
      data: JSON.stringify(memdirDocument(texts)),
    }),
}

/** All that a prompt could be given: what is recalled, found, listed, and in the index. */
function reaching(engine: Engine, texts: readonly string[]): number {
  const files = readdirSync(engine.store.directory).map((name) =>
    readFileSync(join(engine.store.directory, name), 'utf8'),
  )
  const listed = engine.store.list().map(({ content }) => content)
  const said = [...files, ...listed].join('\n')
  return texts.filter((text) => said.includes(text)).length
}

it('has sixty poisoned texts, most of which no pattern knows', () => {
  expect(new Set(POISONED).size).toBe(60)
})

it.each(Object.entries(DOORS))(
  'reaches no prompt before it was taken, and all do after: %s',
  async (_, door) => {
    const { engine, root } = place()
    try {
      mkdirSync(engine.store.directory, { recursive: true })
      await door(engine, POISONED, root)
      const prompt = 'Where do deploys, releases and the build mirror go? 部署和发布经过哪里？'
      expect(reaching(engine, POISONED)).toBe(0)
      expect((await engine.recall({ prompt })).memories).toEqual([])
      expect((await engine.search({ query: prompt })).hits).toEqual([])
      // An agent that looks into the inbox is told that something waits, not what it says.
      const told = JSON.stringify(await inboxTool.run(engine, {}, AGENT))
      expect(told).toContain('60 imported')
      expect(POISONED.filter((text) => told.includes(JSON.stringify(text).slice(1, 40)))).toEqual([])
      const inbox = await engine.inbox()
      const { imports } = await inbox.list()
      expect(imports).toMatchObject([{ entries: { length: 60 } }])
      const id = imports[0]?.id ?? ''
      await expect(inbox.accept([id], AGENT)).rejects.toMatchObject({ code: 'needs_person' })
      expect(engine.store.list()).toEqual([])
      await inbox.accept([id], PERSON)
      expect(reaching(engine, POISONED)).toBe(60)
      expect(new Set(engine.store.list().map(({ source }) => source?.origin))).toEqual(new Set(['import']))
      expect((await engine.recall({ prompt })).memories.length).toBeGreaterThan(0)
      expect((await inbox.list()).imports).toEqual([])
    } finally {
      await engine.close()
      rmSync(root, { recursive: true, force: true })
    }
  },
)

it('of the sixty, each asked for in its own words, none is recalled before it was taken, and each after', async () => {
  const { engine, root } = place()
  try {
    await DOORS['the plain array of records']?.(engine, POISONED, root)
    const recalled = async () => {
      let count = 0
      for (const prompt of POISONED)
        if (
          (await engine.recall({ prompt })).memories.some(
            ({ memory }) => memory.content.trim() === prompt.trim(),
          )
        )
          count++
      return count
    }
    expect(await recalled()).toBe(0)
    const inbox = await engine.inbox()
    await inbox.accept(
      (await inbox.list()).imports.map(({ id }) => id),
      PERSON,
    )
    expect(await recalled()).toBe(60)
  } finally {
    await engine.close()
  }
})

const JANUARY = '2026-01-05T10:00:00Z'
const MARCH = '2026-03-05T10:00:00Z'

/** What each format that is read says of its age; without a time of its own the file's counts. */
const AGES: Record<string, { name: string; text: string; age: string }> = {
  'records, updated': {
    name: 'a.json',
    text: JSON.stringify([{ content: 'A', type: 'fact', createdAt: '2025-01-01', updatedAt: JANUARY }]),
    age: JANUARY,
  },
  'records, created': {
    name: 'a.json',
    text: JSON.stringify([{ content: 'A', type: 'fact', createdAt: JANUARY }]),
    age: JANUARY,
  },
  'records without a time': {
    name: 'a.json',
    text: JSON.stringify([{ content: 'A', type: 'fact' }]),
    age: MARCH,
  },
  mem0: { name: 'a.json', text: JSON.stringify([{ memory: 'A', created_at: JANUARY }]), age: JANUARY },
  'mem0 without a time': { name: 'a.json', text: JSON.stringify([{ memory: 'A' }]), age: MARCH },
  openmemory: {
    name: 'a.jsonl',
    text: JSON.stringify({ content: 'A', state: 'active', categories: [], created_at: JANUARY }),
    age: JANUARY,
  },
  'mcp-memory': {
    name: 'a.jsonl',
    text: JSON.stringify({ type: 'entity', name: 'A', observations: ['b'] }),
    age: MARCH,
  },
  'chatgpt, memory.json': {
    name: 'a.json',
    text: JSON.stringify([{ content: 'A', created_at: JANUARY }]),
    age: JANUARY,
  },
  'chatgpt, a dated list': { name: 'a.txt', text: '- 2026-01-05: Likes tea\n', age: '2026-01-05T00:00:00Z' },
  'chatgpt, a list': { name: 'a.txt', text: '- Likes tea\n- Has a dog\n', age: MARCH },
  instructions: { name: 'CLAUDE.md', text: '- Use tabs\n', age: MARCH },
  'Markdown that says it': {
    name: 'a.md',
    text: `---\nname: A\nupdated: ${JANUARY}\n---\nText\n`,
    age: JANUARY,
  },
  'Markdown without a time': { name: 'a.md', text: 'Text\n', age: MARCH },
  'Claude Code’s files': {
    name: 'a.md',
    text: `---\nname: A\nmetadata:\n  modified: ${JANUARY}\n---\nText\n`,
    age: JANUARY,
  },
  'basic-memory': { name: 'a.md', text: '---\ntitle: A\npermalink: a\n---\n- [fact] B\n', age: MARCH },
  'an export of memdir': {
    name: 'a.json',
    text: JSON.stringify(memdirDocument(['A'], { created: JANUARY })),
    age: JANUARY,
  },
}

it.each(Object.entries(AGES))('is as old as it was, taken or trusted: %s', async (_, { name, text, age }) => {
  for (const trust of [false, true]) {
    const { engine, root } = place()
    const path = join(root, name)
    writeFileSync(path, text)
    utimesSync(path, new Date(MARCH), new Date(MARCH))
    const { waiting } = await (await engine.records()).import(readImport(path), PERSON, { trust })
    if (waiting.batch) await (await engine.inbox()).accept([waiting.batch], PERSON)
    const [memory] = engine.store.list()
    const told = new Date(memory!.updated ?? memory!.modified).toISOString()
    expect([trust, told.slice(0, 19)]).toEqual([trust, age.slice(0, 19)])
    await engine.close()
  }
})

it.each(
  Object.entries(AGES).filter(
    ([name]) => !/without a time|, a list$|^mcp-memory|^instructions|^basic/.test(name),
  ),
)('is not newer than now, whatever it says, and that is said: %s', async (name, { name: file, text }) => {
  // A trusted export is restored to the letter.
  for (const trust of name === 'an export of memdir' ? [false] : [false, true]) {
    const { engine, root } = place()
    const path = join(root, file)
    writeFileSync(path, text.replaceAll(/202[56](?=-0\d)/g, '2999'))
    const { waiting, warnings } = await (await engine.records()).import(readImport(path), PERSON, { trust })
    expect(warnings.map(({ warning }) => warning.key)).toEqual(['transfer.future-times'])
    if (waiting.batch) await (await engine.inbox()).accept([waiting.batch], PERSON)
    const [memory] = engine.store.list()
    for (const time of [memory!.created, memory!.updated])
      expect(Date.parse(time ?? '')).toBeLessThanOrEqual(Date.now())
    expect(readFileSync(join(engine.store.directory, memory!.file), 'utf8')).not.toMatch(
      /^(?:created|updated): .?2999/m,
    )
    await engine.close()
  }
})

it('of a directory each file is as old as it was; what is not meant is not walked', async () => {
  const { engine, root } = place()
  const directory = join(root, 'notes')
  for (const below of ['', '.git', 'node_modules', '.cache']) {
    mkdirSync(join(directory, below), { recursive: true })
    const path = join(directory, below, 'note.md')
    writeFileSync(path, `Note of ${below || 'the person'}\n`)
    utimesSync(path, new Date(JANUARY), new Date(JANUARY))
  }
  await (await engine.records()).import(readImport(directory), PERSON)
  const inbox = await engine.inbox()
  const [batch] = (await inbox.list()).imports
  expect(batch?.entries).toMatchObject([{ text: 'Note of the person' }])
  await inbox.accept([batch!.id], PERSON)
  expect(engine.store.list()).toMatchObject([{ updated: '2026-01-05T10:00:00.000Z' }])
  const home = process.env.HOME
  process.env.HOME = directory
  try {
    for (const path of ['/', join(directory, '.git'), directory])
      expect(() => readImport(path)).toThrow('is not a directory of memories')
  } finally {
    process.env.HOME = home
  }
  await engine.close()
})

it('a purge takes out of what waits all that says the same', async () => {
  const { engine } = place()
  const records = await engine.records()
  const { memory } = await engine.store.add({ content: 'The code name of the release is Kingfisher' }, PERSON)
  const list = [{ memory: 'They say: The code name of the release is Kingfisher' }, { memory: 'Has a dog' }]
  await records.import(readImportText('x.json', JSON.stringify(list)), PERSON)
  await engine.store.purge(memory, PERSON)
  const [batch] = records.waitingImports().list()
  expect(batch?.entries).toMatchObject([{ memory: { content: 'Has a dog' } }])
  const directory = join(engine.location.state, 'imports')
  for (const name of readdirSync(directory))
    expect(readFileSync(join(directory, name), 'utf8')).not.toContain('Kingfisher')
  await engine.close()
})

async function removedPlace() {
  const { engine } = place()
  const records = await engine.records()
  const texts = ['Deploys go out on Fridays', '发布前要跑全部测试']
  const list = JSON.stringify(texts.map((memory) => ({ memory: `${memory}.` })))
  const again = async (by = PERSON, how = {}) => records.import(readImportText('x.json', list), by, how)
  const added = async () => {
    for (const content of texts) await records.add({ content }, PERSON)
    return engine.store.list()
  }
  return { engine, records, again, added, texts }
}

it('leaves out what was removed or refused here, says so, and lets it in again once somebody has added it', async () => {
  const { engine, records, again, added, texts } = await removedPlace()
  await engine.store.removeAll(await added(), PERSON)
  const left = await again()
  expect(left).toMatchObject({ removed: 2, waiting: { count: 0 }, imported: 0 })
  expect(left.warnings.map(({ text, warning }) => [text, warning.key])).toEqual(
    texts.map((text) => [`${text}.`, 'transfer.removed-before']),
  )
  expect(await again({ actor: 'my-agent' })).toMatchObject({ removed: 2, waiting: { count: 0 } })
  // Added by hand and changed since: it is no longer what somebody wanted gone.
  const { memory } = (await records.add({ content: texts[0]! }, PERSON)) as { memory: { id: string } }
  await engine.store.edit(engine.store.find(memory.id), { content: 'Deploys go out on Mondays' }, PERSON)
  expect(await again()).toMatchObject({ removed: 1, waiting: { count: 1 } })
  await engine.close()
})

it('is lifted by an undo, and what the person vouches for is put back', async () => {
  const { engine, again, added } = await removedPlace()
  const { writer, directory } = engine.store
  await engine.store.removeAll(await added(), PERSON)
  await undoChanges(writer, directory, newestChanges(writer), 'user')
  for (const memory of engine.store.list())
    await engine.store.edit(memory, { content: `${memory.content} now` }, PERSON)
  expect(await again()).toMatchObject({ removed: 0, waiting: { count: 2 } })
  const trusted = await removedPlace()
  await trusted.engine.store.removeAll(await trusted.added(), PERSON)
  expect(await trusted.again(PERSON, { trust: true })).toMatchObject({ imported: 2, removed: 0 })
  for (const one of [engine, trusted.engine]) await one.close()
})

it('knows it after the history has gone: purged, trimmed, or refused as an import; a hash, not its words', async () => {
  const purged = await removedPlace()
  for (const memory of await purged.added()) await purged.engine.store.purge(memory, PERSON)
  expect(await purged.again()).toMatchObject({ removed: 2, waiting: { count: 0 } })
  const { state } = purged.engine.location
  const kept = readFileSync(join(state, 'removed'), 'utf8')
  expect(kept).not.toMatch(/Fridays|发布/)
  await purged.engine.close()

  const trimmed = await removedPlace()
  await trimmed.engine.store.removeAll(await trimmed.added(), PERSON)
  const { store, location } = trimmed.engine
  const deps = { store, state: location.state, clock: systemClock, auditDays: 0, historyDays: 0 }
  while (store.writer.journal.read().length > 0) await cleanUp(deps, PERSON)
  expect(await trimmed.again()).toMatchObject({ removed: 2 })
  await trimmed.engine.close()

  const expired = await removedPlace()
  for (const content of expired.texts)
    await expired.engine.store.add({ content, expires: '2026-01-01T00:00:00Z' }, PERSON)
  await expired.records.cleanUp(PERSON, expired.engine.store.list())
  expect(expired.engine.store.list()).toEqual([])
  expect(await expired.again()).toMatchObject({ removed: 0, waiting: { count: 2 } })
  await expired.engine.close()

  const refused = await removedPlace()
  const { waiting } = await refused.again()
  const inbox = await refused.engine.inbox()
  await inbox.refuse([waiting.batch ?? ''], PERSON)
  expect(await refused.again()).toMatchObject({ removed: 2, waiting: { count: 0 } })
  await refused.engine.close()
})
