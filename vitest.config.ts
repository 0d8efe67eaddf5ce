import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    // A test that starts processes may fail once on a busy machine; twice is a fault.
    retry: 1,
    hookTimeout: 60_000,
    pool: 'forks',
    // Tests wait for processes most of the time: even two cores can run two files at once.
    maxWorkers: 2,
    globalSetup: 'test/one-temporary-root.ts',
    // Tests must not see the developer's own memories, settings or agents.
    env: {
      MEMDIR_HOME: '/nonexistent/memdir-home-is-set-per-test',
      LANG: 'C.UTF-8',
      LC_ALL: '',
      NO_COLOR: '1',
    },
  },
})
