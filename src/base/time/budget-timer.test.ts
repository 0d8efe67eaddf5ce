import { expect, test } from 'vitest'
import { budgetTimer } from './budget-timer.ts'

test('time in which nothing runs does not count; time that is used does', () => {
  const late = budgetTimer(150)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  expect(late()).toBe(false)
  const { user } = process.cpuUsage()
  let sum = 0
  while (process.cpuUsage().user - user < 200_000) for (let i = 0; i < 1e5; i++) sum += i % 7
  expect(sum).toBeGreaterThan(0)
  expect(late()).toBe(true)
})

test('a budget below zero is used up at once', () => {
  expect(budgetTimer(-1)()).toBe(true)
})
