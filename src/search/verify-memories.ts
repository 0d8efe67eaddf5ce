// The verification of memories in a checkout; its code is loaded only where one of them names something.
import type { GitPlace } from '../base/git/git.ts'
import { lastChanged, type Memory } from '../memory/memory.ts'
import type { Verification } from './verification.ts'

export interface VerifiedTree {
  /** The checkout. */
  root: string
  git?: Pick<GitPlace, 'gitDir'>
  /** The project's state, which contains the symbol list, if there is one. */
  state?: string
}

/** What every claim has at least one of: backticks, a path, a flag, a call, letters of both cases, a command. */
const MAY_CLAIM = /[`/]|--[a-z]|\w\(|[a-z][A-Z]|\w\.[a-z]|(?:run|task|npm) /

/** One for each memory; undefined where nothing can be said. */
export async function verifyMemories(
  tree: VerifiedTree,
  memories: readonly Pick<Memory, 'description' | 'content' | 'updated' | 'modified'>[],
  now: Date,
): Promise<(Verification | undefined)[]> {
  const texts = memories.map((memory) => ({
    text: `${memory.description ?? ''}\n${memory.content}`,
    changed: Math.max(Date.parse(lastChanged(memory)), Date.parse(memory.modified)),
  }))
  if (!texts.some(({ text }) => MAY_CLAIM.test(text))) return []
  const { verifyAll } = await import('./verify/verify.ts')
  return verifyAll(texts, { ...tree, now: now.getTime() })
}
