// A memory directory under the built writer, with texts that prove themselves, and what must hold for it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from '../../../dist/base/values/hash.js'
import { randomId } from '../../../dist/base/values/ids.js'
import { overflowCount, parseIndex, pointersOf } from '../../../dist/memory/files/index-file.js'
import { openWriter } from '../../../dist/memory/open-writer.js'
import { listMemoryFiles } from '../../../dist/memory/scan-files.js'
import { overwriting } from '../../../dist/testing/overwriting.js'

export const writerIn = (home) =>
  overwriting(
    openWriter({
      directory: join(home, 'memory'),
      state: join(home, 'state'),
      loadScan: async () => (text) => ({ status: 'ok', text, warnings: [] }),
      lockTimeoutMs: 120_000,
    }),
  )

/** A body that proves itself: its own hash and length are its first line. */
export function provenText(name) {
  const body = `${randomId(20)} `.repeat(1 + Math.floor(Math.random() * 200))
  return `---\nname: ${name}\ndescription: ${randomId(20)}\n---\n${contentHash(body)}\n${body}\n`
}

export function isWhole(text) {
  const [, hash, body] = /---\n([0-9a-f]{64})\n(.*)\n$/s.exec(text) ?? []
  return hash !== undefined && contentHash(body) === hash
}

/** `violation` is called for each. */
export function checkIndexes(home, where, violation) {
  const directory = join(home, 'memory')
  const files = listMemoryFiles(directory)
  for (const base of ['', 'team/']) {
    const path = join(directory, `${base}MEMORY.md`)
    const mine = files.filter((file) => file.startsWith('team/') === (base !== ''))
    if (!existsSync(path)) {
      if (mine.length > 0) violation(`${where}: ${base}MEMORY.md is missing`)
      continue
    }
    const index = parseIndex(readFileSync(path, 'utf8'))
    const listed = pointersOf(index).map((pointer) => base + pointer.file)
    for (const file of listed)
      if (!mine.includes(file)) violation(`${where}: a pointer without a file, ${file}`)
    if (new Set(listed).size !== listed.length)
      violation(`${where}: a file is listed twice in ${base}MEMORY.md`)
    const counted = overflowCount(index) ?? 0
    if (listed.length + counted !== mine.length)
      violation(`${where}: ${mine.length} files, ${listed.length} listed and ${counted} counted`)
    if (index.lines.length > 200) violation(`${where}: ${base}MEMORY.md has ${index.lines.length} lines`)
  }
  return files
}

export function leftovers(home) {
  const all = [
    ...readdirSync(join(home, 'memory'), { recursive: true }),
    ...readdirSync(join(home, 'state/journal')),
  ]
  return all.filter((name) => String(name).includes('.memdir-tmp-'))
}
