import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isNamedBuilt } from './test-files.ts'

/** Tests of the built program take longest and wait most: what is left at the end is short. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const built = sorted.filter(({ moduleId }) => isNamedBuilt(moduleId))
    return [...built, ...sorted.filter(({ moduleId }) => !isNamedBuilt(moduleId))]
  }
}
