// Running git on a repository that somebody else may have made. Its configuration can start programs (filters, file
// system monitors, fetches of missing objects), so git never sees it: it gets a git directory of ours, and of the
// repository only objects and index, which are data.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegular } from '../files/read-regular.ts'
import { attempt } from '../values/attempt.ts'
import type { GitPlace } from './git.ts'

interface PrivateGit {
  /** Where git is started: on Windows, and with a relative PATH, programs are looked for here too. */
  directory: string
  /** The variables that name everything; PATH has to be added. */
  env: Record<string, string>
  /** The commit that is checked out. */
  head: string
  remove(): void
}

const REF_BYTES = 4_096
const EXCLUDE_BYTES = 1_000_000
const PACKED_REFS_BYTES = 64_000_000
const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** undefined for a repository without a commit, and for ways to keep references that we cannot read. */
export function openPrivateGit(place: Pick<GitPlace, 'commonDir' | 'gitDir'>): PrivateGit | undefined {
  const head = readHead(place)
  if (!head) return undefined
  const directory = attempt(() => mkdtempSync(join(tmpdir(), 'memdir-git-')))
  if (!directory) return undefined
  const remove = () => rmSync(directory, { recursive: true, force: true })
  try {
    mkdirSync(join(directory, 'refs'))
    writeFileSync(join(directory, 'HEAD'), head.ref ? `ref: ${head.ref}\n` : `${head.commit}\n`)
    if (head.ref) writeFileSync(join(directory, 'packed-refs'), `${head.commit} ${head.ref}\n`)
    writeFileSync(join(directory, 'config'), configFor(head.commit))
    // Patterns of files that do not count: data, too.
    const exclude = readRegular(join(place.commonDir, 'info', 'exclude'), EXCLUDE_BYTES)
    mkdirSync(join(directory, 'info'))
    if (exclude) writeFileSync(join(directory, 'info', 'exclude'), exclude)
  } catch {
    remove()
    return undefined
  }
  const env = {
    GIT_DIR: directory,
    GIT_OBJECT_DIRECTORY: join(place.commonDir, 'objects'),
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  return { directory, env, head: head.commit, remove }
}

function configFor(commit: string): string {
  const sha256 = commit.length === 64
  return `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n${sha256 ? '[extensions]\n\tobjectFormat = sha256\n' : ''}`
}

interface Head {
  commit: string
  /** Undefined when no branch is checked out. */
  ref: string | undefined
}

function readHead({ commonDir, gitDir }: Pick<GitPlace, 'commonDir' | 'gitDir'>): Head | undefined {
  const text = readLine(join(gitDir, 'HEAD'))
  if (text && HASH.test(text)) return { commit: text, ref: undefined }
  const ref = text?.match(/^ref: (refs\/\S+)$/)?.[1]
  if (!ref || ref.split('/').includes('..')) return undefined
  const commit = readLine(join(commonDir, ref)) ?? packedRef(commonDir, ref)
  return commit && HASH.test(commit) ? { commit, ref } : undefined
}

function packedRef(commonDir: string, ref: string): string | undefined {
  const lines = readRegular(join(commonDir, 'packed-refs'), PACKED_REFS_BYTES)?.toString('utf8').split('\n')
  return lines?.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0]
}

function readLine(path: string): string | undefined {
  return readRegular(path, REF_BYTES)?.toString('utf8').trim()
}
