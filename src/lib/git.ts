// What git knows about a directory, read from its files: no process is started, because hooks ask on every prompt.
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { attempt } from './attempt.ts'
import { systemCode } from './errors.ts'
import { readRegular } from './read-regular.ts'

/** Of git's small files; a configuration can be long. */
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

/** A submodule's git directory names its checkout, which stands for itself. */
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

/** Of a bare repository there is only the git directory; a submodule's is elsewhere than its checkout. */
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
    if (header) section = header[1]!
    else if (/^\s*\[/.test(line)) section = ''
    const url = /^\s*url\s*=\s*(.+?)\s*$/.exec(line)
    if (section && url && !remotes.has(section)) remotes.set(section, url[1]!.replace(/^"(.*)"$/, '$1'))
  }
  return remotes.get('origin') ?? (remotes.size === 1 ? [...remotes.values()][0] : undefined)
}

/** `host/owner/repo` from the ssh, scp-like and https forms; undefined for local paths. Never holds credentials. */
export function normaliseRemote(address: string): string | undefined {
  const url = /^(?:ssh|https?|git|git\+ssh|git\+https?):\/\/(?:[^/]*@)?([^/:@]+)(?::\d+)?\/(.+)$/i.exec(
    address,
  )
  const scp = /^(?:[^/\s]+@)?([^/:@\s]{2,}):(?!\/\/|:)(.+)$/.exec(address)
  const found = url ?? scp
  if (!found) return undefined
  const [place = ''] = found[2]!.split(/[?#]/)
  const path = place.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')
  if (!path || path.includes('..')) return undefined
  return `${found[1]!.toLowerCase()}/${path.toLowerCase()}`
}

/** Whether git tracks this path of the checkout. Unreadable or unknown index forms count as tracked: fail closed. */
export function isTracked(place: GitPlace, relativePath: string): boolean {
  try {
    const path = join(place.gitDir, 'index')
    if (!lstatSync(path).isFile()) return true
    const index = readFileSync(path)
    // Repositories with SHA-256 have longer entries; the reading of the wrong length does not come out even.
    return indexHas(index, relativePath, 20) ?? indexHas(index, relativePath, 32) ?? true
  } catch (error) {
    return systemCode(error) !== 'ENOENT'
  }
}

/** undefined for a form it does not know. */
function indexHas(index: Buffer, wanted: string, hashBytes: number): boolean | undefined {
  const version = index.length >= 12 && index.toString('latin1', 0, 4) === 'DIRC' ? index.readUInt32BE(4) : 0
  if (version < 2 || version > 4) return undefined
  const end = index.length - hashBytes
  let at = 12
  let name = Buffer.alloc(0)
  let found = false
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const start = at
    const flags = start + 40 + hashBytes
    if (flags + 2 > end) return undefined
    at = flags + (index.readUInt16BE(flags) & 0x4000 ? 4 : 2)
    let kept = 0
    if (version === 4) {
      // Each name is a suffix to its predecessor.
      let strip = index.readUInt8(at) & 0x7f
      while (index.readUInt8(at++) & 0x80) strip = ((strip + 1) << 7) | (index.readUInt8(at) & 0x7f)
      kept = name.length - strip
    }
    const close = index.indexOf(0, at)
    if (close < 0 || close >= end || kept < 0) return undefined
    name = Buffer.concat([name.subarray(0, kept), index.subarray(at, close)])
    const text = name.toString('utf8')
    // A sparse index names a whole directory by one entry.
    found ||= text === wanted || (text.endsWith('/') && wanted.startsWith(text))
    at = version === 4 ? close + 1 : start + Math.ceil((close + 1 - start) / 8) * 8
  }
  return restIsKnown(index, at, end) ? found : undefined
}

/** What follows the entries. A split index keeps some of them in another file, so it is not known. */
function restIsKnown(index: Buffer, from: number, end: number): boolean {
  let at = from
  while (at + 8 <= end) {
    if (index.toString('latin1', at, at + 4) === 'link') return false
    at += 8 + index.readUInt32BE(at + 4)
  }
  return at === end
}

/** An archive can bring a pipe or a device under any name: they are not read. */
function readText(path: string): string | undefined {
  return readRegular(path, MOST_BYTES)?.toString('utf8')
}

function real(path: string): string {
  return attempt(() => realpathSync.native(path)) ?? resolve(path)
}
