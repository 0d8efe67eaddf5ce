// Whether a path that a memory names is there: asked of the file system, for each of them once.

import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isInside } from '../../base/paths/is-inside.ts'
import { attempt } from '../../base/values/attempt.ts'
import type { JudgeContext } from '../recall/judge-context.ts'

/** Not the project's own, or made from it: what is not there may come back with the next build. */
const MADE = new Set(
  'node_modules bower_components dist build out target vendor coverage venv .venv .tox .next .nuxt .svelte-kit .turbo .gradle .terraform .cache .mypy_cache .pytest_cache .git .hg .svn __pycache__'.split(
    ' ',
  ),
)

/** undefined where this tree cannot tell: outside it, made by a build, or the path may begin in a package of it. */
export function pathExists(path: string, { root, list, mayDeny }: JudgeContext): boolean | undefined {
  const full = join(root, path)
  if (!isInside(root, full)) return undefined
  const there = isPathThere(root, path)
  if (there !== 'missing') return there === undefined ? undefined : true
  const parts = relative(root, full).split(sep)
  if (list?.has('path', parts.join('/'))) return true
  // "index.ts" may be any of several files; without an extension it may be a branch or a route.
  if (parts.length < 2 || !/\.\w+$/.test(path) || parts.some((part) => MADE.has(part))) return undefined
  if (parts.length > 2 && isDirectory(dirname(full))) return false
  if (!isDirectory(join(root, parts[0] ?? '')) || !mayDeny()) return undefined
  return list?.had('path', parts.join('/')) === false ? false : undefined
}

/** undefined: a link to nothing is neither there nor gone. */
export function isPathThere(root: string, path: string): 'file' | 'other' | 'missing' | undefined {
  const full = join(root, path)
  const facts = attempt(() => ({ entry: lstatSync(full, { throwIfNoEntry: false }) }))
  if (!facts) return undefined
  if (facts.entry === undefined) return 'missing'
  if (facts.entry.isFile()) return 'file'
  return existsSync(full) ? 'other' : undefined
}

function isDirectory(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) === true
}
