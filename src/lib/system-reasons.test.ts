import { closeSync, constants, openSync } from 'node:fs'
import { expect, it } from 'vitest'
import { WRITING_MEMORY } from '../messages/io.ts'
import { message } from '../messages/message.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { THROUGH_DESCRIPTORS } from './directory.ts'
import { ioError } from './errors.ts'

const directory = temporaryDirectory()

function reported(code: string, path: string, syscall = 'open') {
  const error = Object.assign(new Error(`${code}: in English`), { code, path, syscall })
  return ioError(message(WRITING_MEMORY), error).messages.message
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

it.each(['EACCES', 'EPERM', 'EROFS', 'ENOSPC'])('%s is said in the person’s language', (code) => {
  const { en, zh } = reported(code, '/some/where/note.md', 'mkdir')
  expect(zh).not.toContain('English')
  expect(en).not.toContain(code)
})
