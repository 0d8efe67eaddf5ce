// What git says about a checkout, for the end of a prompt.
import { runProcess } from './run-process.ts'

const MAX_LINES = 40
const LIMITS = { timeoutMs: 2_000, maxOutputBytes: 64_000 }
/** Nothing of the repository's own choice is run. */
const QUIET = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '--no-optional-locks']

/** undefined where git is missing, fails or takes too long. */
export async function gitStatus(directory: string, env: Record<string, string>): Promise<string | undefined> {
  const args = [...QUIET, 'status', '--short', '--branch']
  const done = await runProcess({ file: 'git', args, cwd: directory, env, ...LIMITS })
  if (done.end !== 'exited' || done.exitCode !== 0) return undefined
  const lines = done.stdout.trimEnd().split('\n')
  const more = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : []
  return ['# Git status at the start', ...lines.slice(0, MAX_LINES), ...more].join('\n')
}
