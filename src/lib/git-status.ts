// What git says about a checkout, for the end of a prompt.
import { runPrivateGit } from './run-private-git.ts'

const MAX_LINES = 40
const LIMITS = { timeoutMs: 2_000, maxOutputBytes: 64_000 }
// A submodule has a configuration of its own, which git would read there.
const ARGS = ['status', '--short', '--branch', '--ignore-submodules=all']

/** undefined where git is missing, fails or takes too long, and before the first commit. */
export async function gitStatus(directory: string, env: Record<string, string>): Promise<string | undefined> {
  const done = await runPrivateGit({ directory, args: ARGS, env, ...LIMITS })
  if (done?.end !== 'exited' || done.exitCode !== 0) return undefined
  const lines = done.stdout.trimEnd().split('\n')
  const more = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : []
  return ['# Git status at the start', ...lines.slice(0, MAX_LINES), ...more].join('\n')
}
