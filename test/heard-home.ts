// The models that hearing reads with, converted once in a run, in a config home of their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { keepModels, takeModels } from './shared-models.ts'

/** To be called where tests are described: gone after the last of them. */
export function heardHome(): string {
  const root = mkdtempSync(join(tmpdir(), 'memdir-heard-'))
  const models = join(root, 'models')
  beforeAll(() => takeModels(models))
  afterAll(() => {
    keepModels(models)
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  return root
}
