// Runs a program of the bundle: its chunks are CommonJS modules, compiled with V8's code cache. Part of every start, so it
// imports nothing that a bare Node has not loaded already.
import { readFileSync } from 'node:fs'
import type { Script } from 'node:vm'
import { configHome } from '../base/settings/config-home.ts'
import type { Environment } from '../base/settings/environment.ts'
import { type CodeCache, isDueAgain, readCodeCache, writeCodeCache } from './code-cache.ts'

/** Put in by the build: a hash of all chunks. */
declare const MEMDIR_BUILD: string
export const build = MEMDIR_BUILD

/** What runs longer has had its first functions thrown away by V8. */
const SHORT_SECONDS = 30
const PARAMETERS = 'exports,require,module,__filename,__dirname,importModule'

type Require = (id: string) => unknown
type ImportModule = (id: string) => Promise<unknown>
type Wrapper = (
  exports: object,
  require: Require,
  module: object,
  file: string,
  directory: string,
  importModule: ImportModule,
) => void

/** Code from V8's cache has forgotten how to import; the build makes each `import()` of a chunk a call of this. */
const importModule: ImportModule = (id) => import(id)

/** `name`: whose cache it is; what different names run differs. `keeps`: it is written where it is due. */
export function runProgram(program: string, name: string, env: Environment, keeps = true): void {
  // Loaded here: a hook that a server answers needs it not.
  const vm = process.getBuiltinModule('node:vm')
  const directory = import.meta.dirname
  const key = { directory: codeCacheDirectory(env), name, build }
  const cache = readCodeCache(key)
  const scripts = new Map<string, Script>()
  const modules = new Map<string, { exports: object }>()
  let isComplete = true
  let packages: Require | undefined

  const load = (chunk: string): object => {
    const known = modules.get(chunk)
    if (known) return known.exports
    const filename = `${directory}/${chunk}`
    const cachedData = cache?.chunks.get(chunk)
    const script = new vm.Script(`(function(${PARAMETERS}){${readFileSync(filename, 'latin1')}\n})`, {
      filename,
      cachedData,
    })
    if (!cachedData || script.cachedDataRejected) isComplete = false
    scripts.set(chunk, script)
    const module = { exports: {} }
    modules.set(chunk, module)
    const run = script.runInThisContext() as Wrapper
    run(module.exports, find, module, filename, directory, importModule)
    return module.exports
  }
  const find: Require = (id) => {
    if (id.startsWith('./')) return load(id.slice(2))
    const builtIn = process.getBuiltinModule(id)
    if (builtIn) return builtIn
    packages ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)
    return packages(id)
  }

  process.on('exit', (code) => {
    if (!keeps || code !== 0 || process.uptime() > SHORT_SECONDS) return
    if (isComplete && cache && !isDueAgain(cache, Date.now())) return
    keep(key, cache, scripts)
  })
  load(program)
}

function codeCacheDirectory(env: Environment): string {
  return env.MEMDIR_CODE_CACHE?.trim() || `${configHome(env)}/code`
}

function keep(
  key: Parameters<typeof writeCodeCache>[0],
  cache: CodeCache | undefined,
  scripts: ReadonlyMap<string, Script>,
): void {
  try {
    const made = [...scripts].map(([chunk, script]): [string, Buffer] => [chunk, script.createCachedData()])
    // What was not loaded this time stays as it was.
    writeCodeCache(key, (cache?.times ?? 0) + 1, new Map([...(cache?.chunks ?? []), ...made]))
  } catch {
    // A home that cannot be written to: every start compiles.
  }
}
