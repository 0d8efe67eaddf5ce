import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeLog } from '../../test/support/claude-log.ts'
import { type TemporaryHome, temporaryHome } from '../../test/support/published/temporary-home.ts'
import { type Engine, openEngine } from '../connect/engine.ts'

let place: TemporaryHome
let engine: Engine
beforeEach(() => {
  place = temporaryHome()
  engine = openEngine({ directory: place.project, env: place.env })
})
afterEach(async () => {
  await engine.close()
  place.remove()
})

const PERSON = { actor: 'user' }
const AGENT = { actor: 'claude-code', conversation: 'c9' }

/** A candidate, by a conversation. */
async function prefer(conversation = 'c1', time = '2026-04-06T09:00:00Z'): Promise<void> {
  const log = claudeLog(place, conversation, time)
  log.user('I prefer short answers without headings.')
  await log.end(engine.location.state)
  await (await engine.background()).run('turns', { reason: 'test' })
}
const listed = async () => (await engine.inbox()).list()

describe('the inbox', () => {
  it('lists a candidate with its words, and keeps it when the person accepts it, as theirs', async () => {
    await prefer()
    const [candidate] = (await listed()).candidates
    expect(candidate).toMatchObject({ text: expect.stringContaining('short answers'), conversation: 'c1' })
    expect(engine.store.list()).toEqual([])
    await (await engine.inbox()).accept([candidate?.id ?? ''], PERSON)
    expect(engine.store.list()[0]).toMatchObject({
      source: { origin: 'user', conversation: 'c1' },
      evidence: expect.stringContaining('short answers'),
    })
    expect((await listed()).candidates).toEqual([])
  })

  it('does not make it the person’s word where an agent accepts it', async () => {
    await prefer()
    const [candidate] = (await listed()).candidates
    await (await engine.inbox()).accept([candidate?.id ?? ''], AGENT)
    expect(engine.store.list()[0]?.source?.origin).toBe('agent')
  })

  it('takes it in other words, and lets what was refused not come back', async () => {
    await prefer()
    const [candidate] = (await listed()).candidates
    await (await engine.inbox()).refuse([candidate?.id ?? ''], PERSON)
    await prefer('c2', '2026-04-07T09:00:00Z')
    await prefer('c3', '2026-04-08T09:00:00Z')
    await prefer('c4', '2026-04-09T09:00:00Z')
    expect([(await listed()).candidates, engine.store.list()]).toEqual([[], []])
    const other = claudeLog(place, 'c5', '2026-04-09T09:00:00Z')
    other.user('I prefer tabs over spaces in this project.')
    await other.end(engine.location.state)
    await (await engine.background()).run('turns', { reason: 'test' })
    const [second] = (await listed()).candidates
    await (await engine.inbox()).edit(second?.id ?? '', 'Indent with tabs', PERSON)
    expect(engine.store.list()[0]).toMatchObject({
      content: expect.stringContaining('Indent with tabs'),
      source: { origin: 'user' },
    })
  })

  it('becomes a memory by itself in the third conversation, on another day', async () => {
    await prefer('c1', '2026-04-06T09:00:00Z')
    await prefer('c2', '2026-04-06T12:00:00Z')
    expect(engine.store.list()).toEqual([])
    await prefer('c3', '2026-04-07T09:00:00Z')
    expect(engine.store.list()[0]?.source?.origin).toBe('user')
    expect((await listed()).candidates).toEqual([])
  })

  it('lists memories on one subject that differ; accepted, the newer counts', async () => {
    await engine.store.add({ content: 'Releases go out on port 5433 of staging' }, PERSON)
    await engine.store.add({ content: 'Releases go out on port 5434 of staging' }, PERSON)
    const [conflict, ...others] = (await listed()).conflicts
    expect(others).toEqual([])
    expect(conflict?.memories).toHaveLength(2)
    // What has no origin was written by hand: an agent does not take it back.
    const inbox = await engine.inbox()
    await expect(inbox.accept([conflict?.id ?? ''], AGENT)).rejects.toMatchObject({ code: 'usage' })
    await inbox.accept([conflict?.id ?? ''], PERSON)
    expect((await listed()).conflicts).toEqual([])
  })

  it('lets both count where the conflict is refused', async () => {
    await engine.store.add({ content: 'The staging port is 5433' }, PERSON)
    await engine.store.add({ content: 'The staging port is 5434' }, PERSON)
    const [conflict] = (await listed()).conflicts
    await (await engine.inbox()).refuse([conflict?.id ?? ''], PERSON)
    expect((await listed()).conflicts).toEqual([])
    expect(engine.store.list()).toHaveLength(2)
  })

  it('changes nothing where one of several ids is wrong', async () => {
    await prefer()
    const [candidate] = (await listed()).candidates
    const inbox = await engine.inbox()
    await expect(inbox.accept([candidate?.id ?? '', 'zzzz'], PERSON)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect([(await listed()).candidates.length, engine.store.list().length]).toEqual([1, 0])
  })
})

describe('a program with a loop of its own', () => {
  const said = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: at === 0 ? 'From now on, always run pnpm test before you commit.' : `message ${at}`,
    }))

  it('is looked at every ten messages, and at the end', async () => {
    const extract = (count: number, end = false) =>
      engine.extract({ conversation: 'host-1', messages: said(count), end })
    expect(await extract(4)).toMatchObject({ status: 'skipped', reason: 'too-few-messages' })
    expect(await extract(10)).toMatchObject({ status: 'done', saved: [{ status: 'saved' }] })
    expect(await extract(12)).toMatchObject({ reason: 'too-few-messages' })
    expect(await extract(13, true)).toMatchObject({ status: 'done', saved: [] })
    expect(engine.store.list()).toHaveLength(1)
  })
})

describe('what a conversation says about the person', () => {
  /** Written at once, in this project. */
  async function introduce(conversation = 'c1', time = '2026-04-06T09:00:00Z'): Promise<void> {
    const log = claudeLog(place, conversation, time)
    log.user("I'm a data engineer and I work mostly with Spark.")
    await log.end(engine.location.state)
    await (await engine.background()).run('turns', { reason: 'test' })
  }
  const proposals = async () => (await listed()).proposals

  it('is a memory of the project, and proposed for all projects; accepted, it moves there', async () => {
    await introduce()
    expect(engine.store.list()).toHaveLength(1)
    const [proposal, ...others] = await proposals()
    expect(others).toEqual([])
    expect(proposal).toMatchObject({
      text: expect.stringContaining('data engineer'),
      reason: { key: 'inbox.about-person' },
      memories: [{ id: engine.store.list()[0]?.id }],
    })
    await expect((await engine.inbox()).accept([proposal?.id ?? ''], AGENT)).rejects.toThrow(
      'only the person',
    )
    const [answer] = await (await engine.inbox()).accept([proposal?.id ?? ''], PERSON)
    expect(answer?.memory?.file).toContain(join('everywhere', 'memory'))
    expect([engine.store.list(), await proposals()]).toEqual([[], []])
    const everywhere = openEngine({ directory: place.project, env: place.env, at: 'everywhere' })
    expect(everywhere.store.list()[0]).toMatchObject({
      source: { origin: 'user', conversation: 'c1' },
      evidence: expect.stringContaining('data engineer'),
    })
    // Taken back, it is the project's again, waits again, and is nowhere else.
    const answers = await engine.answerUndo()
    const answered = answers.find(answer?.undo ?? '')
    await answers.undo(answers.changesOf(answered!), 'user', answered)
    expect([engine.store.list().length, everywhere.store.list()]).toEqual([1, []])
    expect((await proposals()).map(({ id }) => id)).toEqual([proposal?.id])
    await everywhere.close()
  })

  it('is not proposed again where that was refused, and not at all where nothing is to hold everywhere', async () => {
    await introduce()
    const [proposal] = await proposals()
    await expect((await engine.inbox()).refuse([proposal?.id ?? ''], AGENT)).rejects.toThrow(
      'only the person',
    )
    await (await engine.inbox()).refuse([proposal?.id ?? ''], PERSON)
    const [memory] = engine.store.list()
    await engine.store.remove(memory!, PERSON)
    await introduce('c2', '2026-04-07T09:00:00Z')
    expect([engine.store.list().length, await proposals()]).toEqual([1, []])
    const off = temporaryHome()
    try {
      mkdirSync(off.home, { recursive: true })
      writeFileSync(join(off.home, 'settings.json'), JSON.stringify({ everywhere: { enabled: false } }))
      const there = openEngine({ directory: off.project, env: off.env })
      const log = claudeLog(off, 'c1', '2026-04-06T09:00:00Z')
      log.user("I'm a data engineer and I work mostly with Spark.")
      await log.end(there.location.state)
      await (await there.background()).run('turns', { reason: 'test' })
      expect([there.store.list().length, (await (await there.inbox()).list()).proposals]).toEqual([1, []])
      await there.close()
    } finally {
      off.remove()
    }
  })

  it('is proposed as well where it was a candidate that the person accepted', async () => {
    await prefer()
    expect(await proposals()).toEqual([])
    const [candidate] = (await listed()).candidates
    await (await engine.inbox()).accept([candidate?.id ?? ''], PERSON)
    expect(await proposals()).toMatchObject([{ text: expect.stringContaining('short answers') }])
  })
})
