// Merge before add, with real processes.
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectMcp } from '../agents/mcp-client.ts'
import { type TemporaryHome, temporaryHome } from '../support/published/temporary-home.ts'
import { COMMAND, runJson, runMemdir } from './run-memdir.ts'

const FACT = 'Deployments to production need the approval of two reviewers'
/** The same in other words: that is for a person or a model to say. */
const REWORDED = 'Two reviewers have to approve every deployment to production'
const OTHER = 'The staging database is wiped every Sunday night'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const json = (...args: string[]) => runJson(place, args).data
const total = () => json('list').total as number

describe('a text that says what a memory says', { timeout: 60_000 }, () => {
  it('is merged into it before it is added, and both are reported', () => {
    const first = json('add', FACT, '--tags', 'release')
    expect(first.status).toBe('added')
    const merged = json('add', `${FACT}.`, '--tags', 'review')
    expect(merged).toMatchObject({
      status: 'merged',
      kept: 'old',
      memory: { id: first.memory.id, content: `${FACT}\n`, tags: ['release', 'review'] },
    })
    expect(json('add', FACT).status).toBe('unchanged')
    expect(runMemdir(place, ['add', FACT, '--tags', 'a']).out).toMatch(/Merged into: [\s\S]*--separate/)
    expect(runMemdir(place, ['add', FACT, '--tags', 'b', '--lang', 'zh']).out).toContain('已合并到：')
    expect(total()).toBe(1)
    expect(runMemdir(place, ['undo', '--yes']).code).toBe(0)
    expect(json('show', first.memory.id).memory.tags).toEqual(['release', 'review', 'a'])
    expect(json('add', REWORDED).status).toBe('added')
  })

  it('stays apart where that is asked for, of another kind or when merging is off', () => {
    json('add', FACT)
    expect(json('add', FACT, '--kind', 'workflow').status).toBe('added')
    const apart = json('add', FACT, '--separate')
    expect(apart).toMatchObject({ status: 'added', memory: { extra: { separate: true } } })
    expect(json('merge', '--dry-run').pairs).toEqual([])
    json('config', 'set', 'merge.automatic', 'false')
    expect(json('add', FACT).status).toBe('added')
    expect(json('merge', '--dry-run').pairs).toHaveLength(1)
    expect(json('merge', '--yes').merged).toMatchObject([{ status: 'merged' }])
    expect(total()).toBe(3)
  })

  it('supersedes what it plainly corrects, says so, and can be undone', () => {
    const older = json('add', 'The API listens on port 8080').memory
    const newer = json('add', 'The API now listens on port 9090')
    expect(newer).toMatchObject({ status: 'added', superseded: { id: older.id, how: 'changed' } })
    const result = runMemdir(place, ['add', 'The API now listens on port 7070']).out
    expect(result).toContain(`supersedes ${newer.memory.id}: The API now listens on port 9090`)
    expect(result).toMatch(/If both hold: memdir undo \w+/)
    const note = `superseded by ${newer.memory.id}`
    expect(runMemdir(place, ['list']).out).toContain(`[${note}] The API listens on port 8080`)
    expect(runMemdir(place, ['list', '--lang', 'zh']).out).toContain(`[已被 ${newer.memory.id} 取代]`)
    expect(runMemdir(place, ['show', older.id]).out).toMatch(new RegExp(`superseded by +${newer.memory.id}`))
    expect(runMemdir(place, ['log']).out).toContain('superseded')
    expect(runMemdir(place, ['log', '--lang', 'zh']).out).toContain('被取代')
    const found = json('search', 'which port does the API listen on').hits
    expect(found.map(({ memory }: { memory: { content: string } }) => memory.content)).toEqual([
      'The API now listens on port 7070\n',
    ])
    expect(json('undo').undone).toHaveLength(2)
    expect(json('search', 'which port does the API listen on').hits[0].memory.id).toBe(newer.memory.id)
    json('add', '消息队列使用 RabbitMQ')
    expect(runMemdir(place, ['add', '消息队列改用 Kafka', '--lang', 'zh']).out).toMatch(
      /取代 \w+：消息队列使用 RabbitMQ\s+若两者都成立：memdir undo \w+/,
    )
  })

  it('goes to quarantine when it comes only from the web', () => {
    const held = json('add', 'The build needs curl', '--origin', 'web')
    expect(held).toMatchObject({ status: 'quarantined', reason: 'web' })
    expect(json('inbox', 'accept', held.id).accepted[0].memory.file).toBeTruthy()
  })

  it('is merged by the tools of agents too', async () => {
    const client = await connectMcp(place)
    const first = await client.call('remember', { content: FACT, type: 'project' })
    expect(first.text).toMatch(/^Remembered as project_/)
    const second = await client.call('remember', { content: FACT, type: 'project', tags: ['release'] })
    expect(second.text).toMatch(/^Merged into project_.*separate: true/)
    const third = await client.call('remember', { content: FACT, type: 'project', separate: true })
    expect(third.text).toMatch(/^Remembered as project_/)
    await client.close()
    json('add', OTHER)
    const tool = json('memory', '--action', 'add', '--content', OTHER)
    expect(tool).toMatchObject({ status: 'unchanged', memory: { content: OTHER } })
    expect(json('memory', '--action', 'add', '--content', OTHER, '--separate').status).toBe('added')
  })
})

it('what is no text is not remembered', () => {
  const binary = runMemdir(place, ['add'], { input: '\u0000\u0001\u0002binary' })
  expect([binary.code, binary.err]).toEqual([2, expect.stringContaining('this is not text')])
  expect(runMemdir(place, ['add', '--lang', 'zh'], { input: '\u0000' }).err).toContain('这不是文本')
  expect(total()).toBe(0)
})

it('two processes that count uses at once lose none', { timeout: 120_000 }, async () => {
  const { memory } = json('add', OTHER)
  const args = [COMMAND, 'memory', '--action', 'search', '--query', OTHER, '--threshold', '0', '--json']
  const search = () =>
    new Promise<{ code: number | null; err: string }>((done) => {
      const child = spawn(process.execPath, args, { cwd: place.project, env: place.env })
      let err = ''
      child.stderr.on('data', (chunk: Buffer) => {
        err += chunk
      })
      child.stdout.resume()
      child.on('close', (code) => done({ code, err }))
    })
  const rounds = async () => {
    for (let n = 0; n < 6; n++) expect(await search()).toMatchObject({ code: 0 })
  }
  await Promise.all([rounds(), rounds()])
  expect(json('stats').most_used).toMatchObject([{ id: memory.id, count: 12 }])
})
