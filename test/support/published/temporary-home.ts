// A config home and a project of their own, gone at the end.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryHome {
  /** Everything is below this. */
  root: string
  /** MEMDIR_HOME */
  home: string
  /** A working directory. */
  project: string
  /** An environment that sees nothing of the machine's user. */
  env: Record<string, string | undefined>
  remove(): void
}

export function temporaryHome(): TemporaryHome {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-test-')))
  const home = join(root, 'home')
  const project = join(root, 'project')
  mkdirSync(project)
  return {
    root,
    home,
    project,
    env: {
      PATH: process.env.PATH,
      HOME: join(root, 'user'),
      MEMDIR_HOME: home,
      MEMDIR_BACKGROUND: '0',
      MEMDIR_CODE_CACHE: process.env.MEMDIR_CODE_CACHE,
      LANG: 'C.UTF-8',
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}
