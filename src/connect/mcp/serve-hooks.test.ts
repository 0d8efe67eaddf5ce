// A server that hooks ask, in this process; with hooks in processes of their own: test/agents/hook-server.built.test.ts.
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../../test/support/published/temporary-home.ts'
import { openEngine } from '../engine.ts'
import {
  COMPARED_VARIABLES,
  checkoutOf,
  isPrivateDirectory,
  isPrivateSocket,
  pickVariables,
  socketPath,
} from '../hook-exchange.ts'
import { type OpenEngines, openEngines } from './open-engines.ts'
import { type HookSocket, serveHooks } from './serve-hooks.ts'

const FACT = 'Integration tests use a real database, never mocks: a mocked suite hid a broken migration'
const FITS = 'write integration tests for the database migration'

let place: TemporaryHome
let state: string
let engines: OpenEngines
const servers: HookSocket[] = []
beforeEach(async () => {
  place = temporaryHome()
  const engine = openEngine({ directory: place.project, env: place.env })
  state = engine.location.state
  await engine.store.add({ content: FACT, type: 'feedback' }, { actor: 'user' })
  await engine.close()
  engines = openEngines(place.env)
})
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await engines.close()
  place.remove()
})

const run = () => join(place.home, 'run')
const socket = () => socketPath(run(), checkoutOf(place.project))
const inode = () => (existsSync(socket()) ? lstatSync(socket()).ino : undefined)
const records = () => (existsSync(join(state, 'shown')) ? readdirSync(join(state, 'shown')) : [])

function serve(build = 'this'): HookSocket {
  const { project: directory, env } = place
  const server = serveHooks({ build, directory, env, host: () => engines.at(directory) }, { lookMs: 20 })
  servers.push(server)
  return server
}

/** Resolves when its socket has the name. */
async function start(build?: string): Promise<HookSocket> {
  const before = inode()
  const server = serve(build)
  await expect.poll(inode, { interval: 5 }).not.toBe(before)
  return server
}

/** The first to ask is sent away: search data is opened then. */
const isReady = (build?: string) =>
  expect.poll(() => ask(request('ready', { build })), { timeout: 10_000 }).toContain('never mocks')

/** As a hook asks. Resolves with what came until the server hung up or `then` was sent. */
function ask(request: object | string, then?: string): Promise<string> {
  return new Promise((done) => {
    let text = ''
    const client = connect(socket())
    client.on('data', (chunk) => {
      text += chunk
      if (!text.includes('\n')) return
      if (then === undefined) client.destroy()
      else client.end(then)
    })
    client.on('error', () => {})
    client.on('close', () => done(text))
    client.write(typeof request === 'string' ? request : `${JSON.stringify(request)}\n`)
  })
}

function request(session_id: string, more: Record<string, unknown> = {}) {
  const event = { hook_event_name: 'UserPromptSubmit', session_id, prompt: FITS, cwd: place.project }
  return {
    hook: 1,
    directory: place.project,
    raw: JSON.stringify(event),
    env: { ...pickVariables(place.env, COMPARED_VARIABLES), MEMDIR_HOOK_SLOWER: '20' },
    ...more,
    build: more.build ?? 'this',
  }
}

describe('what is shown', () => {
  it('is recorded when the hook says that it printed it, and not before', async () => {
    await start()
    await isReady()
    expect(await ask(request('never'))).toContain('never mocks')
    expect(await ask(request('other'), 'printed\n')).toContain('never mocks')
    expect(await ask(request('said'), 'shown\n')).toContain('never mocks')
    // Whoever came first is done first.
    await expect.poll(() => records().length, { interval: 5 }).toBe(1)
    expect(await ask(request('said'), 'shown\n')).not.toContain('never mocks')
    expect(await ask(request('never'))).toContain('never mocks')
    expect(records()).toHaveLength(1)
  })
})

describe('a server', () => {
  it('that is opened by the first who asks sends that one away at once', async () => {
    await start()
    expect(await ask(request('first'))).toBe('')
    await isReady()
  })

  it('does not answer another build, and says which one it is', async () => {
    await start()
    await isReady()
    expect(await ask(request('s1', { build: 'other' }))).toBe('')
    expect(JSON.parse(await ask(request('s1')))).toMatchObject({ build: 'this' })
  })

  it('is one of two: the last to start answers, and when it ends the other one', async () => {
    await start('first')
    const second = await start('second')
    await isReady('second')
    expect(await ask(request('s1', { build: 'first' }))).toBe('')
    second.close()
    expect(existsSync(socket())).toBe(false)
    await expect.poll(() => existsSync(socket()), { interval: 5 }).toBe(true)
    await isReady('first')
  })

  it('removes what one left that was killed before its socket had its name, and nothing that is being made', async () => {
    mkdirSync(run(), { mode: 0o700 })
    const [left, made] = ['left.new.sock', 'made.new.sock'].map((name) => join(run(), name)) as [
      string,
      string,
    ]
    for (const path of [left, made]) writeFileSync(path, '')
    const past = Date.now() / 1000 - 120
    utimesSync(left, past, past)
    await start('this')
    expect([existsSync(left), existsSync(made)]).toEqual([false, true])
  })

  it('takes the name of one that was killed', async () => {
    const killed = await start('killed')
    renameSync(socket(), join(run(), 'kept'))
    killed.close()
    renameSync(join(run(), 'kept'), socket())
    await start()
    await isReady()
  })

  it('that ends takes its socket along', async () => {
    ;(await start()).close()
    expect(readdirSync(run())).toEqual([])
  })
})

describe('the same setup', () => {
  it('another environment, project or provider: not answered', async () => {
    await start()
    await isReady()
    const env = { ...request('s1').env, MEMDIR_DISABLE_AUTO_MEMORY: '1' }
    expect(await ask(request('s1', { env }))).toBe('')
    const elsewhere = join(place.root, 'elsewhere')
    mkdirSync(elsewhere)
    expect(await ask(request('s1', { directory: elsewhere }))).toBe('')
    const settings = { storage: { embeddingUrl: 'http://127.0.0.1:9/v1', embeddingModel: 'x' } }
    writeFileSync(join(place.home, 'settings.json'), JSON.stringify(settings))
    expect(await ask(request('s1'))).toBe('')
    rmSync(join(place.home, 'settings.json'))
    await isReady()
  })

  it('settings that changed since the server started count', async () => {
    await start()
    await isReady()
    mkdirSync(join(place.home, 'config'), { recursive: true })
    const file = join(place.home, 'config', 'memory.yaml')
    writeFileSync(file, 'recall:\n  enabled: false\n')
    // A new engine: not answered, then answered with nothing.
    const output = async () => {
      const text = await ask(request('s2'))
      return text === '' ? undefined : JSON.parse(text).output
    }
    await expect.poll(output).toBe('')
    rmSync(file)
    await isReady()
  })
})

describe('the socket', () => {
  it('and its directory are for this user alone', async () => {
    await start()
    expect(lstatSync(run()).mode & 0o777).toBe(0o700)
    expect(lstatSync(socket()).mode & 0o777).toBe(0o600)
    expect(readdirSync(run())).toHaveLength(1)
  })

  it.each<[string, () => void]>([
    [
      'is a link',
      () => {
        renameSync(run(), join(place.root, 'moved'))
        symlinkSync(join(place.root, 'moved'), run())
      },
    ],
    ...(process.getuid?.() === 0
      ? [['belongs to another user', () => chownSync(run(), 65_534, 65_534)] as [string, () => void]]
      : []),
  ])('is not made where its directory %s', async (_, change) => {
    await start()
    change()
    const before = inode()
    serve()
    // Several times as often as it looks whether the name is free.
    await new Promise((done) => setTimeout(done, 200))
    expect(inode()).toBe(before)
    expect(readdirSync(run())).toHaveLength(1)
  })

  it.each([
    ['no directory', '000', undefined],
    ['no directory', '022', undefined],
    ['an open directory', '000', 0o777],
    ['a readable directory', '022', 0o755],
  ])('with %s and umask %s is 0600 in a directory of 0700', async (_, mask, mode) => {
    const umask = process.umask(mask)
    try {
      if (mode !== undefined) {
        mkdirSync(run())
        chmodSync(run(), mode)
      }
      await start()
    } finally {
      process.umask(umask)
    }
    expect([run(), socket()].map((path) => (lstatSync(path).mode & 0o777).toString(8))).toEqual([
      '700',
      '600',
    ])
  })

  it('is not asked where others can open it or its directory', async () => {
    await start()
    expect([isPrivateDirectory(run()), isPrivateSocket(socket())]).toEqual([true, true])
    chmodSync(run(), 0o710)
    chmodSync(socket(), 0o606)
    expect([isPrivateDirectory(run()), isPrivateSocket(socket())]).toEqual([false, false])
  })

  it('takes no more than it has to, and stays open for others', async () => {
    await start()
    await isReady()
    expect(await ask('nonsense\n')).toBe('')
    expect(await ask('{"build":1}\n')).toBe('')
    expect(await ask('x'.repeat(3_000_000))).toBe('')
    expect(await ask(request('s1', { raw: '{}' }))).toBe('')
    const silent = Array.from({ length: 20 }, () => connect(socket()).on('error', () => {}))
    await Promise.all(silent.map((client) => new Promise((done) => client.once('connect', done))))
    expect(await ask(request('s1'))).toBe('')
    for (const client of silent) client.destroy()
    await expect.poll(() => ask(request('s1'))).toContain('never mocks')
  })

  it('notes what a server answered', async () => {
    await start()
    await isReady()
    await ask(request('noted'), 'shown\n')
    const noted = () => JSON.parse(readFileSync(join(state, 'hooks', 'claude-code.prompt.json'), 'utf8'))
    await expect.poll(() => existsSync(join(state, 'hooks', 'claude-code.prompt.json'))).toBe(true)
    expect(noted()).toMatchObject({ server: true })
  })
})
