// A chosen store that cannot be used, or was given up again: what is said of it is true.
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const cli = useCli({ prepare: () => void cli.add('Boats are counted at dawn.') })
const choose = (backend: string) => cli.run(['config', 'set', 'storage.backend', backend])
const INSTALL = 'npm install @lancedb/lancedb@0.37.1'

it('vectors are not moved to where they cannot be, also where there are none yet', () => {
  choose('lancedb')
  const { code, out, err } = cli.run(['storage', 'move'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(INSTALL)
  expect(cli.run(['storage', 'move', '--lang', 'zh']).err).toContain(`请运行：${INSTALL}`)
})

describe('a store that was chosen before', () => {
  it('and never worked has nothing, and is forgotten', () => {
    choose('lancedb')
    expect(cli.run(['reindex']).code).toBe(1)
    expect(cli.run(['doctor']).out).toContain(INSTALL)
    choose('embedded')
    expect(cli.run(['storage']).out).not.toMatch(/lancedb/i)
    const doctor = cli.run(['doctor']).out
    expect(doctor).not.toMatch(/lancedb/i)
    expect(doctor).not.toContain('state/jobs')
  })

  /** As after a time in which it worked. */
  function hadVectors(): void {
    const state = join(dirname(cli.memory), 'state')
    const stores = [{ backend: 'lancedb', place: join(state, 'cache', 'vectors', 'lancedb') }]
    mkdirSync(state, { recursive: true })
    writeFileSync(join(state, 'stores.json'), JSON.stringify({ v: 1, stores }))
  }

  it('is not said to have vectors where it cannot be asked, nor is it what the doctor finds', () => {
    hadVectors()
    const { out } = cli.run(['storage'])
    expect(out).toContain('was chosen before; what it has is not known')
    expect(out).not.toContain('has vectors')
    expect(cli.run(['storage', '--lang', 'zh']).out).toContain('以前选择过')
    expect(cli.run(['doctor']).out).not.toMatch(/lancedb/i)
  })

  it('is named by a move and stays known: what it may have is still to be purged', () => {
    hadVectors()
    const { code, out, err } = cli.run(['storage', 'move'])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Nothing to move') })
    expect(err).toContain('Vectors that LanceDB (')
    expect(cli.run(['storage', 'move', '--lang', 'zh']).err).toContain('中可能有的向量仍留在那里')
    expect(cli.run(['storage']).out).toContain('was chosen before')
    expect(cli.run(['storage', 'move', '--from', 'lancedb']).err).toContain(INSTALL)
  })
})

describe('a server that accepts and never answers', () => {
  let server: Server
  beforeAll(async () => {
    server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void server.close())

  it('is said not to answer', { timeout: 60_000 }, () => {
    const { port } = server.address() as AddressInfo
    cli.run(['config', 'set', 'storage.url', `postgres://me@127.0.0.1:${port}/db`])
    choose('postgres')
    const { out } = cli.run(['storage'])
    expect(out).toContain('PostgreSQL did not answer in time. See that it is that server')
    expect(out).not.toContain('overloaded')
  })
})
