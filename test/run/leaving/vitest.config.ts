import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'

const { pool, execArgv, isolate, env, globalSetup } = config.test ?? {}

/** A run of its own, as `npm test` is one, of the test that leaves something behind. */
export default defineConfig({
  root: join(import.meta.dirname, '../../..'),
  test: {
    ...{ pool, execArgv, isolate, env, globalSetup },
    include: ['test/run/leaving/leaves.ts'],
    maxWorkers: 1,
    teardownTimeout: 500,
  },
})
