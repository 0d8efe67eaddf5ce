// How the file tools touch the disk: a few functions that an engine or a test may replace.

import { realpathSync } from 'node:fs'
import { mkdir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularFile } from '../../base/files/read-regular.ts'
import { fileToolsTexts } from '../../base/messages/file-tools.ts'
import { message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { isInside } from '../../base/paths/is-inside.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'
import { contentHash } from '../../base/values/hash.ts'
import { checkWritePath, memoryRoots } from '../../memory/memory-path.ts'
import type { MemoryWriter } from '../../memory/open-writer.ts'
import type { WriteContext } from '../../memory/writer.ts'

export interface FileInfo {
  /** Without links. */
  realPath: string
  kind: 'file' | 'directory' | 'other'
  size: number
  mtimeMs: number
  mode: number
}

export interface FileAccess {
  /** undefined: there is nothing. */
  look(path: string): Promise<FileInfo | undefined>
  read(path: string): Promise<Buffer>
  /** `seen`: hash of the content that the caller saw, null where there was no file. */
  write(path: string, content: string, seen: string | null): Promise<void>
}

export const nodeFileAccess: FileAccess = {
  async look(path) {
    try {
      const realPath = await realpath(path)
      const facts = await stat(realPath)
      const kind = facts.isFile() ? 'file' : facts.isDirectory() ? 'directory' : 'other'
      return { realPath, kind, size: facts.size, mtimeMs: facts.mtimeMs, mode: facts.mode & 0o777 }
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined
      throw error
    }
  },
  read: async (path) => readWhole(path),
  async write(path, content, seen) {
    const facts = await nodeFileAccess.look(path)
    const current = facts ? contentHash(readWhole(facts.realPath)) : null
    if (current !== seen)
      throw new MemdirError('conflict', message(fileToolsTexts.fileChanged, { file: path }), {
        fix: message(fileToolsTexts.fileChangedFix),
      })
    await mkdir(dirname(path), { recursive: true })
    writeFileAtomic(facts?.realPath ?? path, content, { mode: facts?.mode ?? 0o644 })
  },
}

/** More is neither shown nor edited. */
const MAX_BYTES = 64 * 1024 * 1024

/** A real path: where a link is by now, it was put there after the call was looked at. */
function readWhole(path: string): Buffer {
  const read = readRegularFile(path, { most: MAX_BYTES })
  if (read.status === 'read') return read.bytes
  throw new MemdirError('conflict', message(fileToolsTexts.notOrdinary, { file: path }), {
    fix: message(fileToolsTexts.notOrdinaryFix),
  })
}

/** Writes inside the memory directory go through the memory's own writer: proof, secrets, journal, undo. */
export function withMemoryWriter(
  access: FileAccess,
  options: { directory: string; writer: MemoryWriter; context: Omit<WriteContext, 'action'> },
): FileAccess {
  return {
    ...access,
    async write(path, content, seen) {
      const verdict = checkWritePath(path, memoryRoots(options.directory))
      if (!verdict.ok) {
        if (!reaches(path, options.directory)) return access.write(path, content, seen)
        throw new MemdirError(
          'refused_path',
          message(pathsTexts.cannotBeWritten, { file: path, reason: verdict.reason }),
          { fix: message(pathsTexts.chooseOrdinaryName) },
        )
      }
      const action = seen === null ? 'add' : 'edit'
      const { file } = verdict
      const planned = seen === null ? { file, create: content } : { file, replace: content, expect: seen }
      await options.writer.write([planned], { ...options.context, action })
    },
  }
}

/** Whether writing there would land in the directory, by name or through links. */
function reaches(path: string, directory: string): boolean {
  const places = [resolve(path), realPlace(resolve(path))]
  return places.some((place) => memoryRoots(directory).some((root) => isInside(root, place)))
}

/** Without links, as far as it exists. */
function realPlace(path: string): string {
  const real = attempt(() => realpathSync.native(path))
  return real ?? (dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path)))
}

/** The absolute path that a call means. */
export function absolutePath(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/')) return join(attempt(homedir) ?? '/', path.slice(1))
  return isAbsolute(path) ? path : resolve(cwd, path)
}
