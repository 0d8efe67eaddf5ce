// Likely doubles, with the real model: found by the worker, shown by merge and doctor, merged by nobody.
import { expect, it } from 'vitest'
import { useCli } from './use-cli.ts'

const { add, json, run } = useCli({ models: true })

it('likely doubles are shown by merge --near and by the doctor', { timeout: 120_000 }, () => {
  const one = add('Integration tests use a real database')
  const two = add('Integration tests are using a real database')
  add('The staging database is wiped every Sunday night')
  expect(json(['merge', '--near']).data).toEqual({ doubles: [] })
  expect(run(['merge', '--near']).err).toContain('3 of 3 memories have no vectors yet and were not compared')
  expect(run(['merge', '--near']).err).toContain('run `memdir reindex`')
  expect(run(['reindex']).code).toBe(0)
  const { doubles } = json(['merge', '--near']).data
  expect(doubles).toMatchObject([{ one: { id: one.id }, other: { id: two.id } }])
  expect(doubles[0].similarity).toBeGreaterThan(0.9)
  const near = run(['merge', '--near'])
  expect(near.out).toContain(`memdir merge ${one.id} ${two.id}`)
  expect(near.out + near.err).not.toContain('reindex')
  expect(run(['doctor']).out).toContain('may say the same: 1')
  expect(run(['doctor', '--lang', 'zh']).out).toContain('可能重复的记忆：1 对')
  expect(run(['merge', '--dry-run']).err).toContain('memdir merge --near')
  expect(json(['list']).data.total).toBe(3)
  expect(json(['merge', one.id, two.id, '--yes']).data.merged).toMatchObject([{ status: 'merged' }])
  expect(json(['merge', '--near']).data.doubles).toEqual([])
})
