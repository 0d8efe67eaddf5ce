import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/support/published/temporary-directory.ts'
import { examine } from './doctor.ts'
import { MAX_MEMORY_BYTES } from './memory.ts'
import { openWriter } from './open-writer.ts'
import { openMemoryReader, readMemoryFile, readMemoryText } from './read-memory-file.ts'
import { repair } from './repair.ts'
import { readMemory } from './scan-files.ts'

function place() {
  const home = temporaryDirectory()
  const [memory, outside] = [join(home, 'memory'), join(home, 'outside')]
  for (const path of [memory, join(memory, 'deep'), outside]) mkdirSync(path)
  writeFileSync(join(outside, 'secret.md'), 'secret')
  writeFileSync(join(memory, 'a.md'), 'one')
  writeFileSync(join(memory, 'deep/b.md'), 'two')
  return { home, memory, outside }
}

const reason = (directory: string, file: string) => {
  const read = readMemoryFile(directory, file)
  return read.status === 'refused' ? read.reason : read.status
}

describe('a file of a memory directory', () => {
  test('is read where it is an ordinary file, at any depth', () => {
    const { memory } = place()
    expect(readMemoryText(memory, 'a.md')).toBe('one')
    expect(readMemoryText(memory, 'deep/b.md')).toBe('two')
    expect([reason(memory, 'none.md'), reason(memory, 'none/b.md'), reason(memory, 'a.md/b.md')]).toEqual([
      'missing',
      'missing',
      'link',
    ])
  })

  test('is read where the directory itself is reached through a link', () => {
    const { home, memory } = place()
    symlinkSync(memory, join(home, 'alias'))
    expect(readMemoryText(join(home, 'alias'), 'a.md')).toBe('one')
    expect(readMemoryText(join(home, 'alias'), 'deep/b.md')).toBe('two')
  })

  test('is not read through a link, neither its own nor one on the way, wherever that leads', () => {
    const { memory, outside } = place()
    symlinkSync(join(outside, 'secret.md'), join(memory, 'MEMORY.md'))
    symlinkSync(outside, join(memory, 'out'))
    symlinkSync('deep', join(memory, 'in'))
    symlinkSync(outside, join(memory, 'deep/out'))
    for (const file of ['MEMORY.md', 'out/secret.md', 'in/b.md', 'deep/out/secret.md']) {
      expect(reason(memory, file), file).toBe('link')
      expect(readMemory(memory, file), file).toBeUndefined()
    }
  })

  test('is not read where the path leaves the directory', () => {
    const { memory } = place()
    for (const file of ['../outside/secret.md', 'deep/../a.md', './a.md', '/etc/passwd', 'deep//b.md', ''])
      expect(reason(memory, file), file).toBe('outside')
  })

  test.runIf(process.platform === 'linux')('is neither a pipe nor a device, and waits for nobody', () => {
    const { memory } = place()
    execFileSync('mkfifo', [join(memory, 'MEMORY.md'), join(memory, 'deep/fifo.md')])
    mkdirSync(join(memory, 'directory.md'))
    symlinkSync('/dev/zero', join(memory, 'zero.md'))
    expect(
      ['MEMORY.md', 'deep/fifo.md', 'directory.md', 'zero.md'].map((file) => reason(memory, file)),
    ).toEqual(['not_regular', 'not_regular', 'not_regular', 'link'])
  })

  test('is of bounded size', () => {
    const { memory } = place()
    writeFileSync(join(memory, 'large.md'), '')
    truncateSync(join(memory, 'large.md'), MAX_MEMORY_BYTES + 1)
    expect(reason(memory, 'large.md')).toBe('too_large')
    expect(readMemory(memory, 'large.md')).toBeUndefined()
    truncateSync(join(memory, 'large.md'), MAX_MEMORY_BYTES)
    expect(reason(memory, 'large.md')).toBe('read')
  })

  test('is found through the directory that was opened, whatever has taken its name since', () => {
    const { memory, outside } = place()
    const reader = openMemoryReader(memory)
    expect(reader.read('deep/b.md').status).toBe('read')
    renameSync(join(memory, 'deep'), join(memory, 'away'))
    symlinkSync(outside, join(memory, 'deep'))
    expect(reader.read('deep/secret.md').status).not.toBe('read')
    reader.close()
    expect(reason(memory, 'deep/secret.md')).toBe('link')
  })
})

const loadScan = async () => (text: string) => ({ status: 'ok' as const, text, warnings: [] })

test.runIf(process.platform === 'linux')(
  'doctor tells what is not read, and why; what can be repaired is',
  async () => {
    const { memory, home } = place()
    symlinkSync('/etc/passwd', join(memory, 'MEMORY.md'))
    symlinkSync('a.md', join(memory, 'l.md'))
    execFileSync('mkfifo', [join(memory, 'f.md')])
    writeFileSync(join(memory, 'large.md'), '')
    truncateSync(join(memory, 'large.md'), MAX_MEMORY_BYTES + 1)
    const found = examine(memory, join(home, 'state')).findings
    const reported = found.map(({ code, file, note }) => `${code} ${file}${note ? ' (note)' : ''}`)
    expect(reported).toEqual(
      expect.arrayContaining([
        'link MEMORY.md',
        'link l.md (note)',
        'not_regular f.md',
        'too_large large.md',
      ]),
    )
    expect(JSON.stringify(found)).not.toContain('root:')
    expect(reported.filter((line) => line.startsWith('missing_pointer'))).toEqual([])
    const writer = openWriter({ directory: memory, state: join(home, 'state'), loadScan })
    const places = { directory: memory, state: join(home, 'state'), writer, actor: 'test' }
    const { left } = await repair(places, examine(memory, places.state))
    expect(left.map(({ code }) => code)).toContain('link')
  },
)

test('doctor reports second names and names that are one elsewhere, and changes no mode through a hard link', async () => {
  const { memory, home, outside } = place()
  chmodSync(join(outside, 'secret.md'), 0o644)
  linkSync(join(outside, 'secret.md'), join(memory, 'h.md'))
  for (const name of ['Notes.md', 'notes.md', 'memory.md']) writeFileSync(join(memory, name), name)
  const state = join(home, 'state')
  const writer = openWriter({ directory: memory, state, loadScan })
  const { left } = await repair({ directory: memory, state, writer, actor: 'test' }, examine(memory, state))
  const reported = left.map(({ code, file, facts }) =>
    `${code} ${file} ${'of' in facts ? facts.of : ''}`.trim(),
  )
  expect(reported).toEqual(
    expect.arrayContaining([
      'hard_link h.md',
      'wrong_mode h.md',
      'name_collision notes.md Notes.md',
      'name_collision memory.md MEMORY.md',
    ]),
  )
  expect(statSync(join(outside, 'secret.md')).mode & 0o777).toBe(0o644)
})

test('directories whose names joined are the same are distinguished, and a missing one is missing', () => {
  const { memory } = place()
  mkdirSync(join(memory, 'deep/er'))
  mkdirSync(join(memory, 'deeper'))
  writeFileSync(join(memory, 'deep/er/x.md'), 'below')
  writeFileSync(join(memory, 'deeper/x.md'), 'sibling')
  const reader = openMemoryReader(memory)
  const read = (file: string) => {
    const found = reader.read(file)
    return found.status === 'read' ? found.bytes.toString() : found.status
  }
  expect(['deep/er/x.md', 'deeper/x.md', 'deep/er/x.md', 'none/x.md', 'none.md'].map(read)).toEqual([
    'below',
    'sibling',
    'below',
    'missing',
    'missing',
  ])
  reader.close()
})

test('a large file is read whole, and a small one after it is not longer than it is', () => {
  const { memory } = place()
  const sizes = [10, 65_536, 65_537, 200_000, 10]
  for (const [n, size] of sizes.entries()) writeFileSync(join(memory, `n${n}.md`), 'x'.repeat(size))
  expect(sizes.map((_, n) => readMemory(memory, `n${n}.md`)?.content.length)).toEqual(sizes)
})
