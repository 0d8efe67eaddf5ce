// Where instruction files may be: a list in the order in which they weigh, later ones more.
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import type { InstructionLevel } from './instruction-file.ts'

export interface InstructionCandidate {
  path: string
  memoryType: InstructionLevel
  /** From a rules directory: may carry `paths:`. */
  rule: boolean
  /** What the globs of a rule are relative to. */
  base: string
}

export interface InstructionPlaces {
  /** For all users of the machine. */
  managed: readonly string[]
  /** The person's own. */
  user: readonly string[]
  /** The project's directory; nothing above it is looked at. */
  root: string
  cwd: string
  /** Neither the person's own nor the project's. */
  managedOnly?: boolean
}

export function findInstructionFiles(places: InstructionPlaces): InstructionCandidate[] {
  const directories = directoriesBetween(places.root, places.cwd)
  const given = (paths: readonly string[], memoryType: InstructionLevel) =>
    paths.map((path) => ({ path, memoryType, rule: false, base: dirname(path) }))
  const managed = given(places.managed, 'Managed')
  if (places.managedOnly) return managed
  return [
    ...managed,
    ...given(places.user, 'User'),
    ...directories.flatMap(projectFiles),
    ...directories.map(localFile),
  ]
}

/**
 * Looks in the directories from below `cwd` down to `directory`, without those in `seen`, which it adds to. What others wrote
 * and somebody fetched is no instruction of this project: below `node_modules` or in a repository of its own is nothing.
 */
export function findNestedFiles(
  root: string,
  cwd: string,
  directory: string,
  seen: Set<string>,
): InstructionCandidate[] {
  if (seen.has(directory)) return []
  const start = new Set(directoriesBetween(root, cwd))
  const nested: string[] = []
  for (const one of directoriesBetween(root, directory)) {
    if (start.has(one)) continue
    if (isOfOthers(one)) break
    if (!seen.has(one)) nested.push(one)
    seen.add(one)
  }
  seen.add(directory)
  return [...nested.flatMap(projectFiles), ...nested.map(localFile)]
}

function isOfOthers(directory: string): boolean {
  return basename(directory) === 'node_modules' || existsSync(join(directory, '.git'))
}

/** From the root down; only the root where the other is elsewhere. */
function directoriesBetween(root: string, directory: string): string[] {
  const steps = relative(resolve(root), resolve(directory)).split(sep)
  if (steps[0] === '..' || steps[0] === '') return [resolve(root)]
  return [resolve(root), ...steps.map((_, at) => resolve(root, ...steps.slice(0, at + 1)))]
}

function projectFiles(directory: string): InstructionCandidate[] {
  const own = join(directory, 'CLAUDE.md')
  const main = existsSync(own) ? own : join(directory, 'AGENTS.md')
  const rules = join(directory, '.claude', 'rules')
  const names = attempt(() => readdirSync(rules)) ?? []
  const project = (path: string, rule: boolean): InstructionCandidate => ({
    path,
    memoryType: 'Project',
    rule,
    base: directory,
  })
  return [
    project(main, false),
    project(join(directory, '.claude', 'CLAUDE.md'), false),
    ...names
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => project(join(rules, name), true)),
  ]
}

function localFile(directory: string): InstructionCandidate {
  return { path: join(directory, 'CLAUDE.local.md'), memoryType: 'Local', rule: false, base: directory }
}
