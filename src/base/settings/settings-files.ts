// The settings files, read as plain data. A broken file is a warning, never a failure: memory works with the rest.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.ts'
import { type ReadBelow, type Refusal, readAllBelow } from '../files/read-below.ts'
import { type Message, message, verbatim } from '../messages/message.ts'
import { settingsTexts } from '../messages/settings.ts'
import { findJsonFault } from '../text/json-fault.ts'
import { attempt } from '../values/attempt.ts'
import { systemCode } from '../values/errors.ts'
import { isObject } from '../values/is-object.ts'
import { readYaml } from '../yaml/yaml.ts'
import { configHome, isPersonsHome, isSamePlace } from './config-home.ts'
import type { Environment } from './environment.ts'

type SettingsLayer =
  | 'memory.yaml'
  | 'user'
  /** Below the working tree, shared and local: both only as far as the person has approved them. */
  | 'project'
  | 'local'
  /** The person's own for this project, outside the tree. */
  | 'own'
  | 'policy'

export interface SettingsFile {
  layer: SettingsLayer
  path: string
  /** Nested data as it was read; undefined when there is no such file. */
  data: Record<string, unknown> | undefined
  /** Another program's file: keys that are not ours are its own business. */
  foreign: boolean
  /** Below the working tree: relative to the project's root, with `/`. */
  inProject?: string
  /** Why nothing in it counts. */
  problem?: Message
  /** Somebody has to repair it: it cannot be read or understood. */
  broken?: true
  /** It is below the working tree and not what is read there, or a directory on the way to it is not. */
  refused?: { path: string; reason: Refusal }
}

const POLICY_PATH = '/etc/memdir/settings.json'

interface SettingsPlaces {
  env: Environment
  /** The checkout's own directory, or the working directory outside git. */
  projectRoot: string
  /** The person's own settings file for this project. */
  ownPath?: string
  policyPath?: string
}

/** In order of precedence, later wins. */
export function readSettingsFiles(places: SettingsPlaces): SettingsFile[] {
  const { ownPath } = places
  const home = configHome(places.env)
  return [
    readYamlConfig(home),
    readJson('user', join(home, 'settings.json')),
    ...readProjectFiles(places),
    ...(ownPath === undefined ? [] : [readJson('own', ownPath)]),
    readJson('policy', places.policyPath ?? POLICY_PATH),
  ]
}

/** More is no settings file. */
export const MAX_PROJECT_FILE_BYTES = 256_000

function readProjectFiles({ env, projectRoot }: SettingsPlaces): SettingsFile[] {
  // What is in the person's home directory is no project's, and the config home never is.
  if (isPersonsHome(projectRoot, env)) return []
  const isOwn = isSamePlace(join(projectRoot, '.memdir'), configHome(env))
  const folders = isOwn ? ['.claude'] : ['.claude', '.memdir']
  const files = (layer: SettingsLayer, name: string) =>
    folders.map((folder) => fileInProject(projectRoot, layer, folder, name))
  const wanted = [...files('project', 'settings.json'), ...files('local', 'settings.local.json')]
  const read = readAllBelow(
    projectRoot,
    wanted.map(({ inProject }) => inProject),
    MAX_PROJECT_FILE_BYTES,
  )
  return wanted.map((file, at) => withRead(file, read[at], projectRoot))
}

function fileInProject(root: string, layer: SettingsLayer, folder: string, name: string) {
  const inProject = `${folder}/${name}`
  const foreign = folder === '.claude'
  return { layer, path: join(root, inProject), data: undefined, foreign, inProject }
}

function withRead(file: SettingsFile, read: ReadBelow | undefined, root: string): SettingsFile {
  if (read === undefined || read.status === 'missing') return file
  if (read.status === 'read') return withData(file, read.bytes.toString('utf8'))
  const path = read.at === undefined ? file.path : join(root, read.at)
  return { ...file, refused: { path, reason: read.reason } }
}

function readJson(layer: SettingsLayer, path: string): SettingsFile {
  const file: SettingsFile = { layer, path, data: undefined, foreign: false }
  try {
    return withData(file, readFileSync(path, 'utf8'))
  } catch (error) {
    const absent = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
    return absent ? file : { ...file, problem: verbatim((error as Error).message), broken: true }
  }
}

function withData(file: SettingsFile, written: string): SettingsFile {
  const text = written.replace(/^\ufeff/, '')
  try {
    const data: unknown = JSON.parse(text)
    return isObject(data)
      ? { ...file, data }
      : { ...file, problem: message(settingsTexts.notAnObject), broken: true }
  } catch {
    const place = attempt(() => findJsonFault(text))
    return {
      ...file,
      problem: place
        ? message(settingsTexts.invalidJsonAt, { ...place })
        : message(settingsTexts.invalidJson),
      broken: true,
    }
  }
}

/** `config/memory.yaml` or `.json`, snake_case. The YAML form is compiled to JSON once per change of the file. */
function readYamlConfig(home: string): SettingsFile {
  const path = join(home, 'config', 'memory.yaml')
  const stat = attempt(() => statSync(path))
  if (!stat) return readJson('memory.yaml', join(home, 'config', 'memory.json'))
  const file: SettingsFile = { layer: 'memory.yaml', path, data: undefined, foreign: false }
  const snapshotPath = join(home, 'cache', 'memory-yaml.json')
  const snapshot = attempt(() => JSON.parse(readFileSync(snapshotPath, 'utf8')) as Snapshot)
  if (snapshot?.v === 2 && snapshot.mtimeMs === stat.mtimeMs && snapshot.size === stat.size)
    return fromCompiled(file, snapshot)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return { ...file, problem: verbatim((error as Error).message), broken: true }
  }
  // What is wrong with it is kept as well: no prompt should load the parser for it again.
  const made: Snapshot = { v: 2, mtimeMs: stat.mtimeMs, size: stat.size, ...compileYaml(text) }
  attempt(() => writeFileAtomic(snapshotPath, JSON.stringify(made)))
  return fromCompiled(file, made)
}

type Compiled =
  | { data: Record<string, unknown>; problem?: undefined }
  | { data?: undefined; problem: Message }

type Snapshot = Compiled & { v: 2; mtimeMs: number; size: number }

function fromCompiled(file: SettingsFile, { data, problem }: Compiled): SettingsFile {
  return problem === undefined ? { ...file, data } : { ...file, problem, broken: true }
}

/** More is no settings file. */
const MAX_YAML_LENGTH = 1_000_000

function compileYaml(text: string): Compiled {
  const read = readYaml(text, { most: MAX_YAML_LENGTH })
  if ('data' in read) return read
  const { fault } = read
  if (fault.code === 'no_fields') return { problem: message(settingsTexts.notAnObject) }
  if (fault.code !== 'invalid')
    return { problem: message(settingsTexts.invalidYaml, { problem: fault.code }) }
  const { place, reason: problem } = fault
  return {
    problem: place
      ? message(settingsTexts.invalidYamlAt, { ...place, problem })
      : message(settingsTexts.invalidYaml, { problem }),
  }
}
