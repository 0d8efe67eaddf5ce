import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/published/temporary-directory.ts'
import { TRY_ALL } from '../../../test/support/try-all.ts'
import { listBelow, readBelow } from './read-below.ts'

let root: string
beforeEach(() => {
  root = temporaryDirectory()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text = 'text') => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return join(root, path)
}
const read = (path: string, most = 100) => {
  const found = readBelow(root, path, most)
  return found.status === 'read'
    ? found.bytes.toString()
    : found.status === 'refused'
      ? found.reason
      : 'missing'
}

describe('reading below a directory that somebody else filled', () => {
  test('gives regular files in plain directories, up to a size', () => {
    put('a', '1')
    put('x/y/b', '22')
    put('empty', '')
    expect([read('a'), read('x/y/b'), read('empty')]).toEqual(['1', '22', ''])
    expect(read('x/y/b', 1)).toBe('too_large')
    for (const path of ['none', 'x/none', 'none/b', 'a/b', 'x/y/b/c']) expect(read(path)).toBe('missing')
  })

  test('follows no link: not the file, not a directory, not a broken one', () => {
    const file = put('plain/file')
    symlinkSync(file, join(root, 'plain/link'))
    symlinkSync('plain', join(root, 'dir'))
    symlinkSync('nowhere', join(root, 'broken'))
    mkdirSync(join(root, 'deep'))
    symlinkSync('../plain', join(root, 'deep/dir'))
    for (const path of ['plain/link', 'dir/file', 'broken', 'broken/file', 'deep/dir/file'])
      expect([path, read(path)]).toEqual([path, 'link'])
    expect(listBelow(root, 'dir')).toEqual({ status: 'refused', reason: 'link', at: 'dir' })
    expect(readBelow(root, 'deep/dir/file', 100)).toMatchObject({ at: 'deep/dir' })
    expect(readBelow(root, 'plain/link', 100)).not.toHaveProperty('at')
    // The root itself may be reached through one: the person chose it.
    const other = temporaryDirectory()
    symlinkSync(root, join(other, 'root'))
    expect(readBelow(join(other, 'root'), 'plain/file', 100).status).toBe('read')
  })

  test('reads nothing of a submodule, wherever on the way it is', () => {
    put('sub/a')
    put('sub/deep/a')
    put('sub/.git', 'gitdir: elsewhere')
    expect([read('sub/a'), read('sub/deep/a')]).toEqual(['submodule', 'submodule'])
    expect(listBelow(root, 'sub/deep')).toEqual({ status: 'refused', reason: 'submodule', at: 'sub' })
    // The repository's own .git is no submodule.
    put('.git/HEAD')
    put('x/a')
    expect(read('x/a')).toBe('text')
  })

  test('neither waits for a pipe nor opens a socket, a device or a directory', async () => {
    spawnSync('mkfifo', [join(root, 'pipe')])
    mkdirSync(join(root, 'dir'))
    const server = createServer().listen(join(root, 'socket'))
    await new Promise((ready) => server.once('listening', ready))
    expect([read('pipe'), read('dir'), read('socket')]).toEqual(['not_regular', 'not_regular', 'not_regular'])
    await new Promise((done) => server.close(done))
    expect(readBelow('/dev', 'zero', 100)).toEqual({ status: 'refused', reason: 'not_regular' })
  })

  test.skipIf(process.getuid?.() === 0)('says that it may not read', () => {
    chmodSync(put('closed'), 0o000)
    expect(read('closed')).toBe('unreadable')
  })

  test('lists names in order', () => {
    for (const name of ['b', 'a', 'c/d']) put(`x/${name}`)
    expect(listBelow(root, 'x')).toEqual({ status: 'listed', names: ['a', 'b', 'c'] })
    expect([listBelow(root, 'none').status, listBelow(root, 'x/a').status]).toEqual(['missing', 'missing'])
  })

  test.runIf(process.platform === 'linux')(
    'loses no race against one who swaps a directory for a link',
    async () => {
      put('here/file', 'ours')
      const outside = temporaryDirectory()
      writeFileSync(join(outside, 'file'), 'theirs')
      symlinkSync(outside, join(root, 'link'))
      renameSync(join(root, 'here'), join(root, 'kept'))
      const swap = `const fs = require('node:fs')
      const end = Date.now() + 60_000
      while (Date.now() < end)
        for (const name of ['kept', 'link']) { fs.renameSync(name, 'here'); fs.renameSync('here', name) }`
      const child = spawn(process.execPath, ['-e', swap], { cwd: root })
      try {
        const seen = new Set<string>()
        const end = Date.now() + 20_000
        for (
          let tries = 0;
          tries < (TRY_ALL ? 20_000 : 4_000) || (seen.size < 3 && Date.now() < end);
          tries++
        )
          seen.add(read('here/file'))
        expect([...seen].sort()).toEqual(['link', 'missing', 'ours'])
      } finally {
        child.kill('SIGKILL')
        await new Promise((done) => child.once('close', done))
        rmSync(outside, { recursive: true })
      }
    },
  )
})
