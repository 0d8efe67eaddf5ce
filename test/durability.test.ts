// What memdir says that it has kept is kept also through a power cut: for each kind of file the order of the calls that
// make it so. What is not made durable is named here too, with the reason.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateRegistry } from '../src/base/projects/project-registry.ts'
import { changeSettingsFile, changeSharedSettings } from '../src/base/settings/change-settings.ts'
import { openClockWatch } from '../src/base/time/clock-watch.ts'
import { openTrustStore } from '../src/base/trust/trust-store.ts'
import { applyEdit } from '../src/connect/file-edit.ts'
import { updateDreamState } from '../src/learn/dream/dream-state.ts'
import { hearOnlySince } from '../src/learn/extract/heard-conversations.ts'
import { notesPath, writeNotes } from '../src/learn/notes/notes-file.ts'
import { changeFeedback, planWrong } from '../src/memory/feedback.ts'
import { type MemoryStore, openStore } from '../src/memory/memory-store.ts'
import { openWriter } from '../src/memory/open-writer.ts'
import { openQuarantine } from '../src/memory/records/quarantine.ts'
import { openExportSignature } from '../src/memory/transfer/export-signature.ts'
import { openUsageLog } from '../src/memory/usage-log.ts'
import { loadSecretScan } from '../src/memory/writer/secret-scan.ts'
import { trimHistory } from '../src/memory/writer/trim-history.ts'
import { openLedger } from '../src/models/ledger.ts'
import { recordShown } from '../src/search/shown-record.ts'
import { SignFile } from '../src/search/vectors/sign-file.ts'
import { VectorFile } from '../src/search/vectors/vector-file.ts'
import { type TemporaryHome, temporaryHome } from './support/published/temporary-home.ts'
import { traceFileOps, wayToDisk } from './support/trace-file-ops.ts'

const by = { actor: 'user' }
const NOW = new Date('2026-04-09T10:00:00Z')
const clock = { now: () => NOW }

interface Here extends TemporaryHome {
  state: string
  store: MemoryStore
}

let here: Here
beforeEach(() => {
  const place = temporaryHome()
  const state = join(place.root, 'state')
  const directory = join(place.root, 'memory')
  const writer = openWriter({ directory, state, loadScan: loadSecretScan, clock })
  here = { ...place, state, store: openStore(directory, writer, clock) }
})
afterEach(() => here.remove())

interface Kind {
  /** What is there before; not watched. */
  prepare?(here: Here): unknown
  run(here: Here): unknown
  /** The file that is written. */
  file: RegExp
}

const add = ({ store }: Here) => store.add({ content: 'Green tea', file: 'tea.md' }, by)
const addTwo = ({ store }: Here) => store.addAll([{ content: 'Green tea' }, { content: 'Black coffee' }], by)
const held = { reason: 'instructions', by: 'agent', memory: { content: 'Wait here' } } as const
const quarantine = ({ state }: Here) => openQuarantine(join(state, 'quarantine'), clock)
const usage = ({ state }: Here, now = NOW) => openUsageLog(join(state, 'usage'), { now: () => now })
const ENTRY = { paths: ['/a'], roots: [], remotes: [], created: NOW.toISOString() }
const part = { kind: 'settings', name: 'settings.json', content: {} } as const

/** A temporary file with all bytes synced takes the name, and the directory that holds the name is synced. */
const REPLACED: Record<string, Kind> = {
  'a new memory': { run: add, file: /\/tea\.md$/ },
  'a memory in a new directory': {
    run: ({ store }) => store.add({ content: 'Tea', file: 'deep/tea.md' }, by),
    file: /\/deep\/tea\.md$/,
  },
  'a changed memory': {
    prepare: add,
    run: ({ store }) => store.edit(store.find('tea.md'), { content: 'Coffee' }, by),
    file: /\/tea\.md$/,
  },
  'the index': { run: add, file: /\/MEMORY\.md$/ },
  'a history that was trimmed': {
    prepare: async (now) => {
      const old = { now: () => new Date('2026-03-01T10:00:00Z') }
      const { state, store } = now
      const writer = openWriter({ directory: store.directory, state, loadScan: loadSecretScan, clock: old })
      const before = openStore(store.directory, writer, old)
      for (let n = 0; n < 20; n++) await before.add({ content: `Note ${n}` }, by)
      await add(now)
    },
    run: ({ store }) =>
      trimHistory(store.writer, { retentionDays: 1, now: new Date('2026-04-20T10:00:00Z') }),
    file: /\/journal\/2026-03\.jsonl$/,
  },
  'the history without what was purged': {
    prepare: async (now) => {
      await add(now)
      await addTwo(now)
    },
    run: ({ store }) => store.purge(store.find('tea.md'), by),
    file: /\/journal\/2026-04\.jsonl$/,
  },
  'the intent of a purge': {
    prepare: add,
    run: ({ store }) => store.purge(store.find('tea.md'), by),
    file: /\/purge\/\w+\.json$/,
  },
  'a file that waits for a group': {
    run: ({ store }) =>
      store.add(
        { content: 'Tea' },
        { ...by, staged: [{ directory: 'quarantine', name: 'a.json', content: '{}' }] },
      ),
    file: /\/staged\/[^/]+$/,
  },
  'what is held in quarantine': {
    run: (now) => quarantine(now).hold(held),
    file: /\/quarantine\/\w+\.json$/,
  },
  'the registry of projects': {
    run: ({ home }) => updateRegistry(home, ({ projects }) => Object.assign(projects, { one: ENTRY })),
    file: /\/projects\.json$/,
  },
  'the copy of a project’s entry': {
    run: ({ home }) => updateRegistry(home, ({ projects }) => Object.assign(projects, { one: ENTRY })),
    file: /\/projects\/one\/project\.json$/,
  },
  'the person’s settings': {
    run: ({ home }) => changeSettingsFile(join(home, 'settings.json'), 'recall.maxMemories', 3),
    file: /\/settings\.json$/,
  },
  'the settings of a project': {
    run: ({ project }) => changeSharedSettings(project, 'recall.maxMemories', 3),
    file: /\/\.memdir\/settings\.json$/,
  },
  'what the person has approved': {
    run: ({ home, project }) => openTrustStore(home).approve(project, part, 'shown', NOW),
    file: /\/trust\.json$/,
  },
  'the key of exports': {
    run: ({ home }) => openExportSignature(join(home, 'export.key')).sign('text'),
    file: /\/export\.key$/,
  },
  'the sums of uses': {
    prepare: (now) => usage(now).record([{ id: 'tea1' }]),
    run: (now) => usage(now, new Date('2026-04-20T10:00:00Z')).compact(),
    file: /\/usage\/totals\.json$/,
  },
  'what is known of former dreams': {
    run: ({ state }) => updateDreamState(state, (known) => ({ ...known, scanned: NOW.toISOString() })),
    file: /\/dream\.json$/,
  },
  'the notes of a conversation': {
    run: ({ root }) => writeNotes(notesPath(join(root, 'sessions'), 'talk')!, '# Notes'),
    file: /\/talk\/session-memory\/summary\.md$/,
  },
  'what became of memories that were shown': {
    run: ({ state }) =>
      changeFeedback(state, (known) =>
        planWrong(known, { id: 'tea1', file: 'tea.md', by: 'user', now: NOW }),
      ),
    file: /\/feedback\.json$/,
  },
  'the time of a purge, for episodes': {
    run: ({ state }) => hearOnlySince(state, NOW),
    file: /\/heard\.json$/,
  },
  'the configuration of an agent': {
    run: ({ root }) => applyEdit({ path: join(root, 'agent.json'), before: undefined, after: '{}' } as never),
    file: /\/agent\.json$/,
  },
}

/** Lines at the end of a file, synced; the directory too where the file is new. */
const APPENDED: Record<string, Kind> = {
  'the history': { run: add, file: /\/journal\/2026-04\.jsonl$/ },
  'the ledger': {
    run: ({ home }) =>
      openLedger({ directory: join(home, 'ledger'), clock }).record({
        provider: 'fake',
        model: 'fake',
        purpose: 'chat',
        usage: { input: 1, output: 1 },
      } as never),
    file: /\/ledger\/2026-04\.jsonl$/,
  },
}

const ATOMIC = ['open', 'write', 'fsync', 'place', 'sync directory']

describe('the way to the disk', () => {
  test.each(Object.entries(REPLACED))('of %s', async (_, { prepare, run, file }) => {
    await prepare?.(here)
    const events = await traceFileOps(() => run(here))
    expect(wayToDisk(events, file).slice(0, 5)).toEqual(ATOMIC)
  })

  test.each(Object.entries(APPENDED))('of %s', async (_, { run, file }) => {
    const events = await traceFileOps(() => run(here))
    const placed = events.findIndex(({ call }) => call === 'place')
    const first = placed < 0 ? events : events.slice(0, placed)
    expect(wayToDisk(first, file).slice(0, 4)).toEqual(['open', 'write', 'fsync', 'sync directory'])
  })

  test('of a removed memory: its directory is synced before the change counts', async () => {
    await addTwo(here)
    const [one, two] = here.store.list()
    const events = await traceFileOps(() =>
      here.store.removeAll(
        [one, two].flatMap((m) => m ?? []),
        by,
      ),
    )
    const removed = events.findLastIndex(({ call, path }) => call === 'remove' && path.endsWith('.md'))
    const synced = events.findLastIndex(({ call, path }) => call === 'fsync' && path === here.store.directory)
    const marked = events.findLastIndex(({ call, path }) => call === 'write' && path.includes('/journal/'))
    const kept = events.findLastIndex(({ call, path }) => call === 'fsync' && path.includes('/journal/'))
    expect([removed < synced, synced < marked, marked < kept]).toEqual([true, true, true])
  })

  test('of several changes: journaled before any of them is made', async () => {
    const events = await traceFileOps(() => addTwo(here))
    const journaled = events.findIndex(({ call, path }) => call === 'fsync' && path.endsWith('.jsonl'))
    const placed = events.findIndex(({ call, path }) => call === 'place' && path.endsWith('.md'))
    expect([journaled >= 0, journaled < placed]).toEqual([true, true])
  })

  test('of vectors: the blocks are on the disk before the header counts them', async () => {
    const path = join(here.state, 'vectors-m.bin')
    const file = new VectorFile({ path, dimensions: 16, generation: 1 })
    const entry = { row: 1, vector: new Float32Array(16).fill(0.25) }
    const made = await traceFileOps(() => file.append([entry]))
    expect(wayToDisk(made, /\/vectors-m\.bin$/)).toEqual(ATOMIC)
    const appended = await traceFileOps(() => file.append([{ ...entry, row: 2 }]))
    expect(wayToDisk(appended, /\/vectors-m\.bin$/)).toEqual(['open', 'write', 'fsync', 'write'])
    const signs = new SignFile(join(here.state, 'signs-m.bin'), 16)
    const signsMade = await traceFileOps(() => signs.follow(file))
    expect(wayToDisk(signsMade, /\/signs-m\.bin$/)).toEqual(ATOMIC)
    file.append([{ ...entry, row: 3 }])
    const signsAppended = await traceFileOps(() => signs.follow(file))
    expect(wayToDisk(signsAppended, /\/signs-m\.bin$/)).toEqual(['open', 'write', 'fsync', 'write'])
  })

  test('of what is deliberately not durable: whole or not at all, and no waiting for the disk', async () => {
    const { state } = here
    const events = await traceFileOps(() => openClockWatch(state, clock).look())
    const placed = events.filter(({ call }) => call === 'place')
    const synced = events.filter(({ call, path }) => call === 'fsync' && path === placed[0]?.from)
    expect([placed.length, synced]).toEqual([1, []])
    recordShown(state, 'talk', { shown: ['tea.md'] })
    const shown = await traceFileOps(() => recordShown(state, 'talk', { shown: ['jam.md'] }))
    expect(wayToDisk(shown, /\/shown\//)).toEqual(['open', 'write'])
  })
})

const WRITES =
  /\b(?:writeFileAtomic|writeFileBelow|writeState|updateStates?|addLines|writeLines|eraseLines|appendFileSync|writeFileSync|writeSync|createWriteStream)\(|\bops\.(?:write|writeAt|fsync)\(|\bwriteAll\(/

/** Modules that write only what may be lost, and why it may. */
const NOT_DURABLE: Record<string, string> = {
  'connect/sdk/hook-main.ts': 'the log of the hook program, for looking into a fault',
  'cli/commands/edit.ts': 'the copy that an editor works on',
  'cli/chat/input-history.ts': 'what was typed, for the arrow keys',
  'cli/streams.ts': 'standard output and error',
  'connect/events/claim-event.ts': 'which hook answers an event; at worst both do',
  'connect/events/hook-runs.ts': 'when an agent last called: for doctor',
  'models/seen-prompts.ts': 'what the prompt hook saw, as sums; what is lost is not learnt from',
  'connect/events/silent-disk.ts':
    'a stamp for two minutes, in the temporary directory, because the disk does not answer',
  'models/typed-prompts.ts':
    'what was typed, until the turn has ended: a slow disk must not hold up a prompt',
  'learn/extract/fact-occurrences.ts': 'what may come again; at worst one time is not counted',
  'learn/saved-notices.ts': 'what the person is told once',
  'start/hand-over.ts': 'a file without a name, which the started process reads',
  'learn/episodes/gather-episodes.ts': 'a cache, made again from the logs',
  'search/embedded-mark.ts': 'a cache: without it the worker looks again',
  'search/chosen-vectors.ts': 'where vectors are kept, and under which name: without it they are made again',
  'search/act/tell-at-call.ts': 'the words by which a shell asks at a call, made again from the memories',
  'search/evaluate/vector-cache.ts': 'a cache',
  'base/git/git-exclude.ts': 'a line for git; at worst the directory shows as untracked',
  'base/files/line-file.ts': 'records of conversations; at worst something is shown again',
  'memory/writer/make-room.ts': 'empty files, kept to be removed',
  'base/git/private-git.ts': 'a git directory of our own for one call',
  'base/time/clock-watch.ts': 'the last time seen; the next write looks again',
  'memory/records/snapshot-file.ts': 'a cache, checked against the files',
  'search/verify/symbols/make-list.ts': 'a cache: without it the worker lists again',
  'search/episodes.ts': 'a cache, made again from the logs',
  'memory/doubles-file.ts': 'a cache: the worker looks again',
  'search/attached-record.ts': 'what was put into messages; at worst it comes again',
  'search/shown-record.ts': 'what a conversation was shown; at worst it is shown again',
  'search/catalog/catalog-state.ts': 'a cache',
  'search/catalog/write-notes.ts': 'a hint: without it directories are listed',
  'search/vectors/moments.ts': 'a cache',
  'search/vectors/unread-rows.ts': 'a cache: without it passages are looked at again',
  'base/processes/standard-streams.ts': 'standard output',
  'memory/waiting-counts.ts': 'how much waits for the person, counted again',
  'start/hook.ts': 'standard output',
  'start/code-cache.ts': 'a cache: without it the next process compiles',
  'models/transcript-log.ts': 'off by default: a power cut may cost the last turn of a conversation',
  'memory/transfer/export-memories.ts': 'a copy; the memories are still there',
  'connect/install/ask-codex-config.ts': 'a copy that Codex is asked about, gone at once',
  'learn/worker/drain-spool.ts': 'how often a turn was tried',
  'learn/worker/job-log.ts': 'what ran in the background, for people to look at',
  'learn/spool.ts': 'a turn that ended; the conversation is still with the agent',
  'learn/worker/start-once.ts': 'who is starting a worker, for seconds',
}

/** Modules that make what they write durable: by the ways proven above. */
const DURABLE = [
  'agent/plan/plan-file.ts',
  'cli/commands/export.ts',
  'cli/commands/init.ts',
  'connect/edited-file.ts',
  'connect/install/setup-record.ts',
  'agent/memory-actions.ts',
  'learn/dream/dream-state.ts',
  'search/act/guards.ts',
  'search/embed/write-model-file.ts',
  'memory/persons-proposals.ts',
  'memory/refused.ts',
  'learn/extract/heard-conversations.ts',
  'learn/extract/candidates.ts',
  'learn/extract/cursors.ts',
  'base/agents/own-memory-told.ts',
  'base/agents/own-memory.ts',
  'base/files/atomic-write.ts',
  'base/files/directory.ts',
  'base/files/file-ops.ts',
  'base/files/lock.ts',
  'base/text/mask-quotes.ts',
  'base/files/state-file.ts',
  'connect/mcp/serve-http.ts',
  'memory/writer/journal.ts',
  'memory/writer/perform-steps.ts',
  'memory/writer/purge.ts',
  'memory/writer/rewrite-journal.ts',
  'memory/writer/staged-files.ts',
  'learn/notes/notes-file.ts',
  'learn/notes/notes-of-log.ts',
  'base/projects/project-entry.ts',
  'base/projects/project-registry.ts',
  'memory/records/removed-statements.ts',
  'memory/clean-up.ts',
  'memory/feedback.ts',
  'memory/records/quarantine.ts',
  'memory/usage-log.ts',
  'search/vectors/sign-file.ts',
  'search/vectors/vector-file.ts',
  'base/settings/change-settings.ts',
  'base/settings/settings-files.ts',
  'base/settings/project-file.ts',
  'base/settings/told-once.ts',
  'base/trust/trust-store.ts',
  'models/spend/ledger-file.ts',
  'agent/tools/file-access.ts',
  'memory/transfer/waiting-imports.ts',
  'memory/transfer/export-signature.ts',
]

test('whoever writes files is named here, as durable or with the reason why not', () => {
  const source = join(import.meta.dirname, '../src')
  const writing = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => WRITES.test(readFileSync(join(source, file), 'utf8')))
  expect(writing.sort()).toEqual([...DURABLE, ...Object.keys(NOT_DURABLE)].sort())
})
