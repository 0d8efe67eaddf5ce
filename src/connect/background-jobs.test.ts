import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type EmbeddingServer, startEmbeddingServer } from '../../test/support/published/embedding-server.ts'
import { jobContract } from '../../test/support/published/job-contract.ts'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { readLock } from '../base/files/lock.ts'
import type { TimeLimit } from '../base/time/time-limit.ts'
import { openBackground } from '../learn/background.ts'
import { readDreamState } from '../learn/dream/dream-state.ts'
import type { JobRun } from '../learn/job.ts'
import { spoolTurn } from '../learn/spool.ts'
import { areDoublesDue } from '../learn/worker/doubles-job.ts'
import { spooledFiles } from '../learn/worker/spool-files.ts'
import type { ProjectContext } from '../search/project-context.ts'
import { findNearPairs } from '../search/search-memories.ts'
import { readShown, recordShown } from '../search/shown-record.ts'
import { encodeList } from '../search/verify/symbols/encode-list.ts'
import { VERSION } from '../search/verify/symbols/list-format.ts'
import { symbolListDirectory, symbolListPath } from '../search/verify/symbols/list-path.ts'
import { backgroundJobs } from './background-jobs.ts'
import { openContext } from './open-context.ts'

let place: TemporaryHome
let context: ProjectContext
let server: EmbeddingServer
beforeAll(async () => {
  server = await startEmbeddingServer()
})
afterAll(() => server.close())
beforeEach(() => {
  place = temporaryHome()
  const storage = { embeddingModel: 'm', embeddingUrl: server.url }
  mkdirSync(place.home, { recursive: true })
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify({ storage }))
  context = openContext({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await context.close()
  place.remove()
})

const NAMES = [
  'turns',
  'clean-up',
  'embedding',
  'agent-memories',
  'entries',
  'doubles',
  'symbols',
  'dream',
  'logs',
  'episodes',
]
const turn = { agent: 'codex', event: 'turn-end', conversation: 't1', raw: '{}' }

async function somethingToDo(): Promise<void> {
  mkdirSync(context.location.memory, { recursive: true })
  writeFileSync(join(context.location.memory, 'tea.md'), 'Caroline drinks green tea.\n')
  await spoolTurn(context.location.state, turn)
}

describe.each(NAMES)('the job %s keeps the contract', (name) => {
  for (const { title, check } of jobContract)
    it(title, async () => {
      await somethingToDo()
      const job = backgroundJobs(context).find((one) => one.name === name)
      if (!job) throw new Error('it does not exist')
      await check(job)
    })
})

test('nothing is due where there is nothing, and the switches of the settings count', async () => {
  const due = (of: ProjectContext) =>
    backgroundJobs(of)
      .filter((job) => job.isDue({ runs: [] }, Date.now()))
      .map(({ name }) => name)
  expect(due(context)).toEqual([])
  await somethingToDo()
  expect(due(context)).toEqual(['turns', 'clean-up', 'embedding'])
  const off = openContext({
    directory: place.project,
    env: place.env,
    flags: { 'cleanup.autoCleanup': false },
  })
  expect(due(off)).toEqual(['turns', 'embedding'])
  await off.close()
})

test('clean-up removes what old conversations were shown', async () => {
  await somethingToDo()
  const { state } = context.location
  recordShown(state, 'old', { shown: ['tea.md'] })
  const [name = ''] = readdirSync(join(state, 'shown'))
  utimesSync(join(state, 'shown', name), 1, 1)
  recordShown(state, 'new', { shown: ['tea.md'] })
  const run = await openBackground(context, backgroundJobs).run('clean-up', { reason: 'test' })
  expect(run).toMatchObject({ status: 'done', did: { conversations: 1 } })
  expect([readShown(state, 'old').shown, readShown(state, 'new').shown]).toEqual([[], ['tea.md']])
})

test('clean-up removes the symbol lists of deleted worktrees, and what is none', async () => {
  await somethingToDo()
  const { state } = context.location
  const kept = listOf(state, place.project)
  listOf(state, join(place.project, 'deleted'))
  writeFileSync(join(symbolListDirectory(state), 'damaged.bin'), 'x')
  const run = await openBackground(context, backgroundJobs).run('clean-up', { reason: 'test' })
  expect(run).toMatchObject({ status: 'done', did: { lists: 2 } })
  expect(readdirSync(symbolListDirectory(state))).toEqual([basename(kept)])
})

function listOf(state: string, root: string): string {
  const path = symbolListPath(state, root)
  const facts = { v: VERSION, root, time: 1, head: '', index: '', complete: true, open: [] }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, encodeList(facts, []))
  return path
}

test('each run is logged; a turn that cannot be handled fails the job with its reason and stays', async () => {
  await somethingToDo()
  const background = openBackground(context, backgroundJobs)
  expect(await background.run('turns', { reason: 'test' })).toMatchObject({
    job: 'turns',
    reason: 'test',
    status: 'done',
    did: { turns: 1 },
  })
  mkdirSync(join(context.location.state, 'spool'), { recursive: true })
  writeFileSync(join(context.location.state, 'spool', '000000001-a.json'), '{')
  const failed = await background.run('turns', { reason: 'test' })
  expect(failed).toMatchObject({
    status: 'failed',
    error: { key: 'jobs.turns-failed', values: { count: 1 } },
  })
  expect(background.spool()).toMatchObject({ waiting: 0, failed: [{ file: '000000001-a.json' }] })
  expect(background.runs().map(({ status }) => status)).toEqual(['done', 'failed'])
  expect(spooledFiles(context.location.state)).toEqual([])
})

test('the names of a checkout are listed, and not where there is no repository', async () => {
  await somethingToDo()
  const isDue = (of = context) =>
    backgroundJobs(of)
      .find(({ name }) => name === 'symbols')
      ?.isDue({ runs: [] }, Date.now())
  expect(isDue()).toBe(false)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@e.x', ...args], { cwd: place.project })
  git('init', '-q')
  writeFileSync(join(place.project, 'a.ts'), 'someThing()')
  const early = openContext({ directory: place.project, env: place.env })
  mkdirSync(early.location.memory, { recursive: true })
  expect(isDue(early)).toBe(true)
  // Before the first commit git's own files say too little.
  expect(await openBackground(early, backgroundJobs).run('symbols', { reason: 'test' })).toMatchObject({
    status: 'later',
  })
  git('add', '.')
  git('commit', '-qm', 'first')
  expect(await openBackground(early, backgroundJobs).run('symbols', { reason: 'test' })).toMatchObject({
    status: 'done',
    did: { 'files listed': 1, 'files read': 1 },
  })
  expect(isDue(early)).toBe(false)
  await early.close()
})

test('everything is made again of the agents’ memories too', async () => {
  const memory = join(place.home, 'agent-memory', 'rev')
  mkdirSync(memory, { recursive: true })
  mkdirSync(join(place.home, 'agents'))
  writeFileSync(
    join(place.home, 'agents', 'rev.md'),
    '---\nname: rev\ndescription: x\nmemory: user\n---\nHi.\n',
  )
  writeFileSync(join(memory, 'oolong.md'), 'The reviewer drinks oolong.\n')
  const background = openBackground(context, backgroundJobs)
  const sent = () => server.texts.filter((text) => text.includes('oolong')).length
  for (const [remake, times] of [
    [false, 1],
    [false, 1],
    [true, 2],
  ] as const) {
    expect(await background.run('agent-memories', { reason: 'test', remake })).toMatchObject({
      status: 'done',
    })
    expect(sent()).toBe(times)
  }
  const isDue = () =>
    backgroundJobs(context)
      .find(({ name }) => name === 'agent-memories')
      ?.isDue({ runs: [] }, Date.now())
  expect(isDue()).toBe(false)
  writeFileSync(join(memory, 'oolong.md'), 'The reviewer drinks sencha.\n')
  expect(isDue()).toBe(true)
})

test('what is up to date starts nothing: embedding is due when files, models or the data are otherwise', async () => {
  await somethingToDo()
  const isDue = (of = context) =>
    backgroundJobs(of)
      .find(({ name }) => name === 'embedding')
      ?.isDue({ runs: [] }, Date.now())
  expect(isDue()).toBe(true)
  await openBackground(context, backgroundJobs).run('embedding', { reason: 'test' })
  await context.close()
  expect(isDue()).toBe(false)
  const file = join(context.location.memory, 'tea.md')
  writeFileSync(file, 'Caroline drinks black tea.\n')
  expect(isDue()).toBe(true)
  await openBackground(context, backgroundJobs).run('embedding', { reason: 'test' })
  expect(isDue()).toBe(false)
  const flags = { 'storage.embeddingModel': 'other' }
  const other = openContext({ directory: place.project, env: place.env, flags })
  expect(isDue(other)).toBe(true)
  await other.close()
  await context.close()
  rmSync(join(context.location.state, 'cache', 'catalog.db'))
  expect(isDue()).toBe(true)
})

test('doubles are looked for until the time is over, and then again', async () => {
  await somethingToDo()
  const limits: unknown[] = []
  const search = await context.workSearch()
  const likelyDoubles = async ({ deadline, signal }: TimeLimit) => {
    limits.push({ deadline, signal })
    return { pairs: [], compared: [], model: 'm' }
  }
  const workSearch = async () => ({ ...search, likelyDoubles })
  const find = findNearPairs({ ...context, workSearch: Object.assign(workSearch, context.workSearch) })
  const { signal } = new AbortController()
  await find(0.9, undefined, { deadline: 7, signal })
  expect(limits).toEqual([{ deadline: 7, signal }])
  const job = backgroundJobs(context).find(({ name }) => name === 'doubles')
  const run = (deadline: number) =>
    job?.run({ signal, deadline, log: { did() {}, progress() {} }, spend: undefined as never })
  expect(await run(Date.now() + 14_000)).toMatchObject({ status: 'stopped' })
  expect(await run(Date.now() + 60_000)).toEqual({ status: 'done' })
})

test('doubles are looked for after an embedding that found something, once', () => {
  const run = (job: string, second: number, more: Partial<JobRun> = {}) =>
    ({ job, status: 'done', started: `2026-01-01T00:00:0${second}Z`, did: {}, ...more }) as JobRun
  const found = { did: { embedded: 1 } }
  expect(areDoublesDue({ runs: [] })).toBe(false)
  expect(areDoublesDue({ runs: [run('embedding', 1)] })).toBe(false)
  expect(areDoublesDue({ runs: [run('embedding', 1, found)] })).toBe(true)
  expect(areDoublesDue({ runs: [run('embedding', 1, { ...found, status: 'running' })] })).toBe(false)
  expect(areDoublesDue({ runs: [run('embedding', 1, found), run('doubles', 2)] })).toBe(false)
  expect(
    areDoublesDue({ runs: [run('embedding', 1, found), run('doubles', 2), run('embedding', 3, found)] }),
  ).toBe(true)
  expect(areDoublesDue({ runs: [run('doubles', 2, { status: 'failed' })] })).toBe(true)
  expect(areDoublesDue({ runs: [run('embedding', 1, found), run('embedding', 2)] })).toBe(true)
})

test('a dream is due after a day with conversations, counts them again only after a while, and runs once at a time', async () => {
  await somethingToDo()
  const { sessions, state } = context.location
  const isDue = (now: number) =>
    backgroundJobs(context)
      .find(({ name }) => name === 'dream')
      ?.isDue({ runs: [] }, now)
  const now = Date.now()
  mkdirSync(sessions, { recursive: true })
  for (let at = 0; at < 5; at++) writeFileSync(join(sessions, `${at}.jsonl`), '')
  expect(isDue(now)).toBe(false)
  writeFileSync(join(sessions, '5.jsonl'), '')
  // Looked for a moment ago, once that is written down.
  await vi.waitFor(() => expect(readDreamState(state).scanned).toBeDefined())
  expect(isDue(now + 9 * 60_000)).toBe(false)
  expect(isDue(now + 11 * 60_000)).toBe(true)
  const background = openBackground(context, backgroundJobs)
  const two = await Promise.all([
    background.run('dream', { reason: 'test' }),
    background.run('dream', { reason: 'test' }),
  ])
  expect(two.filter((run) => run?.status === 'done')).toHaveLength(1)
  expect(two.filter((run) => run === undefined)).toHaveLength(1)
  expect(isDue(now + 23 * 3_600_000)).toBe(false)
  expect(readLock(join(state, 'locks'), 'job-dream').takeable).toBe(true)
})

test('hooks hear when a dream begins and ends', async () => {
  const heard = join(place.root, 'heard')
  const hook = (name: string) => [
    { hooks: [{ type: 'command', command: `cat >> ${heard}; echo ${name} >> ${heard}` }] },
  ]
  const settings = { hooks: { DreamStart: hook('began'), DreamEnd: hook('ended') } }
  writeFileSync(join(place.home, 'settings.json'), JSON.stringify(settings))
  const heeding = openContext({ directory: place.project, env: place.env })
  mkdirSync(heeding.location.memory, { recursive: true })
  writeFileSync(join(heeding.location.memory, 'tea.md'), 'Caroline drinks green tea.\n')
  const run = await openBackground(heeding, backgroundJobs).run('dream', { reason: 'test' })
  expect(run).toMatchObject({ status: 'done', did: { 'index lines': 1 } })
  const text = readFileSync(heard, 'utf8')
  expect(text).toMatch(/DreamStart.*began.*DreamEnd.*ended/s)
  expect(text).toContain('"improved":0')
  await heeding.close()
})
