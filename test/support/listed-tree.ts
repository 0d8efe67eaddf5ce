// A repository of its own with a symbol list, gone at the end.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findGit, type GitPlace } from '../../src/base/git/git.ts'
import type { Verification } from '../../src/search/verification.ts'
import { symbolListPath } from '../../src/search/verify/symbols/list-path.ts'
import { type Listed, makeSymbolList } from '../../src/search/verify/symbols/make-list.ts'
import { type VerifyOptions, verifyAll } from '../../src/search/verify/verify.ts'

export interface ListedTree {
  root: string
  /** The file of the list. */
  path: string
  place(): GitPlace
  put(files: Record<string, string | Uint8Array>): void
  git(...args: string[]): void
  list(): Promise<Listed>
  /** Lists the tree with this code in it, and takes it out again. */
  listBefore(code: string): Promise<void>
  /** A memory that is older than everything. */
  verify(text: string, options?: Partial<VerifyOptions> & { changed?: number }): Verification
  remove(): void
}

/** With one commit, of an empty file. */
export function listedTree(): ListedTree {
  const top = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-tree-')))
  const root = join(top, 'tree')
  const state = join(top, 'state')
  const path = symbolListPath(state, root)
  const env = { PATH: process.env.PATH ?? '', HOME: top, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.com']
    execFileSync('git', [...who, ...args], { cwd: root, env, stdio: 'ignore' })
  }
  const put: ListedTree['put'] = (files) => {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), content)
    }
  }
  const place = () => {
    const found = findGit(root)
    if (!found) throw new Error('no repository')
    return found
  }
  const list = () => makeSymbolList({ place: place(), path, env })
  mkdirSync(root)
  git('init', '-q')
  put({ '.keep': '' })
  git('add', '.')
  git('commit', '-qm', 'first')
  return {
    root,
    path,
    place,
    put,
    git,
    list,
    async listBefore(code) {
      put({ 'former/x.ts': code })
      await list()
      rmSync(join(root, 'former'), { recursive: true })
    },
    verify(text, { changed = 0, ...options } = {}) {
      const [found] = verifyAll([{ text, changed }], {
        root,
        git: place(),
        state,
        now: Date.now(),
        ...options,
      })
      return found ?? { exists: [], gone: [] }
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}
