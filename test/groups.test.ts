// One change as a person sees it is all or nothing: the process is stopped, or the disk is full, at every call that
// changes the disk, of every command that writes several files. Then somebody writes once.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FileOps, nodeFileOps } from '../src/base/files/file-ops.ts'
import { MemdirError } from '../src/base/values/errors.ts'
import { parseIndex, pointersOf } from '../src/memory/files/index-file.ts'
import { readLog } from '../src/memory/history.ts'
import { openStore } from '../src/memory/memory-store.ts'
import { openWriter } from '../src/memory/open-writer.ts'
import { newestChanges } from '../src/memory/plan-undo.ts'
import { openRecords } from '../src/memory/records/open-records.ts'
import { openRemovedStatements } from '../src/memory/records/removed-statements.ts'
import { RETENTION } from '../src/memory/records/retention.ts'
import { openTransfer } from '../src/memory/transfer/open-transfer.ts'
import { loadSecretScan } from '../src/memory/writer/secret-scan.ts'
import { undoChanges } from '../src/memory/writer/undo.ts'
import { faultyFileOps, stoppedFileOps } from './support/published/faulty-file-ops.ts'
import { temporaryDirectory } from './support/published/temporary-directory.ts'
import { everyFew, someOf } from './support/try-all.ts'

/** Waiting for the disk thousands of times would only make this slow. */
const unsynced: FileOps = { ...nodeFileOps, fsync: () => {}, syncAll: () => true }
const CHANGES_DISK: ReadonlySet<string> = new Set(
  'write writeAt fsync syncAll rename link unlink mkdir ftruncate symlink'.split(' '),
)
const by = { actor: 'user' }
const SECRET = 'the bandersnatch opens the vault'
const IMPORT = ['Likes tea', 'Has a dog called Rex', 'Lives in Hamburg', 'Plays the oboe', '每天喝茶']

function open(root: string, ops: FileOps = unsynced) {
  const directory = join(root, 'memory')
  const state = join(root, 'state')
  const clock = { now: () => new Date('2026-04-09T10:00:00Z') }
  const writer = openWriter({ directory, state, loadScan: loadSecretScan, clock, ops, lockTimeoutMs: 500 })
  const store = openStore(directory, writer, clock)
  const records = openRecords({
    store,
    state,
    clock,
    search: async () => [],
    findByWords: async () => [],
    findNearPairs: async () => ({ pairs: [], compared: [], model: 'm' }),
    redact: async (text) => text,
    isLeftAside: () => false,
    rules: { minConfidence: 0.7, minImportance: 2, retention: RETENTION },
    mergeAutomatically: true,
    cleanup: { enabled: true, hours: 24, auditDays: 30, historyDays: 365 },
    injection: { enabled: true, maxMemories: 10, threshold: 0.6, budgetRatio: 0.1 },
  })
  const transfer = openTransfer({
    ...{ store, clock, state, usage: records.usage },
    signatureKey: join(root, 'export.key'),
    isDoubtful: () => false,
    removed: openRemovedStatements(store.writer.journal, { state, clock }),
  })
  const five = { format: 'mem0', memories: IMPORT.map((content) => ({ content, tags: [] })) } as const
  const importFive = () => transfer.import({ ...five, memories: [...five.memories] }, by, { trust: true })
  const undo = async () => undoChanges(writer, directory, newestChanges(writer), 'user')
  return { root, directory, state, writer, store, records, importFive, undo }
}
type Opened = ReturnType<typeof open>

/** Each in a store with four memories; `prepare` goes before. */
const COMMANDS: Record<string, { prepare?(here: Opened): unknown; run(here: Opened): Promise<unknown> }> = {
  'an import of five': { run: (here) => here.importFive() },
  'the undo of that import': { prepare: (here) => here.importFive(), run: (here) => here.undo() },
  'the redo of that import': {
    prepare: async (here) => {
      await here.importFive()
      await here.undo()
    },
    run: async ({ writer, directory }) => {
      const undone = readLog(writer).filter(({ action, undoneBy }) => action === 'undo' && !undoneBy)
      return undoChanges(writer, directory, undone, 'user')
    },
  },
  'a merge': { run: ({ records, store }) => records.merge(store.find('one.md'), store.find('two.md'), by) },
  'rm of three': {
    run: ({ store }) =>
      store.removeAll(
        ['one.md', 'two.md', 'three.md'].map((file) => store.find(file)),
        by,
      ),
  },
  'an edit': { run: ({ store }) => store.edit(store.find('one.md'), { content: 'Something else' }, by) },
  'a purge': {
    prepare: ({ store }) => store.edit(store.find('four.md'), { content: `${SECRET}, they say` }, by),
    run: ({ store }) => store.purge(store.find('four.md'), by),
  },
}

let template: string
beforeAll(async () => {
  template = temporaryDirectory()
  const { store } = open(template)
  const texts = {
    one: 'The build runs on two machines',
    two: 'The build runs on two machines now and then',
    three: 'Deploys happen on Thursday',
    four: SECRET,
  }
  for (const [name, content] of Object.entries(texts)) await store.add({ content, file: `${name}.md` }, by)
})

async function prepared(command: string): Promise<string> {
  const root = temporaryDirectory()
  cpSync(template, root, { recursive: true, verbatimSymlinks: true })
  await COMMANDS[command]!.prepare?.(open(root))
  return root
}

function copy(of: string): string {
  const root = temporaryDirectory()
  cpSync(of, root, { recursive: true, verbatimSymlinks: true })
  return root
}

/** What the memories say, by file. */
const said = ({ store }: Opened) =>
  Object.fromEntries(
    store.list().flatMap(({ file, content }) => (file === 'next.md' ? [] : [[file, content]])),
  )

async function expectWhole(
  root: string,
  states: { before: object; after: object },
  acknowledged: boolean,
  where: string,
) {
  const here = open(root)
  await here.store.add({ content: 'Written afterwards', file: 'next.md' }, by)
  const now = said(here)
  const expected = acknowledged ? [states.after] : [states.before, states.after]
  expect(expected, where).toContainEqual(now)
  const listed = pointersOf(parseIndex(readFileSync(join(here.directory, 'MEMORY.md'), 'utf8')))
  expect(listed.map(({ file }) => file).sort(), where).toEqual([...Object.keys(now), 'next.md'].sort())
  expect(here.writer.journal.unfinished(), where).toEqual([])
  const left = readdirSync(root, { recursive: true }).map(String)
  expect(
    left.filter((name) => name.includes('.memdir-tmp-')),
    where,
  ).toEqual([])
  const purges = join(here.state, 'purge')
  expect(existsSync(purges) ? readdirSync(purges) : [], where).toEqual([])
  // What was written afterwards can be undone, and what was there before it too.
  expect((await here.undo()).skipped, where).toEqual([])
  expect(said(here), where).toEqual(now)
  const undone = await here.undo()
  expect([undone.skipped.length, undone.undone.length > 0], where).toEqual([0, true])
  rmSync(root, { recursive: true })
  return JSON.stringify(now) === JSON.stringify(states.after) ? ('after' as const) : ('before' as const)
}

async function bothStates(ready: string, command: string) {
  const before = said(open(ready))
  const done = open(copy(ready))
  await COMMANDS[command]!.run(done)
  return { before, after: said(done) }
}

for (const command of Object.keys(COMMANDS)) {
  describe(command, () => {
    test('stopped at every call that changes the disk: all of it or nothing', {
      timeout: 120_000,
    }, async () => {
      const ready = await prepared(command)
      const states = await bothStates(ready, command)
      expect(states.after).not.toEqual(states.before)
      const outcomes = new Set<string>()
      for (let at = 1; ; at += everyFew(2)) {
        const root = copy(ready)
        let changes = 0
        const ops = stoppedFileOps(({ name }) => CHANGES_DISK.has(name) && ++changes === at, unsynced)
        const outcome = await COMMANDS[command]!.run(open(root, ops)).catch((error: unknown) => error)
        if (changes < at) break
        const acknowledged = !(outcome instanceof Error)
        outcomes.add(
          await expectWhole(
            root,
            states,
            acknowledged,
            `${command}, stopped at change ${at} (${ops.calls.at(-1)})`,
          ),
        )
      }
      expect([...outcomes].sort()).toEqual(['after', 'before'])
    })

    test('a full disk at every call: a clear error, nothing changed, whole afterwards', {
      timeout: 120_000,
    }, async () => {
      const ready = await prepared(command)
      const states = await bothStates(ready, command)
      const probe = faultyFileOps({ at: 0, code: 'ENOSPC' }, unsynced)
      await COMMANDS[command]!.run(open(copy(ready), probe))
      const places = probe.calls.flatMap((name, i) =>
        CHANGES_DISK.has(name) || name === 'open' ? [i + 1] : [],
      )
      for (const sticky of [false, true])
        for (const at of someOf(places, 4, sticky ? 2 : 0)) {
          const root = copy(ready)
          const ops = faultyFileOps({ at, code: 'ENOSPC', sticky }, unsynced)
          const outcome = await COMMANDS[command]!.run(open(root, ops)).catch((error: unknown) => error)
          const name = ops.calls[at - 1]
          const where = `${command}, full disk${sticky ? ' for good' : ''} at call ${at} (${name})`
          if (outcome instanceof Error) {
            expect(MemdirError.is(outcome) && outcome.fix, where).toBeTruthy()
            // A purge that has begun is completed later; the rest is as it was, at once.
            if (!sticky && command !== 'a purge') expect(said(open(root)), where).toEqual(states.before)
          }
          await expectWhole(root, states, !(outcome instanceof Error), where)
        }
    })
  })
}

test('a purge that was stopped leaves no trace once it is completed, wherever it was', {
  timeout: 120_000,
}, async () => {
  const ready = await prepared('a purge')
  for (let at = 1; ; at++) {
    const root = copy(ready)
    let changes = 0
    const ops = stoppedFileOps(({ name }) => CHANGES_DISK.has(name) && ++changes === at, unsynced)
    await COMMANDS['a purge']!.run(open(root, ops)).catch(() => {})
    if (changes < at) break
    const here = open(root)
    const purges = join(here.state, 'purge')
    const begun = existsSync(purges) && readdirSync(purges).some((name) => name.endsWith('.json'))
    const isDone = !existsSync(join(here.directory, 'four.md'))
    await here.store.add({ content: 'Written afterwards' }, by)
    const traces = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes('bandersnatch'))
    expect(traces.length === 0, `stopped at change ${at}`).toBe(begun || isDone)
    rmSync(root, { recursive: true })
  }
})
