// What git knows about a directory, read from its files: no process is started, because hooks ask on every prompt.
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readRegularText } from '../files/read-regular.ts'
import { attempt } from '../values/attempt.ts'

/** What git's small files may have; a configuration can be long. */
const MOST_BYTES = 1_000_000

export interface GitPlace {
  /** Where this checkout's files are: a worktree's own directory. */
  workTree: string
  /** The repository's main directory: the same for all its worktrees. */
  canonicalRoot: string
  /** The shared git directory (config, objects). */
  commonDir: string
  /** This checkout's git directory (its index). */
  gitDir: string
}

/** The repository that a directory belongs to, or undefined outside git. */
export function findGit(from: string): GitPlace | undefined {
  for (let directory = real(from); ; directory = dirname(directory)) {
    const place = gitAt(directory)
    if (place) return place
    if (dirname(directory) === directory) return undefined
  }
}

function gitAt(directory: string): GitPlace | undefined {
  const dotGit = join(directory, '.git')
  const stat = attempt(() => statSync(dotGit))
  if (!stat) return undefined
  const inside = { workTree: directory, canonicalRoot: directory, commonDir: dotGit, gitDir: dotGit }
  if (stat.isDirectory()) return attempt(() => statSync(join(dotGit, 'HEAD'))) ? inside : undefined
  const gitDir = pointerIn(directory)
  if (!gitDir) return undefined
  // A pointer must be confirmed from the other side; otherwise an unpacked archive could claim any repository, and
  // with it that project's memory.
  if (worktreeOf(gitDir) === directory) return { ...inside, commonDir: gitDir, gitDir }
  const commonDir = commonDirOf(gitDir, dotGit)
  if (!commonDir) return inside
  return { workTree: directory, canonicalRoot: mainDirectory(commonDir), commonDir, gitDir }
}

/** Where the `.git` file of a worktree or submodule points to. */
function pointerIn(directory: string): string | undefined {
  const pointer = readText(join(directory, '.git'))?.match(/^gitdir: (.+?)\r?\n?$/)?.[1]
  return pointer && real(resolve(directory, pointer))
}

/** A submodule's git directory names its checkout, which counts as its own. */
function worktreeOf(gitDir: string): string | undefined {
  const claimed = readText(join(gitDir, 'config'))?.match(/^\s*worktree\s*=\s*"?(.+?)"?\s*$/m)?.[1]
  return claimed === undefined ? undefined : real(resolve(gitDir, claimed))
}

/**
 * The repository that recorded this worktree. Its record is at `<repository>/worktrees/<name>` and names the
 * worktree's `.git`: both are needed, since an archive can bring a record of its own that names any repository.
 */
function commonDirOf(gitDir: string, dotGit: string): string | undefined {
  const common = readText(join(gitDir, 'commondir'))?.trim()
  const back = readText(join(gitDir, 'gitdir'))?.trim()
  if (!common || !back || real(resolve(gitDir, back)) !== real(dotGit)) return undefined
  const commonDir = real(resolve(gitDir, common))
  return dirname(gitDir) === join(commonDir, 'worktrees') ? commonDir : undefined
}

/** A bare repository has only the git directory; a submodule's is elsewhere than its checkout. */
function mainDirectory(commonDir: string): string {
  if (basename(commonDir) === '.git') return dirname(commonDir)
  const checkout = worktreeOf(commonDir)
  return checkout && pointerIn(checkout) === commonDir ? checkout : commonDir
}

/** The address of `origin`, else of the only remote. */
export function remoteAddress(commonDir: string): string | undefined {
  const config = readText(join(commonDir, 'config'))
  if (!config) return undefined
  const remotes = new Map<string, string>()
  let section = ''
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[remote "(.+)"\]/.exec(line)
    if (header) section = header[1] ?? ''
    else if (/^\s*\[/.test(line)) section = ''
    const url = /^\s*url\s*=\s*(.+?)\s*$/.exec(line)
    if (section && url && !remotes.has(section))
      remotes.set(section, (url[1] ?? '').replace(/^"(.*)"$/, '$1'))
  }
  return remotes.get('origin') ?? (remotes.size === 1 ? [...remotes.values()][0] : undefined)
}

/** `host/owner/repo` from the ssh, scp-like and https forms; undefined for local paths. Never contains credentials. */
export function normaliseRemote(address: string): string | undefined {
  const url = /^(?:ssh|https?|git|git\+ssh|git\+https?):\/\/(?:[^/]*@)?([^/:@]+)(?::\d+)?\/(.+)$/i.exec(
    address,
  )
  const scp = /^(?:[^/\s]+@)?([^/:@\s]{2,}):(?!\/\/|:)(.+)$/.exec(address)
  const [, host, rest = ''] = url ?? scp ?? []
  if (host === undefined) return undefined
  const [place = ''] = rest.split(/[?#]/)
  const path = place.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')
  if (!path || path.includes('..')) return undefined
  return `${host.toLowerCase()}/${path.toLowerCase()}`
}

/** An archive can bring a pipe or a device under any name: they are not read. */
function readText(path: string): string | undefined {
  return readRegularText(path, MOST_BYTES)
}

function real(path: string): string {
  return attempt(() => realpathSync.native(path)) ?? resolve(path)
}
