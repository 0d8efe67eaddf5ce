// What git knows about a directory, read from its files: no process is started, because hooks ask on every prompt.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { attempt } from './attempt.ts'

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
  const pointer = readText(dotGit)?.match(/^gitdir: (.+?)\r?\n?$/)?.[1]
  if (!pointer) return undefined
  const gitDir = real(isAbsolute(pointer) ? pointer : resolve(directory, pointer))
  const common = readText(join(gitDir, 'commondir'))?.trim()
  // A submodule or a separate git directory: this checkout stands for itself.
  if (!common) return { ...inside, commonDir: gitDir, gitDir }
  // A worktree must be known to the repository it names; otherwise an unpacked archive could claim any repository,
  // and with it that project's memory.
  const back = readText(join(gitDir, 'gitdir'))?.trim()
  if (!back || real(isAbsolute(back) ? back : resolve(gitDir, back)) !== real(dotGit)) return inside
  const commonDir = real(isAbsolute(common) ? common : resolve(gitDir, common))
  const canonicalRoot = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir
  return { workTree: directory, canonicalRoot, commonDir, gitDir }
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
  const url = /^(?:ssh|https?|git|git\+ssh):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(address)
  const scp = /^(?:[^@/\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/.exec(address)
  const found = url ?? scp
  if (!found) return undefined
  const path = found[2]!.replace(/^\/+|\/+$/g, '').replace(/\.git$/i, '')
  if (!path || path.includes('..')) return undefined
  return `${found[1]!.toLowerCase()}/${path.toLowerCase()}`
}

/** Whether git tracks this path of the checkout. Unreadable or unknown index forms count as tracked: fail closed. */
export function isTracked(place: GitPlace, relativePath: string): boolean {
  const index = attempt(() => readFileSync(join(place.gitDir, 'index')))
  if (!index) return attempt(() => statSync(join(place.gitDir, 'index'))) !== undefined
  if (index.toString('latin1', 0, 4) !== 'DIRC') return true
  if (index.readUInt32BE(4) < 4) return index.includes(`${relativePath}\0`)
  return attempt(() => compressedIndexHas(index, relativePath)) ?? true
}

/** Index version 4 stores each name as a suffix to its predecessor. Throws on a form it does not know. */
function compressedIndexHas(index: Buffer, wanted: string): boolean {
  let at = 12
  let name = Buffer.alloc(0)
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    at += index.readUInt16BE(at + 60) & 0x4000 ? 64 : 62
    let strip = index.readUInt8(at) & 0x7f
    while (index.readUInt8(at++) & 0x80) strip = ((strip + 1) << 7) | (index.readUInt8(at) & 0x7f)
    const end = index.indexOf(0, at)
    if (end < 0 || strip > name.length) throw new Error('not a version 4 index')
    name = Buffer.concat([name.subarray(0, name.length - strip), index.subarray(at, end)])
    if (name.equals(Buffer.from(wanted))) return true
    at = end + 1
  }
  return false
}

function readText(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8'))
}

function real(path: string): string {
  return attempt(() => realpathSync.native(path)) ?? resolve(path)
}
