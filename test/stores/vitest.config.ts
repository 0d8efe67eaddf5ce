import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..', '..')

export default defineConfig({
  root,
  test: {
    include: ['test/stores/*.stores.ts', 'src/search/vectors/postgres/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: 'test/run/temporary-root.ts',
    env: {
      MEMDIR_HOME: '/nonexistent/memdir-home-is-set-per-test',
      LANG: 'C.UTF-8',
      LC_ALL: '',
      NO_COLOR: '1',
    },
  },
})
