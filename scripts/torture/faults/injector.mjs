// Makes one call of a process, or of those that it starts, go wrong.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeStateFile, readStateFile } from './state-file.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))

/** `directory`: where the compiled shim and the state files go. */
export function openInjector(directory) {
  const shim = process.platform === 'linux' ? compile(directory) : undefined
  const load = shim ? { LD_PRELOAD: shim } : { NODE_OPTIONS: `--import=${here('preload.mjs')}` }
  return {
    how: shim ? 'every call of the C library' : 'the calls of node:fs alone: no C compiler, or not Linux',
    seesNative: shim !== undefined,
    /** The environment for one run, and what happened in it. `kind`: none, kill, once, full. */
    plan({ id, kind = 'none', at = 0 }) {
      const path = join(directory, `calls-${id}`)
      makeStateFile(path)
      return {
        env: { ...load, FAULT_STATE: path, FAULT_AT: String(at), FAULT_KIND: kind },
        happened: () => readStateFile(path),
      }
    },
  }
}

function compile(directory) {
  const shim = join(directory, 'shim.so')
  const args = ['-shared', '-fPIC', '-O1', '-o', shim, here('shim.c'), '-ldl']
  return spawnSync('cc', args, { stdio: 'ignore' }).status === 0 ? shim : undefined
}
