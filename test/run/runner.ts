import { relative } from 'node:path'
import { VitestTestRunner } from 'vitest/runners'
import { mayBeRetried } from './test-files.ts'

/** Tries tests of some files once more (`mayBeRetried`). */
export default class Runner extends VitestTestRunner {
  override onCollectStart(file: Parameters<VitestTestRunner['onCollectStart']>[0]): void {
    this.config.retry = mayBeRetried(relative(this.config.root, file.filepath)) ? 1 : 0
    super.onCollectStart(file)
  }
}
