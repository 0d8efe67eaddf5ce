import { defineConfig } from 'vitest/config'
import { LeftOut } from './test/run/left-out.ts'
import { LongestFirst } from './test/run/longest-first.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    execArgv: ['--import', new URL('test/run/worker.mjs', import.meta.url).href],
    // Tests wait for processes much of the time: even two cores can run three files at once.
    maxWorkers: 3,
    // No test replaces a module: files share what is loaded, instead of loading it again for each.
    isolate: false,
    // What was transformed is kept in node_modules for the next run, by content.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    runner: 'test/run/runner.ts',
    reporters: ['default', new LeftOut()],
    globalSetup: ['test/run/temporary-root.ts', 'test/run/missing-programs.ts'],
    // Tests must not see the developer's own memories, settings or agents.
    env: {
      MEMDIR_HOME: '/nonexistent/memdir-home-is-set-per-test',
      LANG: 'C.UTF-8',
      LC_ALL: '',
      NO_COLOR: '1',
    },
  },
})
