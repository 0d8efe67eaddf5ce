import { describe, expect, it } from 'vitest'
import { parseMemory } from '../memory/memory-file.ts'
import { attachMemory } from './envelope.ts'
import { newerFirst } from './similar-memories.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const note = (id: string, content: string, updated: string) => ({
  memory: parseMemory(Buffer.from(`---\nid: ${id}\nname: ${id}\nupdated: ${updated}\n---\n${content}\n`), {
    file: `${id}.md`,
    modified: NOW,
  }),
})
const ids = (hits: readonly { memory: { id: string } }[]) => hits.map(({ memory }) => memory.id)

it.each([
  ['The API listens on port 8080', 'The API listens on port 9090'],
  ['Use npm for installing packages', 'Use pnpm for installing packages'],
  ['发布前先在预发环境跑一遍回归', '发布前先在预发环境跑一遍冒烟测试'],
  ['接口超时设为 800 毫秒', '接口超时设为 2 秒'],
  ['每周三下午三点开周会', '周会改到每周四下午三点，不再是周三'],
  ['周会在每周三下午三点，地点是三楼会议室', '周会改到每周四，不再是周三'],
])('of two notes on one subject both are dated, the newer says so, and neither moves: %s', (older, newer) => {
  const between = note('between', 'Invoices are numbered by year', '2025-01-01')
  const [first, second, third] = newerFirst([
    note('old', older, '2026-03-01'),
    between,
    note('new', newer, '2026-11-01'),
  ])
  expect(ids([first!, second!, third!])).toEqual(['old', 'between', 'new'])
  const none = { olderTimes: [], olderIds: [], replacedTimes: [] }
  expect(first?.similar).toEqual({ ...none, time: '2026-03-01' })
  expect(second).toBe(between)
  const dated = { olderTimes: ['2026-03-01'], olderIds: ['old'] }
  expect(third?.similar).toEqual({ ...none, ...dated, time: '2026-11-01' })
})

it('leaves others as they are, and so what is of the same time', () => {
  const hits = [
    note('port', 'The orders service listens on port 7001', '2026-01-01'),
    note('logs', 'The orders service logs to /var/log/orders', '2026-02-01'),
    note('lake', 'Streamlit apps are hosted behind SSO at apps.lake.internal', '2026-03-01'),
    note('mlflow', 'Experiments are tracked in MLflow at mlflow.lake.internal', '2026-04-01'),
  ]
  expect(newerFirst(hits)).toEqual(hits)
  const [one, other] = newerFirst([
    note('a', 'The API listens on port 8080', '2026-01-01'),
    note('b', 'The API listens on port 9090', '2026-01-01'),
  ])
  expect([one?.memory.id, one?.similar?.olderIds, other?.similar?.olderIds]).toEqual(['a', [], []])
})

it('knows what the worker has found to say nearly the same, and tells minutes of one day apart', () => {
  const old = note('old', 'We deploy on Fridays', '2026-11-01T08:00:00Z')
  const latest = note('new', 'Releases happen on Mondays', '2026-11-01T09:30:00Z')
  expect(ids(newerFirst([old, latest]))).toEqual(['old', 'new'])
  const isLinked = (...hashes: string[]) =>
    hashes.includes(old.memory.hash) && hashes.includes(latest.memory.hash)
  const [, second] = newerFirst([old, latest], isLinked)
  expect(second).toMatchObject({
    memory: { id: 'new' },
    similar: { time: '2026-11-01 09:30 UTC', olderTimes: ['2026-11-01 08:00 UTC'] },
  })
})

it('puts dates and the newer into the header', () => {
  const hits = newerFirst([
    note('old', 'The API listens on port 8080', '2026-03-01'),
    note('new', 'The API listens on port 9090', '2026-11-15'),
  ])
  const headers = hits.map(
    ({ memory, similar }) => attachMemory({ memory, similar, path: `/m/${memory.file}`, now: NOW }).header,
  )
  expect(headers[0]).toMatch(/Memory: \/m\/old\.md:\n\(2026-03-01\)$/)
  expect(headers[1]).toBe(
    'Memory (saved today): /m/new.md:\n(2026-11-15; newer than a similar memory of 2026-03-01; may be about something else)',
  )
})

describe('what provably replaced another', () => {
  const replaced = (id: string, by: string, content: string, updated: string) => ({
    memory: { ...note(id, content, updated).memory, extra: { superseded_by: by } },
  })

  it('comes before it, wherever the others stand, and counts', () => {
    const hits = newerFirst([
      note('worker', 'The worker of the mails service listens on port 7070', '2026-11-14'),
      replaced('old', 'new', 'The API of the orders service listens on port 8080', '2026-03-01'),
      note('invoices', 'Invoices are numbered by year', '2026-02-01'),
      note('new', 'The API of the orders service listens on port 9090', '2026-11-15'),
    ])
    expect(ids(hits)).toEqual(['worker', 'new', 'invoices', 'old'])
    const [, first] = hits
    const { header } = attachMemory({ ...first!, path: '/m/new.md', now: NOW })
    expect(header).toContain('NEWER than what it replaced, of 2026-03-01: where they differ, this one counts')
  })
})

describe('sentences of one form about other services', () => {
  const SERVICES = ['orders', 'billing', 'search', 'mails', 'users', 'stock']
  it.each([
    [
      'en',
      (name: string, at: number) =>
        `The ${name} service is owned by team ${at} and listens on port ${7000 + at}`,
    ],
    ['zh', (name: string, at: number) => `${name} 服务由第 ${at} 组负责，监听端口 ${7000 + at}`],
  ])('stay where their evidence put them, and none is said to count: %s', (_, sentence) => {
    const notes = SERVICES.map((name, at) => note(name, sentence(name, at), `2026-0${at + 1}-01`))
    for (const [asked] of notes.entries()) {
      const hits = newerFirst([...notes.slice(asked), ...notes.slice(0, asked)])
      expect(ids(hits)[0]).toBe(SERVICES[asked])
      const headers = hits.map(
        (hit) => attachMemory({ ...hit, path: `/m/${hit.memory.file}`, now: NOW }).header,
      )
      expect(headers.join('\n')).not.toMatch(/NEWER|counts/)
    }
  })
})

describe('which of two is newer', () => {
  const file = (id: string, port: number, created: string, modified: string) => ({
    memory: parseMemory(
      Buffer.from(`---\nid: ${id}\nname: ${id}\ncreated: ${created}\n---\nThe API listens on port ${port}\n`),
      { file: `${id}.md`, modified: new Date(modified) },
    ),
  })
  const said = (older: string, newer: string) =>
    newerFirst([file('old', 8080, '2026-03-01', older), file('new', 9090, '2026-11-01', newer)]).map(
      ({ memory, similar }) => [memory.id, similar?.olderIds],
    )

  it('is decided by when it was said, not by when its file was copied, cloned or touched', () => {
    const copied = '2026-11-15T10:00:00Z'
    const together = [
      ['old', []],
      ['new', ['old']],
    ]
    expect(said('2026-11-15T10:00:30Z', copied)).toEqual(together)
    expect(said(copied, '2026-11-15T10:00:30Z')).toEqual(together)
    expect(said('2026-03-01T00:00:00Z', copied)).toEqual(together)
  })

  it('is not claimed where the older may have been edited by hand since', () => {
    expect(said('2026-11-15T10:03:00Z', '2026-11-15T10:00:00Z')).toEqual([
      ['old', []],
      ['new', []],
    ])
  })
})
