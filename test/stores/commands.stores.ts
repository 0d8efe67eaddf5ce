// The commands on real stores, as a person uses them: choose, move, search, prove, purge, and what happens when a store
// is away or was emptied.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useCli } from '../cli/use-cli.ts'
import { type PineconeServer, startPineconeServer } from '../support/pinecone-server.ts'
import { startProxy } from './proxy.ts'
import { runCommand, runJsonCommand, runPromptHook } from './run-async.ts'

const chroma = process.env.MEMDIR_TEST_CHROMA ?? ''
/** A real server where there is one. */
const postgres = process.env.MEMDIR_TEST_POSTGRES || (process.env.MEMDIR_TEST_PGLITE ?? '')
const NODE_PATH = process.env.NODE_PATH ?? ''
const cli = useCli({ models: true })
let pinecone: PineconeServer
beforeAll(async () => {
  pinecone = await startPineconeServer()
})
afterAll(() => pinecone.close())

interface Place {
  backend: string
  settings: () => Record<string, string>
  env: () => Record<string, string>
}

const stores: Place[] = [
  { backend: 'lancedb', settings: () => ({}), env: () => ({}) },
  { backend: 'chroma', settings: () => ({ 'storage.url': chroma }), env: () => ({}) },
  {
    backend: 'pinecone',
    settings: () => ({ 'storage.url': pinecone.url }),
    env: () => ({ PINECONE_API_KEY: pinecone.apiKey }),
  },
  {
    backend: 'postgres',
    settings: () => ({ 'storage.url': withoutPassword(postgres) }),
    env: () => ({ MEMDIR_POSTGRES_PASSWORD: new URL(postgres).password }),
  },
]

function withoutPassword(address: string): string {
  const url = new URL(address)
  url.password = ''
  return url.href
}

const statusOf = ({ status }: { status: string }) => status

const HARBOUR = 'Caroline drinks green tea in the harbour every Sunday.'
const PORT = 'The staging database listens on port 5433.'

describe.each(stores)('vectors in $backend', ({ backend, settings, env }) => {
  const given = () => ({ place: cli.place, env: { NODE_PATH, MEMDIR_BACKGROUND: '0', ...env() } })
  const run = (...args: string[]) => runCommand(given(), ...args)
  const json = (...args: string[]) => runJsonCommand(given(), ...args)
  const choose = (name: string) => run('config', 'set', 'storage.backend', name)

  it('are made, moved there and back without embedding, found, proven and purged', async () => {
    cli.add(HARBOUR)
    const { id } = cli.add(PORT)
    expect((await run('reindex')).code).toBe(0)
    for (const [name, value] of Object.entries(settings())) await run('config', 'set', name, value)
    await choose(backend)
    expect(await json('storage', 'move')).toMatchObject({
      moved: 2,
      complete: true,
      from: ['embedded'],
      to: backend,
    })
    expect(await json('storage', 'move', '--from', 'embedded')).toMatchObject({ moved: 0 })
    const found = await json('search', 'a hot drink by the sea', '--mode', 'meaning', '--threshold', '0')
    expect(found).toMatchObject({ mode: 'vectors', covered: 2 })
    expect(found.hits[0].memory.content.trim()).toBe(HARBOUR)
    expect(await json('storage')).toMatchObject({
      memories: 2,
      stores: [{ backend, chosen: true, vectors: { 'minilm-l6-v2-int8': 2 } }],
    })
    expect((await run('reindex')).out).toContain('0 embedded')
    const doctor = (await run('doctor')).out
    expect(doctor).toMatch(/storage\.backend: .* found a vector that was written there/)
    expect((await run('purge', id, '--yes')).code).toBe(0)
    expect((await json('storage')).stores[0].vectors).toEqual(
      // Next to the search data, which a purge removes whole.
      backend === 'lancedb' ? {} : { 'minilm-l6-v2-int8': 1 },
    )
    await choose('embedded')
    expect((await run('reindex')).code).toBe(0)
    expect(
      (await json('search', 'a hot drink by the sea', '--mode', 'meaning', '--threshold', '0')).hits,
    ).toHaveLength(1)
  })
})

describe('a store that is away', () => {
  it('is said with what to do; words answer, memories are written, and the work is done when it is back', async () => {
    let status: number | undefined
    const proxy = await startProxy(chroma, () => status)
    const env = { NODE_PATH, MEMDIR_BACKGROUND: '0' }
    const run = (...args: string[]) => runCommand({ place: cli.place, env }, ...args)
    cli.add(HARBOUR)
    await run('config', 'set', 'storage.url', proxy.url)
    await run('config', 'set', 'storage.backend', 'chroma')
    expect((await run('reindex')).code).toBe(0)
    status = 503
    const found = await run('search', 'harbour')
    expect(found.out).toContain('Caroline')
    expect(found.err).toContain('Searched by words only: Chroma is overloaded')
    expect((await run('add', PORT)).code).toBe(0)
    const failed = await run('reindex')
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('Chroma is overloaded')])
    expect((await run('doctor')).out).toContain('Chroma is overloaded')
    status = undefined
    expect((await run('reindex')).out).toContain('1 embedded')
    await proxy.close()
    const down = await run('search', 'harbour')
    expect(down.out).toContain('Caroline')
    expect(down.err).toContain('Chroma cannot be reached')
  })

  it('keeps no prompt waiting: the hook answers by words within its second', async () => {
    cli.add(HARBOUR)
    pinecone.delay = 0
    const env = { NODE_PATH, MEMDIR_BACKGROUND: '0', PINECONE_API_KEY: pinecone.apiKey }
    const run = (...args: string[]) => runCommand({ place: cli.place, env }, ...args)
    await run('config', 'set', 'storage.url', pinecone.url)
    await run('config', 'set', 'storage.backend', 'pinecone')
    expect((await run('reindex')).code).toBe(0)
    pinecone.delay = 30_000
    const started = performance.now()
    const question = 'What does Caroline drink in the harbour every Sunday?'
    const asked = await runPromptHook({ place: cli.place, env }, question)
    // Starting a process may take seconds on a busy machine; waiting for the store would take thirty.
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(asked.out).toContain('green tea')
    pinecone.delay = 0
  })

  it('that never says a word keeps nobody for ever: reindex and doctor say so and end', async () => {
    cli.add(HARBOUR)
    const silence = createServer(() => {})
    await new Promise<void>((resolve) => silence.listen(0, '127.0.0.1', resolve))
    const { port } = silence.address() as AddressInfo
    const env = { NODE_PATH, MEMDIR_BACKGROUND: '0' }
    const run = (...args: string[]) => runCommand({ place: cli.place, env }, ...args)
    await run('config', 'set', 'storage.url', `postgres://nobody@127.0.0.1:${port}/none`)
    await run('config', 'set', 'storage.backend', 'postgres')
    for (const command of ['reindex', 'doctor']) {
      const { out, err } = await run(command)
      expect(out + err).toContain('PostgreSQL did not answer in time')
    }
    expect((await run('search', 'harbour')).out).toContain('Caroline')
    silence.close()
  })

  it('left for the embedded files, holds the work back no longer', async () => {
    cli.add(HARBOUR)
    const env = { NODE_PATH, MEMDIR_BACKGROUND: '0' }
    const running = { place: cli.place, env }
    await runCommand(running, 'config', 'set', 'storage.url', 'http://127.0.0.1:9')
    await runCommand(running, 'config', 'set', 'storage.backend', 'chroma')
    const embedding = async () => {
      await runCommand(running, 'jobs', 'run')
      const { jobs } = await runJsonCommand(running, 'jobs')
      return jobs.filter(({ job }: { job: string }) => job === 'embedding').map(statusOf)
    }
    expect(await embedding()).toEqual(['failed'])
    // Not again so soon.
    expect(await embedding()).toEqual(['failed'])
    await runCommand(running, 'config', 'set', 'storage.backend', 'embedded')
    expect((await embedding()).sort()).toEqual(['done', 'failed'])
    // Nothing was ever put there: it is no place to purge or to move from.
    const { stores } = await runJsonCommand(running, 'storage', 'status')
    expect(stores.map(({ backend }: { backend: string }) => backend)).toEqual(['embedded'])
  })

  it('without its package is said with the exact command, and words answer', async () => {
    cli.add(HARBOUR)
    const env = { NODE_PATH: '', MEMDIR_BACKGROUND: '0' }
    const run = (...args: string[]) => runCommand({ place: cli.place, env }, ...args)
    await run('config', 'set', 'storage.backend', 'lancedb')
    const found = await run('search', 'harbour')
    expect(found.out).toContain('Caroline')
    const doctor = await run('doctor')
    expect(doctor.out).toContain('Run: npm install @lancedb/lancedb@0.37.1')
  })

  it('keeps no key: neither in a file nor in what is printed', async () => {
    cli.add(HARBOUR)
    const env = { NODE_PATH, MEMDIR_BACKGROUND: '0', PINECONE_API_KEY: 'pc-wrong-and-secret' }
    const run = (...args: string[]) => runCommand({ place: cli.place, env }, ...args)
    await run('config', 'set', 'storage.url', pinecone.url)
    await run('config', 'set', 'storage.backend', 'pinecone')
    const said = [await run('reindex'), await run('doctor'), await run('storage')]
    expect(said.map(({ out, err }) => out + err).join()).toContain('Pinecone refuses the key')
    const files = readdirSync(cli.place.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'models')
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !path.includes('/models/') && existsSync(path))
      .map((path) => readFileSync(path, 'latin1'))
    expect([...files, ...said.map(({ out, err }) => out + err)].join()).not.toContain('pc-wrong')
  })
})
