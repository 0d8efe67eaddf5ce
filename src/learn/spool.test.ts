import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import { verbatim } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { fitEvent, spoolTurn, TURN_BYTES } from './spool.ts'
import { drainSpool, readSpool, TURN_ATTEMPTS, takeDropped } from './worker/drain-spool.ts'
import { SPOOL_TURNS, spooledFiles } from './worker/spool-files.ts'

let state: string
beforeEach(() => {
  state = temporaryDirectory()
})

// Put together here, so that nothing in this file looks like one.
const KEY = `${'ghp'}_q7Rt2Yp9Lk4Wz8Nc3Vb6Mx1Hs5Jd0FgA2eUo`
const PASSWORD = `${'Wq7'}tZp2Lx9Rk`
const SAID = `Use ${KEY}, the password is "${PASSWORD}"`
const ID = '8f14e45f-ceea-467f-a3b1-1c2d3e4f5a6b'

const spool = (raw: unknown, conversation = 's1') =>
  spoolTurn(state, {
    agent: 'claude-code',
    event: 'turn-end',
    conversation,
    raw: typeof raw === 'string' ? raw : JSON.stringify(raw),
  })
const file = (name: string) => join(state, 'spool', name)
const put = (name: string, text: string) => {
  mkdirSync(join(state, 'spool'), { recursive: true })
  writeFileSync(file(name), text)
}
async function drained(): Promise<unknown[]> {
  const turns: unknown[] = []
  await drainSpool(state, ({ raw }) => void turns.push(JSON.parse(raw)))
  return turns
}
const failing = (text = 'no disk') =>
  drainSpool(state, () => {
    throw new Error(text)
  })

test.each([
  ['an event', JSON.stringify({ session_id: ID, last_assistant_message: SAID, tool: { input: [SAID] } })],
  ['what is no event', `no JSON: ${SAID}`],
  ['a list', JSON.stringify([SAID])],
])('%s is in the spool without its secrets', async (_, raw) => {
  await spool(raw)
  const text = spooledFiles(state)
    .map((name) => readFileSync(file(name), 'utf8'))
    .join('\n')
  expect(text).not.toContain(KEY)
  expect(text).not.toContain(PASSWORD)
  expect(text).toContain('[redacted: github-pat]')
})

test('only a text is a place, a key can be a secret, and what is nested too deep leaves its places', async () => {
  await spool({ x_path: { t: KEY }, some_id: [KEY], [KEY]: 1, session_id: ID })
  const nested = `{"session_id":"${ID}","deep":${'['.repeat(20_000)}"${KEY}"${']'.repeat(20_000)}}`
  await spool(nested)
  for (const name of spooledFiles(state)) expect(readFileSync(file(name), 'utf8')).not.toContain(KEY)
  expect(await drained()).toMatchObject([{ session_id: ID, x_path: {} }, { session_id: ID }])
})

test('what is nested two hundred deep stays, and one deeper leaves its places', async () => {
  const nested = (deep: number) => ({
    session_id: ID,
    deep: JSON.parse(`${'['.repeat(deep)}${']'.repeat(deep)}`),
  })
  await spool(nested(200))
  await spool(nested(201))
  expect(await drained()).toEqual([nested(200), { session_id: ID }])
})

test('neither a hook that writes a turn nor the worker that handles it waits for the disk', async () => {
  // Making a directory waits for it, once.
  mkdirSync(file('failed'), { recursive: true })
  const synced = vi.spyOn(nodeFileOps, 'fsync')
  try {
    await spool({ n: 1 })
    for (let times = 0; times < TURN_ATTEMPTS; times++) await failing()
    expect(readSpool(state).failed).toHaveLength(1)
    expect(synced).not.toHaveBeenCalled()
  } finally {
    synced.mockRestore()
  }
})

test('ids and places stay, so that the worker finds the conversation', async () => {
  const event = {
    session_id: ID,
    threadId: KEY,
    transcript_path: `/home/ann/.claude/projects/x/${ID}.jsonl`,
    filePath: `/x/${KEY}`,
    cwd: `/home/ann/${KEY}`,
    n: 1,
    none: null,
    yes: true,
  }
  await spool(event)
  expect(await drained()).toEqual([event])
})

test('long texts are cut, and what is left can be read', async () => {
  const event = {
    session_id: ID,
    prompt: '汉'.repeat(TURN_BYTES),
    tool: { input: ['y'.repeat(TURN_BYTES), 7], out: 'short' },
  }
  await spool(event)
  const [name = ''] = spooledFiles(state)
  expect(statSync(file(name)).size).toBeLessThan(2 * TURN_BYTES)
  const [kept] = (await drained()) as (typeof event)[]
  expect(kept).toMatchObject({ session_id: ID, tool: { out: 'short' } })
  expect(kept?.prompt).toMatch(/^汉+$/)
  expect(kept?.prompt.length).toBe(Math.floor(200_000 / 3))
  expect(kept?.tool.input).toEqual(['y'.repeat(200_000), 7])
})

test('whatever is sent fits, stays an object, and keeps its ids', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer(),
      fc.array(tie('any')),
      fc.dictionary(fc.string(), tie('any')),
    ),
  })).any
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (event) => {
      const whole = { ...event, session_id: ID }
      const cut = fitEvent(whole, 400)
      expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(
        Math.max(400, Buffer.byteLength(JSON.stringify(placesOf(whole)))),
      )
      expect(cut.session_id).toBe(ID)
      if (Buffer.byteLength(JSON.stringify(whole)) <= 400) expect(cut).toEqual(whole)
    }),
  )
  function placesOf(event: Record<string, unknown>) {
    return Object.fromEntries(
      Object.entries(event).filter(
        ([key, one]) => /^cwd$|(?:_id|_path|Id|Path)$/.test(key) && typeof one === 'string',
      ),
    )
  }
})

test('what is too large for another reason keeps its ids and places alone', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n]))
  const event = { ...many, session_id: ID, cwd: '/x', other_id: 5, long_path: 'p'.repeat(5_000), text: 'x' }
  expect(fitEvent(event, 500)).toEqual({ session_id: ID, cwd: '/x' })
  expect(fitEvent({ ...event, long_path: 'p'.repeat(4_096) }, 500)).toHaveProperty('long_path')
  expect(fitEvent({ ...event, long_path: 'p'.repeat(4_097) }, 500)).not.toHaveProperty('long_path')
  const exact = { text: 'x'.repeat(89) }
  expect([JSON.stringify(exact).length, fitEvent(exact, 100)]).toEqual([100, exact])
  expect(fitEvent({ text: 'x'.repeat(90) }, 100)).toEqual({ text: 'x'.repeat(48) })
})

test('a text that is no event is cut as a text', async () => {
  await spool(`no JSON ${'汉'.repeat(TURN_BYTES)}`)
  let raw = ''
  await drainSpool(state, (turn) => {
    raw = turn.raw
  })
  expect(Buffer.byteLength(raw)).toBe(TURN_BYTES - ((TURN_BYTES - 8) % 3))
  expect(raw).toMatch(/^no JSON 汉+$/)
})

test('a turn goes when it was handled, oldest first; one can be dropped', async () => {
  await spool({ n: 1 })
  await spool({ n: 2 })
  const last = await spool({ n: 3 })
  last.drop()
  last.drop()
  expect(readSpool(state)).toEqual({ waiting: 2, failed: [], dropped: 0 })
  const names = spooledFiles(state)
  expect(statSync(file(names[0] ?? '')).mode & 0o777).toBe(0o600)
  const times = names.map((name) => Number.parseInt(name.slice(0, 9), 36))
  expect(times.map((time) => Math.abs(Date.now() - time) < 60_000)).toEqual([true, true])
  // One that is gone by then (a purge) is no fault.
  const outcome = await drainSpool(state, () => rmSync(file(spooledFiles(state)[0] ?? '')))
  expect(outcome).toEqual({ turns: 2, errors: [], complete: true })
  expect(readdirSync(join(state, 'spool'))).toEqual([])
  expect(await drainSpool(temporaryDirectory(), () => {})).toEqual({ turns: 0, errors: [], complete: true })
})

test('a turn that fails is tried three times, then kept aside and shown', async () => {
  await spool({ n: 1 }, 'bad')
  await spool({ n: 2 }, 'good')
  const handled: (string | undefined)[] = []
  const handle = ({ conversation }: { conversation: string | undefined }) => {
    handled.push(conversation)
    if (conversation === 'bad') throw new Error(`401 for ${KEY}`)
  }
  const first = await drainSpool(state, handle)
  expect(first).toMatchObject({
    turns: 1,
    errors: [{ en: '401 for [redacted: github-pat]' }],
    complete: true,
  })
  expect(readSpool(state)).toMatchObject({ waiting: 1, failed: [] })
  await drainSpool(state, handle)
  expect(readSpool(state)).toMatchObject({ waiting: 1, failed: [] })
  await drainSpool(state, handle)
  expect(handled.filter((conversation) => conversation === 'bad')).toHaveLength(TURN_ATTEMPTS)
  expect(readSpool(state)).toMatchObject({
    waiting: 0,
    failed: [
      {
        agent: 'claude-code',
        event: 'turn-end',
        conversation: 'bad',
        attempts: 3,
        error: { en: '401 for [redacted: github-pat]' },
      },
    ],
  })
  expect(await drainSpool(state, handle)).toMatchObject({ turns: 0, errors: [] })
})

test('a turn that ends its process each time is kept aside too', async () => {
  await spool({ n: 1 })
  const [name = ''] = spooledFiles(state)
  for (let attempt = 1; attempt <= TURN_ATTEMPTS; attempt++) {
    // The process is gone while the turn is handled: nothing after that runs.
    void drainSpool(state, () => new Promise<void>(() => {}))
    expect(JSON.parse(readFileSync(file(name), 'utf8')).attempts).toBe(attempt)
  }
  const next = await drainSpool(state, () => {
    throw new Error('it was handled again')
  })
  expect(next).toMatchObject({ turns: 0, errors: [{ key: 'jobs.turn-interrupted' }] })
  expect(readSpool(state)).toMatchObject({
    waiting: 0,
    failed: [{ attempts: 3, error: { key: 'jobs.turn-interrupted' } }],
  })
})

test('a crash between handling and removal repeats the turn', async () => {
  await spool({ n: 1 })
  const [name = ''] = spooledFiles(state)
  const before = readFileSync(file(name))
  expect(await drained()).toEqual([{ n: 1 }])
  writeFileSync(file(name), before)
  expect(await drained()).toEqual([{ n: 1 }])
})

test('whoever ends the work takes no attempt from the turns', async () => {
  await spool({ n: 1 })
  await spool({ n: 2 })
  const ending = new AbortController()
  const during = await drainSpool(
    state,
    () => {
      ending.abort()
      throw new Error('cancelled')
    },
    ending.signal,
  )
  expect(during).toEqual({ turns: 0, errors: [], complete: false })
  expect(await drainSpool(state, () => {}, ending.signal)).toEqual({ turns: 0, errors: [], complete: false })
  expect(spooledFiles(state).map((name) => JSON.parse(readFileSync(file(name), 'utf8')).attempts)).toEqual([
    undefined,
    undefined,
  ])
  expect(await drainSpool(state, () => {}, new AbortController().signal)).toMatchObject({ turns: 2 })
})

test('what cannot be read is kept aside at once', async () => {
  put('000000001-a.json', '{"v":1,"raw":"')
  put('000000002-b.json', '{"v":9,"raw":"{}"}')
  put('000000003-c.json', '{"v":1}')
  put('000000004-d.json', 'null')
  put('other.json', '{}')
  const outcome = await drainSpool(state, () => {})
  expect(outcome.errors.map(({ key }) => key)).toEqual(Array(4).fill('jobs.turn-unreadable'))
  const { waiting, failed } = readSpool(state)
  expect([waiting, failed.map(({ file: name }) => name[8])]).toEqual([0, ['1', '2', '3', '4']])
  expect(failed[0]).toEqual({
    file: '000000001-a.json',
    agent: '',
    event: '',
    attempts: 0,
    error: outcome.errors[0],
  })
  expect(readdirSync(join(state, 'spool')).sort()).toEqual(['failed', 'other.json'])
  expect(statSync(join(state, 'spool', 'failed')).mode & 0o777).toBe(0o700)
})

test('what the disk does not give is no fault of the turn: it stays, uncounted, and the others are handled', async () => {
  put('000000002-b.json', '{"v":1,"agent":"a","event":"e","raw":"{}"}')
  mkdirSync(file('000000001-a.json'))
  const outcome = await drainSpool(state, () => {})
  expect(outcome).toMatchObject({ turns: 1, errors: [{ en: expect.stringContaining('EISDIR') }] })
  expect(readSpool(state)).toMatchObject({ waiting: 1, failed: [] })
})

test('one that was dropped in the meantime is no failure, and does not come back when it is kept aside', async () => {
  put('000000001-a.json', '{"v":1,"agent":"a","event":"e","raw":"{}","attempts":2}')
  put('000000002-b.json', '{"v":1,"agent":"a","event":"e","raw":"{}"}')
  const outcome = await drainSpool(state, () => {
    rmSync(file('000000001-a.json'), { force: true })
    rmSync(file('000000002-b.json'), { force: true })
    throw new Error('x')
  })
  expect(outcome).toMatchObject({ turns: 0, errors: [{ en: 'x' }] })
  expect(readSpool(state)).toMatchObject({ waiting: 0, failed: [{ file: '000000001-a.json', attempts: 3 }] })
})

test('where what handles turns is unavailable, no turn loses an attempt, and the others are not tried', async () => {
  await spool({ n: 1 })
  await spool({ n: 2 })
  let times = 0
  for (let n = 0; n < 4; n++)
    expect(
      await drainSpool(state, () => {
        times++
        throw new MemdirError('unavailable', verbatim('the provider is down'))
      }),
    ).toEqual({ turns: 0, errors: [], complete: false, unavailable: verbatim('the provider is down') })
  expect([times, readSpool(state).waiting, readSpool(state).failed]).toEqual([4, 2, []])
})

test('of those kept aside the oldest go', async () => {
  for (let n = 0; n < 52; n++) put(`000000000-${String(n).padStart(3, '0')}.json`, '-')
  await drainSpool(state, () => {})
  const { failed } = readSpool(state)
  expect([failed.length, failed[0]?.file]).toEqual([50, '000000000-002.json'])
})

test('over its limit the oldest turns go, and it is counted until somebody says so', async () => {
  expect([SPOOL_TURNS, TURN_BYTES, TURN_ATTEMPTS]).toEqual([500, 1_000_000, 3])
  for (let n = 0; n < SPOOL_TURNS; n++) put(`000000000-${String(n).padStart(4, '0')}.json`, '{}')
  await spool({ n: 1 })
  await spool({ n: 2 })
  const names = spooledFiles(state)
  expect([names.length, names[0]]).toEqual([SPOOL_TURNS, '000000000-0002.json'])
  expect(readSpool(state).dropped).toBe(2)
  expect(statSync(join(state, 'spool', 'dropped')).mode & 0o777).toBe(0o600)
  expect([takeDropped(state), takeDropped(state), readSpool(state).dropped]).toEqual([2, 0, 0])
})

test('one that cannot be dropped is not counted, and the new turn is there', async () => {
  mkdirSync(file('000000000-0000.json'), { recursive: true })
  for (let n = 1; n < SPOOL_TURNS; n++) put(`000000000-${String(n).padStart(4, '0')}.json`, '{}')
  await spool({ n: 1 })
  expect([spooledFiles(state).length, readSpool(state).dropped]).toEqual([SPOOL_TURNS + 1, 0])
})

test('a failure is kept with the turn', async () => {
  await spool({ n: 1 })
  await failing('first')
  const [name = ''] = spooledFiles(state)
  expect(JSON.parse(readFileSync(file(name), 'utf8'))).toMatchObject({
    v: 1,
    attempts: 1,
    error: { en: 'first' },
    raw: '{"n":1}',
  })
})

test('one kept aside without a count or a reason was interrupted', () => {
  put('failed', '')
  rmSync(file('failed'))
  mkdirSync(file('failed'))
  writeFileSync(file('failed/000000000-a.json'), '{"v":1,"agent":"a","event":"e","raw":"{}"}')
  expect(readSpool(state).failed).toMatchObject([{ attempts: 0, error: { key: 'jobs.turn-interrupted' } }])
})
