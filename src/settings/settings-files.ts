// The settings files, read as plain data. A broken file is a warning, never a failure: memory goes on with the rest.
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { systemCode } from '../lib/errors.ts'
import { type GitPlace, isTracked } from '../lib/git.ts'

export type SettingsLayer = 'memory.yaml' | 'user' | 'project' | 'local' | 'policy'

export interface SettingsFile {
  layer: SettingsLayer
  path: string
  /** Nested data as it was read; undefined when there is no such file. */
  data: Record<string, unknown> | undefined
  /** Another program's file: keys that are not ours are its own business. */
  foreign: boolean
  problem?: string
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
  try {
    const data: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
    if (!isObject(data))
      return { layer, path, data: undefined, foreign, problem: 'it does not hold an object' }
    return { layer, path, data, foreign }
  } catch (error) {
    const absent = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    const reason = error instanceof SyntaxError ? 'it is not valid JSON' : (error as Error).message
    return { layer, path, data: undefined, foreign, problem: absent ? undefined : reason }
  }
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
  const snapshotPath = join(home, 'cache', 'memory-yaml.json')
  const snapshot = attempt(() => JSON.parse(readFileSync(snapshotPath, 'utf8')) as Snapshot)
  const file = { layer: 'memory.yaml', path, foreign: false } as const
  if (snapshot?.v === 1 && snapshot.mtimeMs === stat.mtimeMs && snapshot.size === stat.size) {
    return { ...file, data: snapshot.data }
  }
  try {
    const yaml = createRequire(import.meta.url)('yaml') as typeof import('yaml')
    // At level "silent" it would hand out what it understood of a broken file.
    const data: unknown =
      yaml.parse(readFileSync(path, 'utf8'), { maxAliasCount: 20, logLevel: 'error' }) ?? {}
    if (!isObject(data)) return { ...file, data: undefined, problem: 'it does not hold an object' }
    const made: Snapshot = { v: 1, mtimeMs: stat.mtimeMs, size: stat.size, data }
    attempt(() => writeFileAtomic(snapshotPath, JSON.stringify(made)))
    return { ...file, data }
  } catch (error) {
    return { ...file, data: undefined, problem: (error as Error).message.split('\n')[0] }
  }
}

interface Snapshot {
  v: 1
  mtimeMs: number
  size: number
  data: Record<string, unknown>
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
