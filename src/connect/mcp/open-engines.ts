// One engine per checkout, for faces that live long: opened search data makes the next call fast. A change of settings,
// approvals or projects makes a new one.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { configHome } from '../../base/settings/config-home.ts'
import type { Environment } from '../../base/settings/environment.ts'
import { projectRoots } from '../../base/settings/settings.ts'
import { attempt } from '../../base/values/attempt.ts'
import { type Engine, openEngine } from '../engine.ts'

export interface OpenEngines {
  /** The engine of now; it follows the files of its memory. Ask for each call, and do not keep it. */
  at(directory: string): Engine
  close(): Promise<void>
}

/** How long calls that began with the old engine may continue with it. */
const GRACE_MS = 10_000

export function openEngines(env: Environment): OpenEngines {
  const home = configHome(env)
  const shared = ['projects.json', 'trust.json', 'config/memory.yaml'].map((file) => join(home, file))
  const opened = new Map<string, { engine: Engine; stamp: string }>()
  const stampOf = ({ settings, location: { identity } }: Engine) => {
    // Which project a joined path belongs to depends on its remote.
    const remotes = identity.git ? [join(identity.git.commonDir, 'config')] : []
    return [...shared, ...settings.paths, ...remotes]
      .map((file) => attempt(() => fileStamp(file)) ?? '')
      .join()
  }
  const current = (directory: string): Engine => {
    const { checkout } = projectRoots(directory)
    const known = opened.get(checkout)
    if (known && stampOf(known.engine) === known.stamp) return known.engine
    // What an engine writes is written with each call: one that nobody uses any more has nothing left to lose or say.
    if (known) setTimeout(() => void known.engine.close().catch(() => {}), GRACE_MS).unref()
    const engine = openEngine({ directory, env, probeHistory: false })
    opened.set(checkout, { engine, stamp: stampOf(engine) })
    return engine
  }
  return {
    at(directory) {
      const engine = current(directory)
      // After the answer; again with each call, since the first memory makes the directory. Where files cannot
      // be followed (a full disk), each search compares them itself, and the next call tries again.
      setImmediate(() => void engine.followFiles().catch(() => {}))
      return engine
    },
    async close() {
      await Promise.all([...opened.values()].map(({ engine }) => engine.close()))
      opened.clear()
    },
  }
}

/** Differs after every change, also one that keeps the time of the content. */
function fileStamp(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : ''
}
