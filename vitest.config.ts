import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Itself, or through one of our helpers that run the built command. */
const STARTS_PROCESSES =
  /from '(?:node:child_process|[./\w-]*\/(?:use-cli|run-memdir|run-hook|mcp-client)\.ts)'/
const HAS_PROPERTIES = /from 'fast-check'/

/**
 * A test that starts processes may fail once on a busy machine; twice is a fault. A property that fails once has found
 * something: files with properties are never tried again.
 */
function mayBeRetried(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  return STARTS_PROCESSES.test(text) && !HAS_PROPERTIES.test(text)
}

const files = ['src', 'test'].flatMap((directory) =>
  readdirSync(join(import.meta.dirname, directory), { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((name) => name.endsWith('.test.ts')),
)
const retried = files.filter((file) => mayBeRetried(join(import.meta.dirname, file)))

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'processes', include: retried, retry: 1 } },
      {
        extends: true,
        test: {
          name: 'one-process',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: retried,
          retry: 0,
        },
      },
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    execArgv: ['--import', new URL('test/run/worker.mjs', import.meta.url).href],
    // Tests wait for processes most of the time: even two cores can run two files at once.
    maxWorkers: 2,
    // No test replaces a module: files share what is loaded, instead of loading it again for each.
    isolate: false,
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
