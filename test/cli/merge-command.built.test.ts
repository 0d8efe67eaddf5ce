// `memdir merge`: what it previews, asks, refuses, and what it says of memories that are only near.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { add, json, run } = useCli({ models: true })

it('merge --dry-run of two memories shows what would stay and changes nothing', () => {
  const one = add('Integration tests use a real database')
  const two = add('The office is in Hangzhou, near the west lake, on the third floor')
  const before = json(['list']).data.memories
  const { pairs, merged } = json(['merge', one.id, two.id, '--dry-run']).data
  expect(pairs).toMatchObject([
    { kept: { id: one.id }, removed: { id: two.id }, text: 'new', likeness: 'different' },
  ])
  expect(merged).toEqual([])
  expect(run(['merge', one.id, two.id, '--dry-run']).out).toContain('Nothing was changed.')
  expect(run(['merge', one.id, two.id, '--dry-run', '--lang', 'zh']).out).toContain('未更改任何内容')
  expect(json(['list']).data.memories).toEqual(before)
  expect(json(['log']).data.total).toBe(2)
})

it('merge asks before it makes one of two that say different things', () => {
  const one = add('The office is in Oslo')
  const two = add('The office is in Hangzhou')
  const asked = json(['merge', one.id, two.id])
  expect(asked).toMatchObject({
    code: 2,
    error: { message: expect.stringMatching(/^this needs a confirmation: .+\?$/) },
  })
  expect(json(['list']).data.total).toBe(2)
  expect(json(['merge', one.id, two.id, '--yes']).data.merged).toMatchObject([{ status: 'merged' }])
  expect(json(['list']).data.total).toBe(1)
})

it('merge says which text it keeps, and that the two differ, also with --yes', () => {
  const one = add('The build uses Node 18', '--separate')
  const two = add('The build uses Node 20', '--separate')
  const kept = /^Keeps: The build uses Node 20 .*\nGoes into the history: The build uses Node 18\n/
  const preview = run(['merge', one.id, two.id, '--dry-run'])
  expect(preview.out).toMatch(kept)
  expect(preview.err).toContain('They differ in a number, a name or a negation.')
  expect(run(['merge', two.id, one.id, '--dry-run', '--lang', 'zh']).out).toContain(
    '保留：The build uses Node 20',
  )
  const done = run(['merge', two.id, one.id, '--yes'])
  expect(done.out).toMatch(kept)
  expect(done.err).toContain('They differ in a number, a name or a negation.')
  // Both are of one second: either file may stay.
  const [stays] = json(['list']).data.memories
  expect(run(['show', stays.id]).out).toContain('Node 20')
})

it('merge keeps, of two texts that are as long, the one that was changed last', () => {
  const [one, two] = [
    add('The build uses Node 20', '--separate'),
    add('The build uses Node 18', '--separate'),
  ]
  const path = join(run(['path']).out.trim(), one.file)
  writeFileSync(path, readFileSync(path, 'utf8').replace('created:', 'updated: 2090-01-01\ncreated:'))
  expect(run(['merge', one.id, two.id, '--dry-run']).out).toContain('Keeps: The build uses Node 20')
  run(['merge', one.id, two.id, '--yes'])
  const { id } = json(['list']).data.memories[0]
  expect(run(['show', id]).out).toMatch(/\n\nThe build uses Node 20\n$/)
})

it('merge refuses a memory that was superseded or has expired, also on a dry run', () => {
  const older = add('The API listens on port 8080')
  const newer = add('The API now listens on port 9090')
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
