// A temporary root with a config home, a project, and an environment that sees nothing of the machine's user.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
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
  return { ...place, env: environmentOf(place) }
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
