import { afterEach, expect, it, vi } from 'vitest'
import { localTime } from './local-time.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['Asia/Shanghai', '2026-04-09T18:05:59Z', '2026-04-10 02:05'],
  ['America/New_York', '2026-04-09T18:05:59.123Z', '2026-04-09 14:05'],
  ['UTC', '2026-04-09T18:05:59+02:00', '2026-04-09 16:05'],
  ['America/New_York', '2026-04-09', '2026-04-09'],
  ['UTC', 'some day', 'some day'],
])('in %s %s is %s', (zone, iso, shown) => {
  vi.stubEnv('TZ', zone)
  expect(localTime(iso)).toBe(shown)
})
