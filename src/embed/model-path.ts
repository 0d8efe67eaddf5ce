import { join } from 'node:path'
import { FORMAT } from './model-layout.ts'
import type { ModelSpec } from './model-spec.ts'

/** The converted file of a model. The format is in its name, so versions of memdir do not disturb each other. */
export function modelPath(modelsDirectory: string, spec: Pick<ModelSpec, 'name'>): string {
  return join(modelsDirectory, `${spec.name}.v${FORMAT}.bin`)
}
