// Finds out which program wrote something and reads it. Changes nothing.

import { constants, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type FileOps, nodeFileOps } from '../base/files/file-ops.ts'
import { readRegularText } from '../base/files/read-regular.ts'
import { isBinary } from '../base/text/check-given.ts'
import { attempt } from '../base/values/attempt.ts'
import { systemCode } from '../base/values/errors.ts'
import { type ImportFormat, MOST_MEMORIES, type ReadImport, refuseImport } from './import-format.ts'
import { isBasicMemory, readBasicMemory } from './transfer/formats/basic-memory.ts'
import { isChatGptText, readChatGptText } from './transfer/formats/chatgpt.ts'
import { readClaudeMem } from './transfer/formats/claude-mem.ts'
import { aged, type SourceFile } from './transfer/formats/imported.ts'
import { isInstructionFile, readInstructions } from './transfer/formats/instruction-file.ts'
import { readMarkdown } from './transfer/formats/markdown.ts'
import { readDirectory } from './transfer/read-directory.ts'
import { readJson } from './transfer/read-json.ts'

const MOST_BYTES = 256 * 1024 * 1024

export function readImport(path: string, wanted?: ImportFormat, ops: FileOps = nodeFileOps): ReadImport {
  const stat = attempt(() => statSync(path))
  if (!stat) return refuseImport(path, 'missing')
  if (stat.isDirectory()) return named(path, readDirectory(path, wanted))
  // A device or a pipe may never end.
  if (!stat.isFile()) return refuseImport(path, 'special')
  if (stat.size > MOST_BYTES) return refuseImport(path, 'tooLarge')
  const modified = stat.mtime.toISOString()
  if (isSqlite(path, ops) || wanted === 'claude-mem') {
    const memories = attempt(() => readClaudeMem(path))
    if (memories) return named(path, agedAll({ format: 'claude-mem', memories }, modified))
    return refuseImport(path, wanted ? 'otherFormat' : 'noObservations', { format: wanted })
  }
  // Looked at again on the descriptor: another thing may be there by now.
  const text = readRegularText(path, MOST_BYTES)
  return text === undefined
    ? refuseImport(path, 'unreadable')
    : named(path, readImportText(path, text, wanted, modified))
}

function named(path: string, read: ReadImport): ReadImport {
  return { ...read, from: basename(path) }
}

/** A text that came by another way than a file. `name` is for messages; `modified`: of the file that it was in. */
export function readImportText(
  name: string,
  text: string,
  wanted?: ImportFormat,
  modified?: string,
): ReadImport {
  const read = agedAll(readText(name, { text, modified }, wanted), modified)
  const count = read.format === 'memdir' ? read.files.length : read.memories.length
  return count > MOST_MEMORIES ? refuseImport(name, 'tooMany', { count }) : read
}

function agedAll(read: ReadImport, modified: string | undefined): ReadImport {
  if (read.format === 'memdir') return read
  return { ...read, memories: read.memories.map((memory) => aged(memory, modified)) }
}

function readText(name: string, source: SourceFile, wanted: ImportFormat | undefined): ReadImport {
  const { text } = source
  if (isBinary(text)) return refuseImport(name, 'notText')
  if (wanted === 'instructions' || (!wanted && isInstructionFile(name)))
    return { format: 'instructions', ...readInstructions(new Map([[name, source]])) }
  const note = new Map([[fileNameOf(name), source]])
  if (wanted === 'basic-memory' || (!wanted && /\.md$/i.test(name) && isBasicMemory(note)))
    return { format: 'basic-memory', memories: readBasicMemory(note) }
  if (wanted === 'markdown' || wanted === 'claude-code' || (!wanted && /\.md$/i.test(name)))
    return {
      format: wanted ?? 'markdown',
      memories: readMarkdown(note),
    }
  if (/^[\s\ufeff]*[[{]/.test(text)) return readJson(name, text, wanted)
  if (wanted && wanted !== 'chatgpt') return refuseImport(name, 'otherFormat', { format: wanted })
  // Any text could be somebody's list: it is taken for one where it looks like one, or is called one.
  if (!wanted && (/\.jsonl?$/i.test(name) || !isChatGptText(text))) return refuseImport(name, 'unknownForm')
  return { format: 'chatgpt', memories: readChatGptText(text) }
}

/** What comes by standard input has no name. */
function fileNameOf(name: string): string {
  const base = name.replace(/^.*[/\\]/, '')
  return base.endsWith('.md') ? base : 'imported.md'
}

function isSqlite(path: string, ops: FileOps): boolean {
  const head = Buffer.alloc(15)
  const fd = openToRead(path, ops)
  try {
    ops.read(fd, head, 0)
  } finally {
    ops.close(fd)
  }
  return head.toString('latin1') === 'SQLite format 3'
}

function openToRead(path: string, ops: FileOps): number {
  try {
    return ops.open(path, constants.O_RDONLY)
  } catch (error) {
    if (systemCode(error) === 'EACCES' || systemCode(error) === 'EPERM') return refuseImport(path, 'denied')
    throw error
  }
}
