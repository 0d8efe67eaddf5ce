// `memdir merge`: what it previews, refuses and says of memories that have no vectors.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { add, json, run } = useCli()

it('merge --dry-run of two memories shows what would stay and changes nothing', () => {
  const one = add('Integration tests use a real database')
  const two = add('The office is in Hangzhou, near the west lake, on the third floor')
  const before = json(['list']).data.memories
  const { pairs, merged } = json(['merge', one.id, two.id, '--dry-run']).data
  expect([pairs[0].kept.id, pairs[0].removed.id, pairs[0].text, merged]).toEqual([one.id, two.id, 'new', []])
  expect(run(['merge', one.id, two.id, '--dry-run']).out).toContain('Nothing was changed.')
  expect(run(['merge', one.id, two.id, '--dry-run', '--lang', 'zh']).out).toContain('未更改任何内容')
  expect(json(['list']).data.memories).toEqual(before)
  expect(json(['log']).data.total).toBe(2)
})

it('merge refuses a memory that was superseded or has expired, also on a dry run', () => {
  const older = add('The API listens on port 8080')
  const newer = add('The API listens on port 9090')
  for (const more of [[], ['--dry-run']])
    expect(json(['merge', older.id, newer.id, ...more])).toMatchObject({
      code: 2,
      error: { message: `${older.id} was superseded by ${newer.id}; nothing was merged` },
    })
  expect(run(['merge', older.id, newer.id, '--lang', 'zh']).err).toContain('取代；未合并任何内容')
  const path = join(run(['path']).out.trim(), newer.file)
  writeFileSync(path, readFileSync(path, 'utf8').replace('created:', 'expires: 2020-01-01\ncreated:'))
  const third = add('The office is in Hangzhou')
  expect(json(['merge', third.id, newer.id]).error.message).toBe(
    `${newer.id} has expired; nothing was merged`,
  )
  expect(json(['list']).data.total).toBe(3)
})

it('merge says that memories without vectors were compared by words alone', { timeout: 60_000 }, () => {
  json(['config', 'set', 'merge.automatic', 'false'])
  add('Deployments to production need the approval of two reviewers')
  const unknown = run(['merge', '--dry-run'])
  expect(unknown.out).toBe('No two memories have the same words.\n')
  expect(unknown.err).toContain('1 memory has no vectors yet')
  expect(unknown.err).toContain('memdir reindex')
  expect(run(['reindex']).code).toBe(0)
  const known = run(['merge', '--dry-run'])
  expect([known.out, known.err]).toEqual(['No two memories say the same.\n', ''])
  add('Two reviewers have to approve every deployment to production')
  expect(json(['merge', '--dry-run']).data).toEqual({ pairs: [], without_vectors: 1, merged: [] })
  expect(run(['reindex']).code).toBe(0)
  expect(json(['merge', '--dry-run']).data).toMatchObject({ pairs: [{}], without_vectors: 0, merged: [] })
})
