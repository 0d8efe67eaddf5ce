// A temporary root with a config home, a project, and an environment that sees nothing of the machine's user.
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Calls `work` with a directory of its own and removes it. */
export async function withRoot(name, work) {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), `memdir-${name}-`)))
  try {
    return await work(root)
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

export function makePlace(root) {
  const place = { root, home: join(root, 'home'), project: join(root, 'project'), user: join(root, 'user') }
  for (const directory of Object.values(place)) mkdirSync(directory, { recursive: true })
  takeModels(join(place.home, 'models'))
  return { ...place, env: environmentOf(place) }
}

/** Those that other tests of the run have converted (test/shared-models.ts). */
function takeModels(directory) {
  const shared = join(tmpdir(), 'converted-models')
  if (!existsSync(shared)) return
  mkdirSync(directory, { mode: 0o700 })
  for (const name of readdirSync(shared)) linkSync(join(shared, name), join(directory, name))
}

export function environmentOf({ home, user }) {
  return {
    PATH: process.env.PATH,
    HOME: user,
    MEMDIR_HOME: home,
    MEMDIR_BACKGROUND: '0',
    // Not part of what a command promises to keep.
    MEMDIR_CODE_CACHE: process.env.MEMDIR_CODE_CACHE ?? join(dirname(home), 'code'),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    // A busy machine must not silence a hook that is looked at.
    MEMDIR_HOOK_SLOWER: '20',
  }
}
