import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stoppedFileOps } from '../../test/support/published/faulty-file-ops.ts'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { acquireLock } from '../base/files/lock.ts'
import { type Engine, openEngine } from '../connect/engine.ts'
import { openWriter } from '../memory/open-writer.ts'
import type { Recovered } from '../memory/writer.ts'
import { listTranscripts } from '../models/list-transcripts.ts'
import { readTranscript } from '../models/read-transcript.ts'
import { openTranscriptLog } from '../models/transcript-log.ts'

const TEXT = 'The bandersnatch code opens the vault.\n小梅知道仙鹤的暗号，别人都不知道。'
const by = { actor: 'user' }

let place: TemporaryHome
let engine: Engine
let reported: Recovered[]
beforeEach(() => {
  place = temporaryHome()
  reported = []
  engine = reopened()
})
afterEach(() => place.remove())
const reopened = () =>
  openEngine({
    directory: place.project,
    env: place.env,
    onRecovered: (recovered) => reported.push(...recovered),
  })

/** Every file below the place that holds the text. */
function traces(): string[] {
  return readdirSync(place.root, { recursive: true })
    .map((name) => join(place.root, String(name)))
    .filter((file) => lstatSync(file).isFile() && /bandersnatch|仙鹤/.test(readFileSync(file, 'utf8')))
}

function put(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

const talk = (text: string) => ({
  id: 'm1',
  parent: null,
  role: 'user' as const,
  time: '2026-04-09T10:00:00Z',
  content: [{ type: 'text' as const, text }],
})

/** Everything below the home that may quote a memory. */
function quoteEverywhere(): void {
  const { state, sessions } = engine.location
  const header = { id: 'c1', project: place.project, time: '2026-04-09T10:00:00Z' }
  const log = openTranscriptLog({
    path: join(sessions, 'c1.jsonl'),
    header: () => header,
    redact: (text) => ({ text, rules: [] }),
  })
  log.appendMessages([talk(`> ${TEXT.replace('\n', '\n> ')}`)])
  log.close()
  put(join(sessions, 'c1', 'notes.md'), `# Notes\n\n- ${TEXT.split('\n')[0]}\n- other\n`)
  put(join(state, 'spool', 'a.json'), JSON.stringify({ v: 1, raw: JSON.stringify({ prompt: TEXT }) }))
  put(join(state, 'candidates', 'a.json'), JSON.stringify({ v: 1, text: TEXT }))
  put(
    join(state, 'jobs', 'embedding.0mtest000-a.json'),
    JSON.stringify({ v: 3, error: { en: `cannot embed: ${TEXT}` } }),
  )
  put(join(state, 'cache', 'rows'), TEXT)
}

it('cleans the transcripts and all state of our own that quotes the memory, and nothing else in them', async () => {
  const { memory } = await engine.store.add({ content: TEXT, name: 'The vault', file: 'vault.md' }, by)
  await (await engine.records()).add({ content: TEXT, source: { origin: 'web' } }, by)
  quoteEverywhere()
  expect(traces().length).toBeGreaterThan(8)
  const { cleaned, quoting, unreached, edited } = await engine.purge(memory, by)
  expect(traces()).toEqual([])
  expect(cleaned.map((path) => path.slice(engine.location.projects.length)).join('\n')).toMatch(/c1\.jsonl/)
  expect([quoting, unreached, edited]).toEqual([[], [], false])
  const [session] = listTranscripts(engine.location.sessions)
  const { messages } = await readTranscript(session!.path)
  expect(messages[0]).toMatchObject({
    id: 'm1',
    content: [{ text: expect.stringMatching(/^> \*+\n> ?\*+$/) }],
  })
  expect(readFileSync(join(engine.location.sessions, 'c1', 'notes.md'), 'utf8')).toContain('- other\n')
  expect((await engine.records()).quarantine.list()).toEqual([])
  const spooled = JSON.parse(readFileSync(join(engine.location.state, 'spool', 'a.json'), 'utf8'))
  expect(JSON.parse(spooled.raw).prompt).toMatch(/^\*+\n\*+$/)
})

it('names the transcripts of other programs that quote it, and leaves them alone', async () => {
  const { memory } = await engine.store.add({ content: TEXT }, by)
  const user = place.env.HOME!
  const slug = place.project.replace(/[^A-Za-z0-9]/g, '-')
  const line = `${JSON.stringify({ type: 'user', message: { content: TEXT } })}\n`
  const claude = put(join(user, '.claude', 'projects', slug, 's.jsonl'), line)
  const codex = put(join(user, '.codex', 'sessions', '2026', '04', '09', 'rollout-1.jsonl'), line)
  const other = put(join(user, '.claude', 'projects', slug, 'other.jsonl'), '{"type":"user"}\n')
  const { quoting } = await engine.purge(memory, by)
  expect(quoting.sort()).toEqual([claude, codex].sort())
  expect([readFileSync(claude, 'utf8'), readFileSync(other, 'utf8')]).toEqual([line, '{"type":"user"}\n'])
})

it('spares what other memories and conversations say', async () => {
  const { memory } = await engine.store.add({ content: TEXT, file: 'note.md' }, by)
  await engine.store.remove(memory, by)
  await engine.store.add({ content: 'The vault is green.', file: 'note.md' }, by)
  const said = 'Look into note.md: the vault is green, and opens in the morning.'
  const path = put(join(engine.location.sessions, 'c2.jsonl'), `${JSON.stringify({ text: said })}\n`)
  await engine.purge(memory, by)
  expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify({ text: said })}\n`)
  expect(engine.store.find('note.md').content).toContain('green')
})

it('is completed at the next write, here with the transcripts, when it was cut off', async () => {
  const { memory } = await engine.store.add({ content: TEXT, file: 'vault.md' }, by)
  quoteEverywhere()
  const { memory: directory, state } = engine.location
  // Killed when the intent is written and the file is gone.
  const ops = stoppedFileOps(({ name, args }) => name === 'rename' && /MEMORY\.md$/.test(String(args[1])))
  const killed = openWriter({
    directory,
    state,
    ops,
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
  })
  await expect(killed.purge(memory, 'user')).rejects.toThrow(/the purge failed/)
  expect(existsSync(join(directory, 'vault.md'))).toBe(false)
  expect(traces().length).toBeGreaterThan(5)
  engine = reopened()
  await engine.store.add({ content: 'next' }, by)
  expect(traces()).toEqual([])
  expect(reported).toMatchObject([
    { action: 'remove' },
    { action: 'purge', outcome: 'completed', edited: [] },
  ])
  expect(readdirSync(join(state, 'purge'))).toEqual([])
})

it('leaves a file that somebody edited after it was cut off, and says so', async () => {
  const { memory } = await engine.store.add({ content: TEXT, file: 'vault.md' }, by)
  const { memory: directory, state } = engine.location
  const ops = stoppedFileOps(({ name, args }) => name === 'unlink' && /vault\.md$/.test(String(args[0])))
  const killed = openWriter({
    directory,
    state,
    ops,
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
  })
  await expect(killed.purge(memory, 'user')).rejects.toThrow()
  appendFileSync(join(directory, 'vault.md'), 'and my own words\n')
  await reopened().store.add({ content: 'next' }, by)
  expect(readFileSync(join(directory, 'vault.md'), 'utf8')).toContain('and my own words')
  expect(reported.at(-1)).toMatchObject({ action: 'purge', outcome: 'completed', edited: ['vault.md'] })
})

it('a purge that cannot be completed yet keeps nobody from writing, and is reported', async () => {
  const { memory } = await engine.store.add({ content: TEXT, file: 'vault.md' }, by)
  const { memory: directory, state } = engine.location
  let broken = true
  const writer = openWriter({
    directory,
    state,
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
    eraseElsewhere: async () => {
      if (broken) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      return { cleaned: [], quoting: [], unreached: [] }
    },
    onRecovered: (recovered) => reported.push(...recovered),
  })
  await expect(writer.purge(memory, 'user')).rejects.toThrow('the purge failed (EIO) and is not complete')
  await writer.write([{ file: 'a.md', create: 'a' }], { actor: 'user', action: 'add' })
  expect(reported).toMatchObject([{ action: 'purge', outcome: 'failed', files: ['vault.md'] }])
  broken = false
  await writer.recover()
  expect(reported.at(-1)).toMatchObject({ action: 'purge', outcome: 'completed' })
  expect(traces()).toEqual([])
})

it('touches nothing of the journal before it has the lock', async () => {
  const { memory } = await engine.store.add({ content: TEXT }, by)
  const { memory: directory, state } = engine.location
  const lock = await acquireLock(join(state, 'locks'), 'write', { ops: nodeFileOps })
  // What another process, which holds the lock, is writing at this moment.
  const half = put(join(state, 'journal', '.memdir-tmp-aaaaaaaaaaaa'), 'half')
  const waiting = openWriter({
    directory,
    state,
    loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
    lockTimeoutMs: 50,
  })
  await expect(waiting.purge(memory, 'user')).rejects.toThrow(/did not finish in time/)
  expect(readFileSync(half, 'utf8')).toBe('half')
  expect(existsSync(join(state, 'purge'))).toBe(false)
  lock.release()
  await engine.purge(memory, by)
  expect(existsSync(half)).toBe(false)
})

it('a process that lives long finishes what was cut off when it opens', async () => {
  const { memory } = await engine.store.add({ content: TEXT, file: 'vault.md' }, by)
  const { memory: directory, state } = engine.location
  const ops = stoppedFileOps(({ name, args }) => name === 'rename' && /MEMORY\.md$/.test(String(args[1])))
  const loadScan = async () => (text: string) => ({ status: 'ok' as const, text, warnings: [] })
  await expect(openWriter({ directory, state, ops, loadScan }).purge(memory, 'user')).rejects.toThrow()
  engine = reopened()
  await engine.followFiles()
  await engine.close()
  expect(traces()).toEqual([])
})
