// Whoever gets an answer by words only is told why, as it is now, and what to do about it.
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tryLock } from '../../src/base/files/lock.ts'
import { useCli } from './use-cli.ts'

const cli = useCli({
  prepare: () => void cli.add('Caroline drinks green tea in the harbour every Sunday.'),
})
const QUESTION = 'which hot beverage does she like?'
const choose = (backend: string) => cli.run(['config', 'set', 'storage.backend', backend])

describe('while the background makes the vectors', () => {
  beforeEach(() => {
    const locks = join(dirname(cli.memory), 'state', 'locks')
    mkdirSync(locks, { recursive: true, mode: 0o700 })
    // The lock of a worker that lives as long as this process.
    expect(tryLock(locks, 'worker')).toBeDefined()
  })

  it.each([
    ['recall', '--prompt', QUESTION],
    ['search', QUESTION],
  ])('%s says that, in both languages', (...words) => {
    const english = cli.run(words).err
    expect(english).toMatch(
      /by words only: the vectors are being made in the background.*half a minute\. Try again/,
    )
    expect(english).not.toContain('reindex')
    const chinese = cli.run([...words, '--lang', 'zh']).err
    expect(chinese).toMatch(/仅按词搜索：正在后台生成向量.*半分钟。请稍后再试/)
    expect(chinese).not.toContain('reindex')
  })

  it('search by meaning alone says that it is not possible yet, and does not say that nothing was found', () => {
    const { out, err } = cli.run(['search', '--mode', 'meaning', QUESTION])
    expect(out).toBe('')
    expect(err).toMatch(/^Search by meaning is not possible yet: the vectors are being made/)
    expect(err).not.toContain('by words only')
    expect(cli.run(['search', '--mode', 'meaning', QUESTION, '--lang', 'zh']).err).toMatch(
      /^尚不能按语义搜索：/,
    )
  })
})

it('where nobody makes them, the command that does is named', () => {
  expect(cli.run(['search', QUESTION]).err).toMatch(/by words only: .*`memdir reindex`/)
  expect(cli.run(['recall', '--prompt', QUESTION]).err).toMatch(/by words only: .*`memdir reindex`/)
})

it('the first commands of the README work as written, also before there is any vector', () => {
  const [, first = ''] = /^cd your-project\n\n([^`]+)^```/m.exec(readFileSync('README.md', 'utf8')) ?? []
  const commands = first.trim().split('\n')
  expect(commands).toHaveLength(4)
  const words = (line: string) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '').slice(1)
  const answers = commands.map((line) => cli.run(words(line)))
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(answers.at(-1)?.out).toContain('> Integration tests use a real database, never mocks')
})

describe.each([
  ['lancedb', {}, 'npm install @lancedb/lancedb@0.37.1'],
  ['chroma', { 'storage.url': 'http://127.0.0.1:1' }, 'npm install chromadb@3.5.0'],
  [
    'postgres',
    { 'storage.url': 'postgres://me@127.0.0.1:1/db' },
    'PostgreSQL cannot be reached (ECONNREFUSED)',
  ],
  ['pinecone', {}, 'memdir config set storage.url https://'],
])('with %s chosen, which does not work', (backend, settings, reason) => {
  beforeEach(() => {
    for (const [name, value] of Object.entries(settings)) cli.run(['config', 'set', name, value])
    choose(backend)
  })

  it('search and recall say the reason and what to do', () => {
    for (const words of [
      ['search', QUESTION],
      ['recall', '--prompt', QUESTION],
    ]) {
      const { err } = cli.run(words)
      expect(err).toContain(reason)
      expect(err).not.toMatch(/no vectors yet|reindex/)
    }
    expect(cli.json(['search', QUESTION]).data.problem.fix).not.toBe('')
    expect(cli.run(['search', '--mode', 'meaning', QUESTION]).err).toContain(reason)
  })

  it('reindex and jobs say the same', () => {
    const done = cli.run(['reindex'])
    expect(done.code).toBe(1)
    expect(done.err).toContain(reason)
    expect(cli.run(['jobs']).out).toContain(reason)
  })
})
