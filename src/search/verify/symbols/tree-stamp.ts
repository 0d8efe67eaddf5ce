// The state of a checkout as git's own files show it: another commit, branch or index is another state.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '../../../base/files/read-regular.ts'
import type { GitPlace } from '../../../base/git/git.ts'
import { attempt } from '../../../base/values/attempt.ts'
import type { TreeStamp } from './list-format.ts'

const HEAD_BYTES = 1_000

export function treeStamp({ gitDir }: Pick<GitPlace, 'gitDir'>): TreeStamp {
  const index = attempt(() => statSync(join(gitDir, 'index')))
  return {
    head: readRegularText(join(gitDir, 'HEAD'), HEAD_BYTES)?.trim() ?? '',
    index: index ? `${index.size} ${index.mtimeMs} ${index.ino}` : '',
  }
}

export function isSameStamp(one: TreeStamp, other: TreeStamp): boolean {
  return one.head === other.head && one.index === other.index
}
