// A git worktree for an agent that must not touch the user's checkout. Without changes it vanishes again.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MemdirError } from '../lib/errors.ts'
import { randomId } from '../lib/ids.ts'
import { runProcess } from '../lib/run-process.ts'
import type { AgentDefinition } from './agent-definition.ts'
import type { Isolation } from './delegation.ts'

export interface WorktreeOptions {
  /** The repository's checkout. */
  repository: string
  /** Where worktrees are put; below the project's state. */
  directory: string
  /** For git: PATH and HOME. */
  env: Record<string, string>
}

const LIMITS = { timeoutMs: 60_000, maxOutputBytes: 1 << 20 }
/** Repository configuration must not run anything of its own choice. */
const QUIET = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false']

export function worktreeIsolation(options: WorktreeOptions): (agent: AgentDefinition) => Promise<Isolation> {
  const git = async (cwd: string, ...args: string[]): Promise<string> => {
    const done = await runProcess({
      file: 'git',
      args: [...QUIET, ...args],
      cwd,
      env: options.env,
      ...LIMITS,
    })
    if (done.end === 'exited' && done.exitCode === 0) return done.stdout
    throw new MemdirError('unavailable', `git ${args[0]} failed: ${done.problem ?? done.stderr.trim()}`)
  }
  return async (agent) => {
    mkdirSync(options.directory, { recursive: true, mode: 0o700 })
    const name = `${agent.name.replace(/[^A-Za-z0-9]+/g, '-')}-${randomId(6)}`
    const cwd = join(options.directory, name)
    const branch = `memdir/${name}`
    const base = (await git(options.repository, 'rev-parse', 'HEAD')).trim()
    await git(options.repository, 'worktree', 'add', '-q', '-b', branch, cwd, base)
    return {
      cwd,
      async finish() {
        const changed = await git(cwd, 'status', '--porcelain')
        const head = (await git(cwd, 'rev-parse', 'HEAD')).trim()
        if (changed !== '' || head !== base) return `[Its changes are in ${cwd}, on the branch ${branch}.]`
        await git(options.repository, 'worktree', 'remove', cwd)
        await git(options.repository, 'branch', '-q', '-D', branch)
        return undefined
      },
    }
  }
}
