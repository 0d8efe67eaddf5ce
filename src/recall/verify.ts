// Live verification: what a memory names is looked up in the working tree, within a few milliseconds, so that the
// header can say what still exists and what is gone. What could not be decided is not mentioned: a wrong answer is
// worse than none.
import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { isInside } from '../memory/memory-path.ts'
import { type Claim, findClaims } from './claims.ts'
import { inertFact } from './inert-text.ts'
import { commandExists } from './known-commands.ts'
import { judgeNames } from './known-names.ts'
import { isSkipped, openWorkingTree, type WorkingTree } from './working-tree.ts'

export interface Verification {
  exists: string[]
  gone: string[]
}

export interface VerifyOptions {
  /** The checkout. */
  root: string
  /** For all memories of one recall together. */
  budgetMs?: number
  now?: () => number
}

const BUDGET_MS = 8

/** For each text what it names. All share the time and the files that are read; what costs least comes first. */
export function verifyAll(
  texts: readonly string[],
  { root, budgetMs = BUDGET_MS, now = () => performance.now() }: VerifyOptions,
): (Verification | undefined)[] {
  const claims = texts.map(findClaims)
  const deadline = now() + budgetMs
  const inTime = () => now() < deadline
  const once = new Map(claims.flat().map((claim) => [claim.text, claim]))
  if (once.size === 0) return texts.map(() => undefined)
  const verdicts = judge([...once.values()], root, inTime)
  return claims.map((named) => {
    const claimsWith = (verdict: boolean) =>
      named.map(({ text }) => text).filter((text) => verdicts.get(text) === verdict)
    const verification = { exists: claimsWith(true), gone: claimsWith(false) }
    return verification.exists.length + verification.gone.length > 0 ? verification : undefined
  })
}

function judge(
  claims: readonly Claim[],
  root: string,
  inTime: () => boolean,
): ReadonlyMap<string, boolean | undefined> {
  const verdicts = new Map<string, boolean | undefined>()
  const names = claims.filter(({ kind }) => kind === 'flag' || kind === 'symbol')
  const places = claims.filter(({ kind }) => kind === 'path' || kind === 'command')
  const judgePlaces = (tree?: WorkingTree) => {
    for (const { kind, text } of places) {
      if (verdicts.get(text) !== undefined || !inTime()) continue
      verdicts.set(text, kind === 'path' ? pathExists(root, text, tree) : commandExists(root, text, tree))
    }
  }
  judgePlaces()
  const found = places.filter(({ kind, text }) => kind === 'path' && verdicts.get(text))
  const named = found.map(({ text }) => normalize(text)).filter((path) => isOwnFile(root, path))
  const tree = openWorkingTree(root, inTime, named)
  for (const [text, verdict] of judgeNames(tree, names)) verdicts.set(text, verdict)
  judgePlaces(tree)
  return verdicts
}

/** `still there: a, b; gone: c` */
export function verificationLine({ exists, gone }: Verification): string {
  const names = (claims: readonly string[]) => claims.map(inertFact).join(', ')
  const parts = [
    exists.length > 0 ? `checked just now, still there: ${names(exists)}` : '',
    gone.length > 0 ? `GONE from the working tree: ${names(gone)}` : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** undefined where this tree cannot tell: outside it, made by a build, or the path may begin in a package of it. */
function pathExists(root: string, path: string, tree?: WorkingTree): boolean | undefined {
  const full = join(root, path)
  if (!isInside(root, full)) return undefined
  const there = isThere(full)
  if (there !== false) return there
  const parts = relative(root, full).split(sep)
  // "index.ts" may be any of several files; without an extension it may be a branch or a route.
  if (parts.length < 2 || !/\.\w+$/.test(path) || parts.some(isSkipped)) return undefined
  if (parts.length > 2 && isDirectory(dirname(full))) return false
  const [top = ''] = parts
  if (!isDirectory(join(root, top))) return undefined
  const ending = `/${parts.join('/')}`
  return tree?.list()?.some((file) => file.endsWith(ending)) === false ? false : undefined
}

function isThere(path: string): boolean | undefined {
  const facts = attempt(() => ({ entry: lstatSync(path, { throwIfNoEntry: false }) }))
  if (!facts) return undefined
  // A link to nothing is neither there nor gone.
  return facts.entry === undefined ? false : existsSync(path) || undefined
}

/** No link, and nothing that the tree leaves out. */
function isOwnFile(root: string, path: string): boolean {
  return !path.split(sep).some(isSkipped) && attempt(() => lstatSync(join(root, path)).isFile()) === true
}

function isDirectory(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) === true
}
