// Live verification: what a memory names is looked up in the working tree, so that the header can say what still exists
// and what is gone. Paths are asked of the file system, names of the symbol list that the worker keeps: nothing is
// searched, and no clock decides, so the same question gets the same answer. What cannot be decided is not mentioned: a
// wrong answer is worse than none.
import type { GitPlace } from '../../base/git/git.ts'
import { once } from '../../base/values/once.ts'
import type { JudgeContext } from '../recall/judge-context.ts'
import type { Verification } from '../verification.ts'
import { type Claim, findClaims } from './claims.ts'
import { commandExists } from './command-exists.ts'
import { isPathThere, pathExists } from './path-exists.ts'
import { symbolListPath } from './symbols/list-path.ts'
import { openSymbolList, type SymbolList } from './symbols/symbol-list.ts'
import { isSameStamp, treeStamp } from './symbols/tree-stamp.ts'

interface VerifiedText {
  text: string
  /** When it was written, milliseconds since 1970. */
  changed: number
}

export interface VerifyOptions {
  /** The checkout. */
  root: string
  git?: Pick<GitPlace, 'gitDir'>
  /** The project's state, which contains the symbol list. Without one nothing is said of symbols and flags. */
  state?: string
  now: number
}

/** A list that nobody has renewed for so long may not know what was written since. */
const DENY_MS = 24 * 3_600_000

/** For each text what it names. */
export function verifyAll(
  texts: readonly VerifiedText[],
  options: VerifyOptions,
): (Verification | undefined)[] {
  const claims = texts.map(({ text }) => findClaims(text))
  if (claims.every((named) => named.length === 0)) return texts.map(() => undefined)
  const { root, state } = options
  const list = state === undefined ? undefined : openSymbolList(symbolListPath(state, root), root)
  try {
    const isListed = once(() => list !== undefined && isListOfNow(list, options))
    return claims.map((named, at) => {
      const isOlder = list !== undefined && (texts[at]?.changed ?? 0) < list.header.time
      // Asked only where something would be denied: most of what memories name is there.
      const mayDeny = once(() => isOlder && isListed() && arePlacesListed(named, root, list))
      const namesPackage = once(() => list !== undefined && mentionsPackage(texts[at]?.text ?? '', list))
      const verdicts = named.map((claim) => judge(claim, { root, list, mayDeny, namesPackage }))
      const claimsWith = (verdict: Verdict) =>
        named.filter((_, claim) => verdicts[claim] === verdict).map(({ text }) => text)
      return verdicts.some((verdict) => verdict !== undefined) ? verificationOf(claimsWith) : undefined
    })
  } finally {
    list?.close()
  }
}

function verificationOf(claimsWith: (verdict: Verdict) => string[]): Verification {
  const unnamed = claimsWith('unnamed')
  return {
    exists: claimsWith('exists'),
    gone: claimsWith('gone'),
    ...(unnamed.length > 0 && { unnamed }),
  }
}

/** It knows all code, git has not moved since, and it is not old. */
function isListOfNow({ header }: SymbolList, { git, now }: VerifyOptions): boolean {
  const age = now - header.time
  return (
    header.complete && git !== undefined && age >= 0 && age < DENY_MS && isSameStamp(header, treeStamp(git))
  )
}

/** A file that the memory names and that changed since may hold the rest by now. */
function arePlacesListed(claims: readonly Claim[], root: string, list: SymbolList): boolean {
  const places = claims.filter(({ kind, text }) => kind === 'path' && isPathThere(root, text) === 'file')
  return places.every(({ text }) => list.isAsListed(text))
}

type Verdict = 'exists' | 'gone' | 'unnamed'

function verdictOf(exists: boolean | undefined): Verdict | undefined {
  return exists === undefined ? undefined : exists ? 'exists' : 'gone'
}

function judge(claim: Claim, context: JudgeContext): Verdict | undefined {
  if (claim.kind === 'path') return verdictOf(pathExists(claim.text, context))
  if (claim.kind === 'command') return verdictOf(commandExists(claim.text, context))
  const { list } = context
  if (!list) return undefined
  const isFlag = claim.kind === 'flag'
  const parts = isFlag ? [claim.text] : partsOf(claim.text)
  if (isFlag ? usesFlag(list, claim.text) : list.uses(parts)) return 'exists'
  if (claim.elsewhere || !context.mayDeny()) return undefined
  const missing = parts.filter((part) => !(isFlag ? mentionsFlag(list, part) : list.mentions(part)))
  if (missing.length === 0) return undefined
  if (missing.some(list.hadBefore)) return 'gone'
  if (isFlag) return context.namesPackage() ? undefined : 'unnamed'
  return isOfThisTree(parts, context) ? 'gone' : undefined
}

/**
 * Whether a name that no listing knows would be the tree's own. Of a plain word nobody can tell. A method is,
 * where its class is defined here; another name, unless the platform has it or the memory speaks of a package.
 */
function isOfThisTree(parts: readonly string[], { list, namesPackage }: JudgeContext): boolean {
  const [first = '', ...others] = parts
  if (others.length > 0) return list?.defines(first) === true && !namesPackage()
  return isCompound(first) && !(first in globalThis) && !namesPackage()
}

/** `verifyToken`, `verify_token`; not `sort`, which many things can do. */
function isCompound(name: string): boolean {
  return name !== name.toLowerCase() || name.includes('_')
}

function mentionsPackage(text: string, list: SymbolList): boolean {
  const words = text.toLowerCase().split(/[^a-z0-9_.@-]+/)
  return words.some((word) => {
    const name = word.replace(/^[@.-]+|[.-]+$/g, '')
    return name.length > 1 && list.had('package', name)
  })
}

/** `this.store.open`: what stands for the object itself is no name. */
function partsOf(symbol: string): string[] {
  return symbol
    .replaceAll('::', '.')
    .split('.')
    .filter((part) => part.length > 1 && part !== 'this' && part !== 'self')
}

/** As it is typed, or as it is declared to a parser: without the dashes. A single word could be any. */
function usesFlag(list: SymbolList, flag: string): boolean {
  const name = flag.slice(2)
  return list.uses([flag]) || (name.includes('-') && list.uses([name]))
}

/** `--no-color` is the other side of an option `color`. */
function mentionsFlag(list: SymbolList, flag: string): boolean {
  return list.mentions(flag) || (flag.startsWith('--no-') && list.mentions(flag.slice(5)))
}
