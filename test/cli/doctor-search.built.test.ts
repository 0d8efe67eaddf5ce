// The doctor compares search data with the files, says what is off, and what was done about it.
import { readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/base/files/sqlite.ts'
import { useCli } from './use-cli.ts'

const cli = useCli({ prepare: used, models: true })
const ASK = ['recall', '-p', 'how are the harbour lights painted at night?']
const FACT = 'The harbour lights are painted viridian at night'

const cache = (...names: string[]) => join(dirname(cli.memory), 'state', 'cache', ...names)

function used(): void {
  for (let n = 0; n < 4; n++) cli.add(`Boat number ${n} has ${n} sails of canvas`)
  cli.add(FACT)
  expect(cli.run(ASK).out).toContain('viridian')
  expect(cli.run(['doctor']).out).toBe('5 memories, all well.\n')
}

function sql(statements: string): void {
  const database = openSqlite(cache('catalog.db'))
  database.exec(statements)
  database.close()
}

const removeDatabase = () => {
  for (const name of readdirSync(cache())) if (name.startsWith('catalog.db')) rmSync(cache(name))
}

/** With what was still in its log: SQLite would mend it from there. */
const cutDatabase = () => {
  sql('PRAGMA wal_checkpoint(TRUNCATE)')
  truncateSync(cache('catalog.db'), statSync(cache('catalog.db')).size / 2)
}

describe('search data that is lost or damaged', () => {
  const cases: [string, () => void, RegExp][] = [
    ['deleted', removeDatabase, /there was no search data \(memory files: 5\); made again/],
    ['emptied', () => writeFileSync(cache('catalog.db'), ''), /there was no search data .*; made again/],
    ['cut', cutDatabase, /the search data was damaged \(.*; made again/],
    ['without rows', () => sql('DELETE FROM documents'), /the search data was damaged \(.*; made again/],
    [
      'without rows, and content with that',
      () => sql('DELETE FROM documents; DELETE FROM postings; UPDATE totals SET documents = 0, length = 0'),
      /behind the files \(5 missing, 0 out of date, 0 of files that are gone\); made again/,
    ],
    [
      'of files that are gone',
      () => {
        // The copies are new files to the search data: it is brought up to date first.
        cli.run(ASK)
        for (const name of readdirSync(cli.memory)) if (name.includes('boat')) rmSync(join(cli.memory, name))
      },
      /behind the files \(0 missing, 0 out of date, 4 of files that are gone\); made again/,
    ],
  ]
  it.each(cases)('%s: recall continues, and the doctor says so', (_, damage, said) => {
    damage()
    const { out } = cli.run(['doctor'])
    expect(out).toMatch(said)
    expect(cli.run(['doctor']).out).not.toContain('search data')
    damage()
    expect(cli.run(ASK).out).toContain('viridian')
  })

  it('vectors that are gone are reported, and made by the worker', { timeout: 120_000 }, () => {
    expect(cli.run(['reindex']).code).toBe(0)
    for (const name of readdirSync(cache())) if (name.startsWith('vectors-')) rmSync(cache(name))
    const off = cli.run(['doctor']).out
    expect(off).toContain('0 of 5 memories have vectors, the others are found by their words alone')
    expect(off).toContain('run `memdir reindex`')
    expect(cli.run(['doctor', '--lang', 'zh']).out).toContain('5 条记忆中 0 条有向量')
    expect(cli.run(ASK).out).toContain('viridian')
    expect(cli.run(['reindex']).out).toContain('5 embedded')
    expect(cli.run(['doctor']).out).toBe('5 memories, all well.\n')
  })

  it('a cache that cannot be kept is a problem, and recall continues', () => {
    rmSync(cache(), { recursive: true })
    // Nothing can be made there, not even by root.
    symlinkSync('/proc/self/net', cache())
    const { code, out } = cli.run(['doctor', '--fail-on-hit'])
    expect(code).toBe(1)
    expect(out).toMatch(/the search data cannot be kept \(.+\), so every search reads all files/)
    expect(cli.run(ASK).out).toContain('viridian')
  })

  it('a damaged snapshot is removed', () => {
    writeFileSync(cache('memories.json'), 'memories 2 17\nnonsense')
    expect(cli.run(['doctor']).out).toContain('the snapshot of the memories was damaged; removed')
    expect(cli.run(['list']).out).toContain('viridian')
  })

  it('says in JSON what was off and what was done', () => {
    removeDatabase()
    const { fixed, findings } = cli.json(['doctor']).data
    expect(fixed).toMatchObject([{ code: 'search_data', file: 'state/cache', facts: { missing: 5 } }])
    expect(findings).toEqual([])
  })
})

describe('a file over 2 MB', () => {
  it('is named by doctor and list, in both languages, and left out of recall and reindex', () => {
    writeFileSync(join(cli.memory, 'log.md'), `${FACT}.${'\n'.repeat(2_100_000)}`, { mode: 0o600 })
    const { out } = cli.run(['doctor'])
    expect(out).toContain('log.md: is 2.1 MB: over 2 MB a file is left out of search and recall; split it')
    expect(cli.run(['doctor', '--lang', 'zh']).out).toContain('log.md: 大小为 2.1 MB：超过 2 MB 的文件不参与')
    expect(cli.run(['list']).out).toContain('[2.1 MB, not searched]')
    expect(cli.run(['list', '--lang', 'zh']).out).toContain('[2.1 MB，不参与搜索]')
    expect(cli.run(['reindex']).out).toContain('0 new')
    const { memories } = cli.json([...ASK]).data
    expect(memories.map(({ memory }: { memory: { file: string } }) => memory.file)).not.toContain('log.md')
  })
})
