// What comes from elsewhere reaches no prompt before the person has taken it, by whatever door it comes.
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { POISONED } from '../../test/fixtures/poisoned-texts.ts'
import { inboxTool } from '../clients/tools/inbox-tool.ts'
import { systemClock } from '../lib/clock.ts'
import { temporaryHome } from '../testing/temporary-home.ts'
import { readImport, readImportText } from '../transfer/read-import.ts'
import { type Engine, openEngine } from './engine.ts'

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
