// A git worktree for an agent that must not touch the user's checkout. Without changes it vanishes again.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runPrivateGit } from '../../base/git/run-private-git.ts'
import { conversationTexts } from '../../base/messages/conversation.ts'
import { message } from '../../base/messages/message.ts'
import { type ProcessOutcome, runProcess } from '../../base/processes/run-process.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { randomId } from '../../base/values/ids.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { Isolation } from '../agents/delegation.ts'

interface WorktreeOptions {
  /** The repository's checkout. */
  repository: string
  /** Where worktrees are put; below the project's state. */
  directory: string
  /** For git: PATH and HOME. */
  env: Record<string, string>
}

const LIMITS = { timeoutMs: 60_000, maxOutputBytes: 1 << 20 }
/** For what needs the repository itself, and touches no files of a checkout: those could start filters. */
const QUIET = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false']
/** Missing objects would be fetched with a program that the repository names; the first is not known to every git. */
const OFFLINE = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }

export function worktreeIsolation(options: WorktreeOptions): (agent: AgentDefinition) => Promise<Isolation> {
  const env = { ...options.env, ...OFFLINE }
  const git = async (cwd: string, ...args: string[]): Promise<string> =>
    output(
      args,
      await runProcess({ file: 'git', args: [...QUIET, ...args], cwd, env, ...LIMITS, outlivesUs: true }),
    )
  const onFiles = async (directory: string, ...args: string[]): Promise<string> =>
    output(args, await runPrivateGit({ directory, args, env, ...LIMITS }))
  return async (agent) => {
    mkdirSync(options.directory, { recursive: true, mode: 0o700 })
    const name = `${agent.name.replace(/[^A-Za-z0-9]+/g, '-')}-${randomId(6)}`
    const cwd = join(options.directory, name)
    const branch = `memdir/${name}`
    const base = (await git(options.repository, 'rev-parse', 'HEAD')).trim()
    await git(options.repository, 'worktree', 'add', '-q', '--no-checkout', '-b', branch, cwd, base)
    await onFiles(cwd, 'read-tree', '--reset', '-u', base)
    return {
      cwd,
      async finish() {
        const changed = await onFiles(cwd, 'status', '--porcelain', '--ignore-submodules=all')
        const head = (await git(cwd, 'rev-parse', 'HEAD')).trim()
        if (changed !== '' || head !== base) return `[Its changes are in ${cwd}, on the branch ${branch}.]`
        // Forced, because git would look at the files once more.
        await git(options.repository, 'worktree', 'remove', '--force', cwd)
        await git(options.repository, 'branch', '-q', '-D', branch)
        return undefined
      },
    }
  }
}

function output(args: readonly string[], done: ProcessOutcome | undefined): string {
  if (done?.end === 'exited' && done.exitCode === 0) return done.stdout
  const reason = done?.problem ?? done?.stderr.trim() ?? '?'
  throw new MemdirError(
    'unavailable',
    message(conversationTexts.gitFailed, { command: args[0] ?? '', reason }),
  )
}
