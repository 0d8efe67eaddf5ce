import { relative } from 'node:path'
import { VitestTestRunner } from 'vitest/runners'
import { mayBeRetried, needsDisk } from './test-files.ts'

/** Tries tests of some files once more (`mayBeRetried`); lets some write on disk (`needsDisk`). */
export default class Runner extends VitestTestRunner {
  override onCollectStart(file: Parameters<VitestTestRunner['onCollectStart']>[0]): void {
    const path = relative(this.config.root, file.filepath)
    this.config.retry = mayBeRetried(path) ? 1 : 0
    const { MEMDIR_TEST_DISK, MEMDIR_TEST_ROOT } = process.env
    if (MEMDIR_TEST_ROOT) process.env.TMPDIR = needsDisk(path) ? MEMDIR_TEST_DISK : MEMDIR_TEST_ROOT
    super.onCollectStart(file)
  }
}
