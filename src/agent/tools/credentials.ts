// Whether a path leads to somebody's credentials: the person is asked before a tool reads or changes them. Paths are
// judged as they are written and as they really are, so that a link, `..` or another case is no way around.

import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { readRegularFile } from '../../base/files/read-regular.ts'
import { isInside } from '../../base/paths/is-inside.ts'
import { attempt } from '../../base/values/attempt.ts'
import {
  CREDENTIAL_CONTENTS,
  CREDENTIAL_NAMES,
  CREDENTIAL_VARIABLES,
  OWN_CREDENTIALS,
} from './credential-places.ts'

export interface Credentials {
  /** The place that the path leads to, if it is one. `cwd`: where the path and the project begin. */
  at(path: string, cwd: string): string | undefined
  /** One that is known to be below the directory: for what reads a whole tree. */
  below(directory: string, cwd: string): string | undefined
  /** What a search of the directory leaves out; undefined where it is credentials itself, and so was asked about. */
  leftOut(directory: string, cwd: string): LeftOut | undefined
}

export interface LeftOut {
  /** Names, or ends of paths, in lower case; `*` and `?` within one name. */
  patterns: readonly string[]
  /** By the path alone, without a look at the disk. */
  has(path: string): boolean
}

interface CredentialOptions {
  /** The person's. */
  home?: string
  /** memdir's config home. */
  configHome?: string
  env?: Readonly<Record<string, string | undefined>>
}

export function createCredentials(options: CredentialOptions = {}): Credentials {
  const home = options.home ?? attempt(homedir)
  const moved = movedPlaces(options).flatMap((path) => [
    path,
    attempt(() => realpathSync.native(path)) ?? path,
  ])
  const known = [
    ...moved,
    ...(home === undefined ? [] : CREDENTIAL_NAMES.filter(isPlain).map((name) => join(home, name))),
  ]
  const isPlace = (path: string) =>
    NAMED.test(path.toLowerCase()) || moved.some((place) => path === place || isInside(place, path))
  const at: Credentials['at'] = (path, cwd) => {
    const ways = waysOf(path, cwd)
    if (!ways.some((way) => existsSync(way))) return undefined
    return ways.find((way) => isPlace(way) || containsKey(way) || isForeignEnvironment(way, cwd))
  }
  return {
    at,
    below(directory, cwd) {
      const ways = waysOf(directory, cwd)
      return known.find(
        (place) => existsSync(place) && ways.some((way) => way === '/' || isInside(way, place)),
      )
    },
    leftOut(directory, cwd) {
      if (at(directory, cwd) !== undefined) return undefined
      const outside = !isWithin(resolve(cwd, directory), cwd)
      const environment = outside ? ENVIRONMENT : []
      return {
        patterns: [...CREDENTIAL_NAMES, ...MAYBE_NAMES, ...environment, ...moved.map(endOf)],
        has: (path) =>
          isPlace(path) || MAYBE_NAMED.test(path.toLowerCase()) || isForeignEnvironment(path, cwd),
      }
    },
  }
}

/** As it is written, as the kernel goes (links before `..`), and as a string function goes. */
function waysOf(path: string, cwd: string): string[] {
  const written = isAbsolute(path) ? path : `${cwd}/${path}`
  const ways = [resolve(written)]
  for (const way of [written, resolve(written)]) ways.push(attempt(() => realpathSync.native(way)) ?? way)
  return [...new Set(ways)]
}

function movedPlaces({ configHome, env = {} }: CredentialOptions): string[] {
  const own = configHome === undefined ? [] : OWN_CREDENTIALS.map((name) => join(configHome, name))
  const moved = Object.entries(CREDENTIAL_VARIABLES).flatMap(([variable, parts]) =>
    (env[variable] ?? '')
      .split(':')
      .filter(isAbsolute)
      .flatMap((path) => parts.map((part) => resolve(path, part))),
  )
  return [...own, ...moved]
}

function isPlain(name: string): boolean {
  return !name.includes('*') && !name.startsWith('etc/')
}

function expressionOf(names: readonly string[]): RegExp {
  const parts = names.map((name) => name.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'))
  return new RegExp(`(?:^|/)(?:${parts.join('|')})(?:/|$)`)
}

const NAMED = expressionOf(CREDENTIAL_NAMES)
const MAYBE_NAMES = CREDENTIAL_CONTENTS.map(({ name }) => name)
const MAYBE_NAMED = expressionOf(MAYBE_NAMES)
const MAX_KEY_BYTES = 1_000_000

/** A file too large to look into is taken for one. */
function containsKey(path: string): boolean {
  const kind = CREDENTIAL_CONTENTS.find(({ name }) => expressionOf([name]).test(path.toLowerCase()))
  const read = kind && attempt(() => readRegularFile(path, { most: MAX_KEY_BYTES, follow: true }))
  if (read?.status === 'refused') return read.reason === 'too_large'
  return kind !== undefined && read?.status === 'read' && kind.contains.test(read.bytes.toString('latin1'))
}

const ENVIRONMENT = ['.env', '.env.*']

/** The environment of this project is part of the project; that of another is not. */
function isForeignEnvironment(path: string, cwd: string): boolean {
  if (!/^\.env(?:\.(?!example|sample|template|dist|defaults)[^.]+)*$/i.test(basename(path))) return false
  return !isWithin(path, cwd)
}

function isWithin(path: string, cwd: string): boolean {
  return waysOf('.', cwd).some((root) => path === root || isInside(root, path))
}

/** The last two names, with a `?` for what a pattern would read otherwise. */
function endOf(path: string): string {
  return path
    .split('/')
    .slice(-2)
    .join('/')
    .toLowerCase()
    .replace(/[^\w./ -]/g, '?')
}
