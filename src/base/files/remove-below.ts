// Removing below a directory that somebody else filled: no step of the path (with `/`) is followed through a link.
import { rmdirSync } from 'node:fs'
import { attempt } from '../values/attempt.ts'
import { withRealPaths } from '../values/errors.ts'
import { type Directory, openDirectory } from './directory.ts'
import { nodeFileOps as ops } from './file-ops.ts'

export function removeFileBelow(root: string, path: string): void {
  inParent(root, path, (parent, name) => {
    ops.unlink(parent.at(name))
    parent.sync()
  })
}

/** One that is not empty, or not there, stays as it is. */
export function removeEmptyBelow(root: string, path: string): void {
  attempt(() => inParent(root, path, (parent, name) => rmdirSync(parent.at(name))))
}

function inParent(root: string, path: string, work: (parent: Directory, name: string) => void): void {
  const steps = path.split('/')
  const name = steps.pop() ?? ''
  const parent = openDirectory(ops, root, steps)
  try {
    work(parent, name)
  } catch (error) {
    throw withRealPaths(error)
  } finally {
    parent.close()
  }
}
