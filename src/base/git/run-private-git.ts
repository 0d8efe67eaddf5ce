// git on the files of a checkout, without anything that its repository configures.
import { join } from 'node:path'
import { type ProcessLimits, type ProcessOutcome, runProcess } from '../processes/run-process.ts'
import { findGit } from './git.ts'
import { openPrivateGit } from './private-git.ts'

interface GitRun extends ProcessLimits {
  /** Somewhere in the checkout. */
  directory: string
  args: readonly string[]
  /** The person's own configuration counts: PATH and HOME. */
  env: Record<string, string>
}

/** undefined outside git, and before the first commit. */
export async function runPrivateGit({
  directory,
  args,
  env,
  ...limits
}: GitRun): Promise<ProcessOutcome | undefined> {
  const place = findGit(directory)
  const git = place && openPrivateGit(place)
  if (!git) return undefined
  const files = { GIT_WORK_TREE: place.workTree, GIT_INDEX_FILE: join(place.gitDir, 'index') }
  try {
    const all = { ...env, ...git.env, ...files }
    return await runProcess({ file: 'git', args, cwd: git.directory, env: all, ...limits, outlivesUs: true })
  } finally {
    git.remove()
  }
}
