import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { writeFileAtomic } from '../files/atomic-write.ts'
import { openDirectory, THROUGH_DESCRIPTORS } from '../files/directory.ts'
import { type FileOps, nodeFileOps } from '../files/file-ops.ts'
import { holdDirectory } from '../files/held-directory.ts'
import { ioTexts } from '../messages/io.ts'
import { message } from '../messages/message.ts'
import { ioError } from './errors.ts'

const directory = temporaryDirectory()

function reported(code: string, path: string, syscall = 'open') {
  const error = Object.assign(new Error(`${code}: in English`), { code, path, syscall })
  return ioError(message(ioTexts.writingMemory), error).messages.message
}

it.runIf(THROUGH_DESCRIPTORS)('names the directory behind a descriptor, in both languages', () => {
  const fd = openSync(directory, constants.O_RDONLY)
  try {
    const { en, zh } = reported('EACCES', `/proc/self/fd/${fd}/.memdir-tmp-abc`)
    expect(en).toBe(`Writing the memory failed: permission denied to write in ${directory}`)
    expect(zh).toBe(`写入记忆失败：没有权限写入 ${directory}`)
  } finally {
    closeSync(fd)
  }
})

it('names the directory of a lock that cannot be made, not what the lock says', () => {
  const error = Object.assign(new Error('EROFS'), {
    ...{
      code: 'EROFS',
      syscall: 'symlink',
      path: '12:34:token:vm/83827c78',
      dest: '/some/where/locks/write.7',
    },
  })
  expect(ioError(message(ioTexts.writingMemory), error).messages.message.en).toContain(
    'the file system of /some/where/locks is read-only',
  )
})

it.runIf(THROUGH_DESCRIPTORS)('names the directory also where its descriptor is closed by then', () => {
  const thrown = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }
  const failing: FileOps = {
    ...nodeFileOps,
    open(path, flags, mode) {
      if (!path.includes('.memdir-tmp-')) return nodeFileOps.open(path, flags, mode)
      throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'open', path })
    },
    mkdir(path, mode) {
      if (!path.startsWith('/proc/')) return nodeFileOps.mkdir(path, mode)
      throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'mkdir', path })
    },
  }
  const held = holdDirectory(directory)
  for (const error of [
    thrown(() => writeFileAtomic(join(directory, 'settings.json'), '{}', { ops: failing })),
    thrown(() => openDirectory(failing, directory, ['new'], { create: true })),
    thrown(() => held.within((path) => failing.open(join(path, '.memdir-tmp-x'), 0, 0))),
  ])
    expect(ioError(message(ioTexts.writingMemory), error).messages.message.en).toBe(
      `Writing the memory failed: the file system of ${directory} is read-only`,
    )
})

it.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC'])('%s is said in the person’s language', (code) => {
  const { en, zh } = reported(code, '/some/where/note.md', 'mkdir')
  expect(zh).not.toContain('English')
  expect(en).not.toContain(code)
})
