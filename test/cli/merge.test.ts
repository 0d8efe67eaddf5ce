// Merge before add, with real processes and the real embedded model.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TemporaryHome, temporaryHome } from '../../src/testing/temporary-home.ts'
import { connectMcp } from '../agents/mcp-client.ts'
import { COMMAND, runJson, runMemdir } from './run-memdir.ts'

// The same said twice, in words that do not prove it: only the model knows.
const FACT = 'Deployments to production need the approval of two reviewers'
const SAME = 'Two reviewers have to approve every deployment to production'
const OTHER = 'The staging database is wiped every Sunday night'

let place: TemporaryHome
beforeEach(() => {
  place = temporaryHome()
})
afterEach(() => place.remove())

const json = (...args: string[]) => runJson(place, args).data
const total = () => json('list').total as number

/** The model's first conversion is work of the background. */
function prepareModel() {
  json('add', OTHER)
  expect(runMemdir(place, ['reindex']).code).toBe(0)
  expect(existsSync(join(place.home, 'models'))).toBe(true)
}

describe('a text that says what a memory says', { timeout: 60_000 }, () => {
  it('is merged into it before it is added, and both are told', () => {
    prepareModel()
    const first = json('add', FACT, '--tags', 'release')
    expect(first.status).toBe('added')
    const merged = json('add', SAME, '--tags', 'review')
    expect(merged).toMatchObject({
      status: 'merged',
      kept: 'new',
      memory: { id: first.memory.id, content: `${SAME}\n`, tags: ['release', 'review'] },
    })
    expect(total()).toBe(2)
    expect(json('explain', first.memory.id).explanation.former).toMatchObject([{ content: FACT }])
    expect(json('add', FACT, '--origin', 'agent')).toMatchObject({ status: 'merged', kept: 'old' })
    expect(json('explain', first.memory.id).explanation.merged).toMatchObject([{ content: FACT }])
    expect(json('add', SAME).status).toBe('unchanged')
    const richer = 'Deployments to production need the approval of two reviewers from the team'
    const told = runMemdir(place, ['add', richer])
    expect(told.out).toContain('Merged into: ')
    expect(told.out).toContain('--separate')
    expect(json('show', first.memory.id).memory.content).toBe(`${richer}\n`)
    expect(runMemdir(place, ['undo', '--yes']).code).toBe(0)
    expect(json('show', first.memory.id).memory.content).toBe(`${SAME}\n`)
    expect(runMemdir(place, ['add', richer, '--lang', 'zh']).out).toContain('已合并到：')
  })

  it('stays apart where that is asked for, of another kind or when merging is off; the worker keeps to it', () => {
    prepareModel()
    json('add', FACT)
    expect(json('add', SAME, '--kind', 'workflow').status).toBe('added')
    const apart = json('add', SAME, '--separate')
    expect(apart).toMatchObject({ status: 'added', memory: { extra: { separate: true } } })
    expect(json('jobs', 'run').status).toBe('ended')
    expect(total()).toBe(4)
    expect(json('merge', '--dry-run').pairs).toEqual([])
    json('config', 'set', 'merge.automatic', 'false')
    expect(json('add', 'Two reviewers must approve every deployment to production').status).toBe('added')
  })

  it('takes back what it contradicts', () => {
    const older = json('add', 'The API listens on port 8080').memory
    const newer = json('add', 'The API listens on port 9090')
    expect(newer).toMatchObject({ status: 'added', superseded: older.id })
    const told = runMemdir(place, ['add', 'The API listens on port 7070']).out
    expect(told).toContain(`takes back ${newer.memory.id}: The API listens on port 9090`)
    expect(told).toMatch(/If both hold: memdir undo \w+/)
    const note = `superseded by ${newer.memory.id}`
    expect(runMemdir(place, ['list']).out).toContain(`[${note}] The API listens on port 8080`)
    expect(runMemdir(place, ['list', '--lang', 'zh']).out).toContain(`[已被 ${newer.memory.id} 取代]`)
    expect(runMemdir(place, ['show', older.id]).out).toMatch(new RegExp(`superseded by +${newer.memory.id}`))
    expect(runMemdir(place, ['log']).out).toContain('superseded')
    expect(runMemdir(place, ['log', '--lang', 'zh']).out).toContain('被取代')
    const found = json('search', 'which port does the API listen on').hits
    expect(found.map(({ memory }: { memory: { content: string } }) => memory.content)).toEqual([
      'The API listens on port 7070\n',
    ])
    expect(json('undo').undone).toHaveLength(2)
    expect(json('search', 'which port does the API listen on').hits[0].memory.id).toBe(newer.memory.id)
  })

  it('goes to quarantine when it comes only from the web', () => {
    const held = json('add', 'The build needs curl', '--origin', 'web')
    expect(held).toMatchObject({ status: 'quarantined', reason: 'web' })
    expect(json('quarantine', 'confirm', held.id).confirmed[0].status).toBe('added')
  })

  it('is merged by the tools of agents too', async () => {
    prepareModel()
    const client = await connectMcp(place)
    const first = await client.call('remember', { content: FACT, type: 'project' })
    expect(first.text).toMatch(/^Remembered as project_/)
    const second = await client.call('remember', { content: SAME, type: 'project' })
    expect(second.text).toMatch(/^Merged into project_.*it has your text now.*separate: true/)
    const third = await client.call('remember', { content: SAME, type: 'project', separate: true })
    expect(third.text).toMatch(/^Remembered as project_/)
    await client.close()
    const tool = json('memory', '--action', 'add', '--content', OTHER)
    expect(tool).toMatchObject({ status: 'unchanged', memory: { content: OTHER } })
    expect(json('memory', '--action', 'add', '--content', OTHER, '--separate').status).toBe('added')
  })

  it('is merged by the detached worker when the model was not there yet', async () => {
    const first = json('add', FACT)
    const env = { ...place.env, MEMDIR_BACKGROUND: '1' }
    const second = runJson(place, ['add', SAME], { env }).data
    expect([first.status, second.status]).toEqual(['added', 'added'])
    for (const end = Date.now() + 45_000; total() > 1; ) {
      if (Date.now() > end) throw new Error('the worker did not merge in time')
      await new Promise((wake) => setTimeout(wake, 200))
    }
    const [kept] = json('list').memories
    expect(kept).toMatchObject({ id: first.memory.id, content: `${SAME}\n` })
    expect(json('log').changes.at(0)).toMatchObject({ action: 'merge', actor: 'memdir' })
    expect(json('explain', kept.id).explanation.former).toMatchObject([{ content: FACT }])
  })
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
