// What git says about a checkout, for the end of a prompt. Names of branches and files are others': they are quoted.
import { type AgentText, joinLines, own } from '../text/agent-text.ts'
import { quoteText } from '../text/inert-text.ts'
import { runPrivateGit } from './run-private-git.ts'

const MAX_LINES = 40
const LIMITS = { timeoutMs: 2_000, maxOutputBytes: 64_000 }
// A submodule has a configuration of its own, which git would read there.
const ARGS = ['status', '--short', '--branch', '--ignore-submodules=all']

/** undefined where git is missing, fails or takes too long, and before the first commit. */
export async function gitStatus(
  directory: string,
  env: Record<string, string>,
): Promise<AgentText | undefined> {
  const done = await runPrivateGit({ directory, args: ARGS, env, ...LIMITS })
  if (done?.end !== 'exited' || done.exitCode !== 0) return undefined
  const lines = done.stdout.trimEnd().split('\n')
  const more = lines.length > MAX_LINES ? [own`… and ${lines.length - MAX_LINES} more`] : []
  return joinLines([own`# Git status at the start`, quoteText(lines.slice(0, MAX_LINES).join('\n')), ...more])
}
