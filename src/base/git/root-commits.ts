// The first commits of a repository's history: the same in all its clones, and in every fork.
import type { GitPlace } from './git.ts'
import { openPrivateGit } from './private-git.ts'

const TIMEOUT_MS = 2_000
const MOST = 8

/** Empty for empty repositories, where git is missing, or when it takes longer than 2 s. */
export function rootCommits(place: GitPlace, commandPath: string | undefined): string[] {
  // Asked in the main checkout: every worktree must give the same answer.
  const git = openPrivateGit({ commonDir: place.commonDir, gitDir: place.commonDir })
  if (!git) return []
  try {
    // Loaded only here: most commands start no process.
    const { spawnSync } = process.getBuiltinModule('node:child_process')
    const done = spawnSync('git', ['rev-list', '--max-parents=0', git.head, '--'], {
      cwd: git.directory,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: commandPath, ...git.env },
    })
    if (done.status !== 0) return []
    return done.stdout
      .split('\n')
      .filter((line) => line !== '')
      .sort()
      .slice(0, MOST)
  } finally {
    git.remove()
  }
}
