// A directory of Markdown files: which program keeps its memories like that, and what they are.

import { isUtf8 } from 'node:buffer'
import { readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { isBinary } from '../../base/text/check-given.ts'
import { attempt } from '../../base/values/attempt.ts'
import { type ImportFormat, MOST_MEMORIES, type ReadImport, refuseImport } from '../import-format.ts'
import { openMemoryReader } from '../read-memory-file.ts'
import { isBasicMemory, readBasicMemory } from './formats/basic-memory.ts'
import { readCodex } from './formats/codex.ts'
import type { SourceFile } from './formats/imported.ts'
import { isInstructionFile, readInstructions } from './formats/instruction-file.ts'
import { plainFiles, readMarkdown } from './formats/markdown.ts'

const MOST_FILE_BYTES = 1024 * 1024
const MOST_BYTES = 256 * 1024 * 1024
const MAX_DEPTH = 8
const MOST_DIRECTORIES = 20_000

export function readDirectory(path: string, wanted: ImportFormat | undefined): ReadImport {
  const files = readFiles(path)
  const found = !wanted || wanted === 'codex' ? codexFiles(files) : undefined
  const codex = found ?? (wanted === 'codex' ? files : undefined)
  if (codex) return { format: 'codex', memories: readCodex(codex) }
  const rules = [...files].filter(([file]) => isInstructionFile(file))
  // A directory of rules, and nothing else: Cursor's, or Copilot's instructions by path.
  if (wanted === 'instructions' || (!wanted && rules.length > 0 && rules.length === files.size))
    return { format: 'instructions', ...readInstructions(wanted ? files : new Map(rules)) }
  if (wanted === 'basic-memory' || (!wanted && isBasicMemory(files)))
    return { format: 'basic-memory', memories: readBasicMemory(files) }
  if (wanted && wanted !== 'markdown' && wanted !== 'claude-code')
    return refuseImport(path, 'otherFormat', { format: wanted })
  const isClaude = /[/\\]\.claude[/\\]projects[/\\][^/\\]+[/\\]memory(?:[/\\]|$)/.test(resolve(path))
  const format = wanted ?? (isClaude ? 'claude-code' : 'markdown')
  return { format, memories: readMarkdown(files), plain: plainFiles(files) }
}

/** Codex's memories, in the directory itself or one level down: `~/.codex` contains much else. */
function codexFiles(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> | undefined {
  const made = /^((?:[^/]+\/)?)(?:raw_memories|memory_summary)\.md$/
  const [prefix] = [...files.keys()].flatMap((file) => made.exec(file)?.[1] ?? []).sort()
  if (prefix === undefined) return undefined
  const below = [...files].filter(([file]) => file.startsWith(prefix))
  return new Map(below.map(([file, source]) => [file.slice(prefix.length), source]))
}

/** No link is followed, and neither what programs keep for themselves nor what they install is looked into. */
function readFiles(root: string): Map<string, SourceFile> {
  refuseTooWide(root)
  const files = new Map<string, SourceFile>()
  const reader = openMemoryReader(root, { most: MOST_FILE_BYTES })
  let [left, entered] = [MOST_BYTES, 0]
  const take = (file: string) => {
    const read = attempt(() => reader.read(file))
    if (read?.status !== 'read') return
    const text = read.bytes.toString('utf8')
    if (!isUtf8(read.bytes) || isBinary(text)) refuseImport(join(root, file), 'notText')
    left -= read.bytes.length
    if (left < 0) refuseImport(root, 'tooLarge')
    files.set(file, { text, modified: read.stat.mtime.toISOString() })
    if (files.size > MOST_MEMORIES) refuseImport(root, 'tooMany', { count: files.size })
  }
  const visit = (path: string, prefix: string, depth: number) => {
    if (++entered > MOST_DIRECTORIES) refuseImport(root, 'tooWide')
    const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      if (entry.isDirectory() && depth < MAX_DEPTH)
        visit(join(path, entry.name), `${prefix}${entry.name}/`, depth + 1)
      else if (entry.isFile() && /\.mdc?$/.test(entry.name)) take(prefix + entry.name)
    }
  }
  try {
    visit(root, '', 1)
  } finally {
    reader.close()
  }
  return files
}

/** The whole disk, all that a person has, or what a program keeps for itself: nobody means that. */
function refuseTooWide(root: string): void {
  const real = realpathSync(root)
  const home = attempt(() => realpathSync(homedir()))
  const isAbove =
    home !== undefined && `${home}${sep}`.startsWith(real.endsWith(sep) ? real : `${real}${sep}`)
  const isInside = real.split(sep).some((part) => part === '.git' || part === 'node_modules')
  if (isAbove || isInside || dirname(real) === real) refuseImport(root, 'tooWide')
}
