// The settings files, read as plain data. A broken file is a warning, never a failure: memory goes on with the rest.
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { systemCode } from '../lib/errors.ts'
import { type GitPlace, isTracked } from '../lib/git.ts'
import { findJsonFault, type TextPlace } from '../lib/json-fault.ts'

export type SettingsLayer = 'memory.yaml' | 'user' | 'project' | 'local' | 'policy'

export interface SettingsFile {
  layer: SettingsLayer
  path: string
  /** Nested data as it was read; undefined when there is no such file. */
  data: Record<string, unknown> | undefined
  /** Another program's file: keys that are not ours are its own business. */
  foreign: boolean
  /** Why nothing in it counts. */
  problem?: string
  /** Somebody has to mend it: it cannot be read or understood. */
  broken?: true
}

export const POLICY_PATH = '/etc/memdir/settings.json'

export interface SettingsPlaces {
  home: string
  /** The checkout's own directory, or the working directory outside git. */
  projectRoot: string
  git: GitPlace | undefined
  policyPath?: string
}

/** In order of precedence, later wins. */
export function readSettingsFiles(places: SettingsPlaces): SettingsFile[] {
  const { home, projectRoot } = places
  const project = (directory: string) => join(projectRoot, directory, 'settings.json')
  return [
    readYamlConfig(home),
    readJson('user', join(home, 'settings.json')),
    readJson('project', project('.claude'), true),
    readJson('project', project('.memdir')),
    readLocal(places, '.claude', true),
    readLocal(places, '.memdir', false),
    readJson('policy', places.policyPath ?? POLICY_PATH),
  ]
}

function readJson(layer: SettingsLayer, path: string, foreign = false): SettingsFile {
  const file = { layer, path, data: undefined, foreign }
  let text: string
  try {
    text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    const absent = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    return absent ? file : { ...file, problem: (error as Error).message, broken: true }
  }
  try {
    const data: unknown = JSON.parse(text)
    return isObject(data) ? { ...file, data } : { ...file, problem: NO_OBJECT, broken: true }
  } catch {
    const place = attempt(() => findJsonFault(text))
    return { ...file, problem: `it is not valid JSON${at(place)}`, broken: true }
  }
}

const NO_OBJECT = 'it does not hold an object'

function at(place: TextPlace | undefined): string {
  return place ? ` at line ${place.line}, column ${place.column}` : ''
}

/** Private settings beside the project's. A tracked one came with the repository, so it is not the user's. */
function readLocal(places: SettingsPlaces, directory: string, foreign: boolean): SettingsFile {
  const relative = `${directory}/settings.local.json`
  const file = readJson('local', join(places.projectRoot, relative), foreign)
  if (!file.data || !places.git || !isTracked(places.git, relative)) return file
  return { ...file, data: undefined, problem: 'git tracks it, so it does not count as private' }
}

/** `config/memory.yaml` or `.json`, snake_case. The YAML form is compiled to JSON once per change of the file. */
function readYamlConfig(home: string): SettingsFile {
  const path = join(home, 'config', 'memory.yaml')
  const stat = attempt(() => statSync(path))
  if (!stat) return readJson('memory.yaml', join(home, 'config', 'memory.json'))
  const file = { layer: 'memory.yaml', path, data: undefined, foreign: false } as const
  const snapshotPath = join(home, 'cache', 'memory-yaml.json')
  const snapshot = attempt(() => JSON.parse(readFileSync(snapshotPath, 'utf8')) as Snapshot)
  if (snapshot?.v === 1 && snapshot.mtimeMs === stat.mtimeMs && snapshot.size === stat.size)
    return fromCompiled(file, snapshot)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return { ...file, problem: (error as Error).message, broken: true }
  }
  // What is wrong with it is kept as well: no prompt should load the parser for it again.
  const made: Snapshot = { v: 1, mtimeMs: stat.mtimeMs, size: stat.size, ...compileYaml(text) }
  attempt(() => writeFileAtomic(snapshotPath, JSON.stringify(made)))
  return fromCompiled(file, made)
}

type Compiled = { data: Record<string, unknown>; problem?: undefined } | { data?: undefined; problem: string }

type Snapshot = Compiled & { v: 1; mtimeMs: number; size: number }

function fromCompiled(file: SettingsFile, { data, problem }: Compiled): SettingsFile {
  return problem === undefined ? { ...file, data } : { ...file, problem, broken: true }
}

function compileYaml(text: string): Compiled {
  const yaml = createRequire(import.meta.url)('yaml') as typeof import('yaml')
  try {
    // At level "silent" it would hand out what it understood of a broken file.
    const data: unknown = yaml.parse(text, { maxAliasCount: 20, logLevel: 'error' }) ?? {}
    return isObject(data) ? { data } : { problem: NO_OBJECT }
  } catch (error) {
    return { problem: yamlProblem(error as Error) }
  }
}

/** The parser's own message goes on with an excerpt of the file. */
function yamlProblem(error: Error): string {
  const [start] = (error as Partial<import('yaml').YAMLParseError>).linePos ?? []
  const place = start && { line: start.line, column: start.col }
  const [reason] = error.message.split('\n')
  return `it is not valid YAML${at(place)} (${reason!.replace(/ at line \d+, column \d+:?$/, '')})`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
