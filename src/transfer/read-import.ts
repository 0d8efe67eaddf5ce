// Finds out which program wrote something and reads it. Changes nothing.

import { isUtf8 } from 'node:buffer'
import { constants, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { MemdirError, systemCode } from '../lib/errors.ts'
import { type FileOps, nodeFileOps } from '../lib/file-ops.ts'
import { isObject } from '../lib/is-object.ts'
import { readRegularText } from '../lib/read-regular.ts'
import { isBinary } from '../memory/check-memory.ts'
import { openMemoryReader } from '../memory/read-memory-file.ts'
import { listOf, message } from '../messages/message.ts'
import { IMPORT_REFUSALS, type ImportRefusal } from '../messages/transfer.ts'
import { isBasicMemory, readBasicMemory } from './formats/basic-memory.ts'
import { isChatGptText, readChatGptJson, readChatGptText } from './formats/chatgpt.ts'
import { readClaudeMem } from './formats/claude-mem.ts'
import { readCodex } from './formats/codex.ts'
import type { ImportedMemory, RefusedEntry } from './formats/imported.ts'
import { isInstructionFile, readInstructions } from './formats/instruction-file.ts'
import { readMarkdown } from './formats/markdown.ts'
import { readMcpMemory } from './formats/mcp-memory.ts'
import { readMem0 } from './formats/mem0.ts'
import { parseExport, type RestoredFile, signedText } from './formats/memdir-json.ts'
import { isOpenMemoryLine, readOpenMemory, readOpenMemoryLines } from './formats/open-memory.ts'
import { readPlainRecords } from './formats/plain-records.ts'

export const IMPORT_FORMATS = [
  'memdir',
  'records',
  'markdown',
  'claude-code',
  'codex',
  'mcp-memory',
  'mem0',
  'openmemory',
  'basic-memory',
  'claude-mem',
  'chatgpt',
  'instructions',
] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export type ReadImport =
  | { format: 'memdir'; files: RestoredFile[]; refused?: RefusedEntry[]; signed?: SignedText }
  | {
      format: Exclude<ImportFormat, 'memdir'>
      memories: ImportedMemory[]
      refused?: RefusedEntry[]
      /** Files that it takes in and that were not read. */
      unread?: string[]
    }

/** What the document says, and the signature that it carries. */
export interface SignedText {
  text: string
  signature: string
}

const MOST_BYTES = 256 * 1024 * 1024
const MOST_FILE_BYTES = 1024 * 1024
const MAX_DEPTH = 8
/** Levels of a JSON document. No export has ten; what reads or writes one calls itself once a level. */
const MAX_JSON_DEPTH = 64

export function readImport(path: string, wanted?: ImportFormat, ops: FileOps = nodeFileOps): ReadImport {
  const stat = attempt(() => statSync(path))
  if (!stat) return refuse(path, 'missing')
  if (stat.isDirectory()) return readDirectory(path, wanted)
  // A device or a pipe may never end.
  if (!stat.isFile()) return refuse(path, 'special')
  if (stat.size > MOST_BYTES) return refuse(path, 'tooLarge')
  if (isSqlite(path, ops) || wanted === 'claude-mem') {
    const memories = attempt(() => readClaudeMem(path))
    if (memories) return { format: 'claude-mem', memories }
    return refuse(path, wanted ? 'otherFormat' : 'noObservations', wanted)
  }
  // Looked at again on the descriptor: another thing may be there by now.
  const text = readRegularText(path, MOST_BYTES)
  return text === undefined ? refuse(path, 'unreadable') : readImportText(path, text, wanted)
}

/** A text that came by another way than a file. `name` is for messages. */
export function readImportText(name: string, text: string, wanted?: ImportFormat): ReadImport {
  if (isBinary(text)) return refuse(name, 'notText')
  if (wanted === 'instructions' || (!wanted && isInstructionFile(name)))
    return { format: 'instructions', ...readInstructions(new Map([[name, text]])) }
  const note = new Map([[fileNameOf(name), text]])
  if (wanted === 'basic-memory' || (!wanted && /\.md$/i.test(name) && isBasicMemory(note)))
    return { format: 'basic-memory', memories: readBasicMemory(note) }
  if (wanted === 'markdown' || wanted === 'claude-code' || (!wanted && /\.md$/i.test(name)))
    return {
      format: wanted ?? 'markdown',
      memories: readMarkdown(note),
    }
  if (/^[\s\ufeff]*[[{]/.test(text)) return readJson(name, text, wanted)
  if (wanted && wanted !== 'chatgpt') return refuse(name, 'otherFormat', wanted)
  // Any text could be somebody's list: it is taken for one where it looks like one, or is called one.
  if (!wanted && (/\.jsonl?$/i.test(name) || !isChatGptText(text))) return refuse(name, 'unknownForm')
  return { format: 'chatgpt', memories: readChatGptText(text) }
}

/** What comes by standard input has no name. */
function fileNameOf(name: string): string {
  const base = name.replace(/^.*[/\\]/, '')
  return base.endsWith('.md') ? base : 'imported.md'
}

function readJson(name: string, text: string, wanted: ImportFormat | undefined): ReadImport {
  const data = unwrapped(parseJson(name, text.replace(/^\ufeff/, '')))
  // The dates of a copied list may be in brackets.
  if (data === undefined && (wanted === 'chatgpt' || (!wanted && isChatGptText(text))))
    return { format: 'chatgpt', memories: readChatGptText(text) }
  if (data === undefined || isGraphLine(data) || isOpenMemoryLine(data))
    return !wanted || wanted === 'mcp-memory' || wanted === 'openmemory'
      ? readLines(name, text, wanted)
      : refuse(name, 'otherFormat', wanted)
  const open = !wanted || wanted === 'openmemory' ? readOpenMemory(data) : undefined
  if (open) return { format: 'openmemory', memories: open }
  const own = !wanted || wanted === 'memdir' ? parseExport(data) : undefined
  if (own) return { format: 'memdir', ...own, ...signatureOf(data as Record<string, unknown>) }
  const plain = !wanted || wanted === 'records' ? readPlainRecords(data, wanted === 'records') : undefined
  if (plain) return { format: 'records', ...plain }
  const mem0 = !wanted || wanted === 'mem0' ? readMem0(data) : undefined
  if (mem0) return { format: 'mem0', memories: mem0 }
  const chatgpt = !wanted || wanted === 'chatgpt' ? readChatGptJson(data) : undefined
  if (chatgpt) return { format: 'chatgpt', memories: chatgpt }
  return refuse(name, wanted ? 'otherFormat' : 'unknownForm', wanted)
}

/** undefined where it is no JSON. */
function parseJson(name: string, text: string): unknown {
  const data = attempt(() => JSON.parse(text) as unknown)
  return isDeeperThan(data, MAX_JSON_DEPTH) ? refuse(name, 'tooDeep') : data
}

/** Level by level: calling itself, it would overflow the stack on just what it is to find. */
function isDeeperThan(data: unknown, most: number): boolean {
  let level = [data].filter(isContainer)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= most) return true
    level = level.flatMap((value) => Object.values(value).filter(isContainer))
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function signatureOf(data: Record<string, unknown>): { signed?: SignedText } {
  const { signature } = data
  return typeof signature === 'string' ? { signed: { text: signedText(data), signature } } : {}
}

/** What the `memory` tool returns of an export, and what `--json` prints, hold the document under `data`. */
function unwrapped(data: unknown): unknown {
  if (!isObject(data) || !isObject(data.data)) return data
  return data.ok === true || ('count' in data && 'skipped' in data) ? unwrapped(data.data) : data
}

function isGraphLine(line: unknown): boolean {
  return isObject(line) && (line.type === 'entity' || line.type === 'relation')
}

function readLines(name: string, text: string, wanted: ImportFormat | undefined): ReadImport {
  const lines = text.split(/\r\n|\n/).filter((line) => line.trim() !== '')
  const data = lines.map((line, at) => {
    const value = parseJson(name, line)
    return isObject(value) ? value : refuse(name, 'badLine', undefined, at + 1)
  })
  if (wanted !== 'mcp-memory' && data.every(isOpenMemoryLine))
    return { format: 'openmemory', memories: readOpenMemoryLines(data) }
  if (!data.some(isGraphLine)) return refuse(name, 'unknownForm')
  return { format: 'mcp-memory', memories: readMcpMemory(data) }
}

function readDirectory(path: string, wanted: ImportFormat | undefined): ReadImport {
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
  if (wanted && wanted !== 'markdown' && wanted !== 'claude-code') return refuse(path, 'otherFormat', wanted)
  const isClaude = /[/\\]\.claude[/\\]projects[/\\][^/\\]+[/\\]memory(?:[/\\]|$)/.test(resolve(path))
  return { format: wanted ?? (isClaude ? 'claude-code' : 'markdown'), memories: readMarkdown(files) }
}

/** Codex's memories, in the directory itself or one level down: `~/.codex` contains much else. */
function codexFiles(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  const made = /^((?:[^/]+\/)?)(?:raw_memories|memory_summary)\.md$/
  const [prefix] = [...files.keys()].flatMap((file) => made.exec(file)?.[1] ?? []).sort()
  if (prefix === undefined) return undefined
  const below = [...files].filter(([file]) => file.startsWith(prefix))
  return new Map(below.map(([file, text]) => [file.slice(prefix.length), text]))
}

function readFiles(root: string): Map<string, string> {
  const files = new Map<string, string>()
  const reader = openMemoryReader(root, { most: MOST_FILE_BYTES })
  const visit = (path: string, prefix: string, depth: number) => {
    const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const full = join(path, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) visit(full, `${prefix}${entry.name}/`, depth + 1)
      else if (entry.isFile() && /\.mdc?$/.test(entry.name)) {
        const read = attempt(() => reader.read(prefix + entry.name))
        if (read?.status !== 'read') continue
        const text = read.bytes.toString('utf8')
        if (!isUtf8(read.bytes) || isBinary(text)) refuse(full, 'notText')
        files.set(prefix + entry.name, text)
      }
    }
  }
  try {
    visit(root, '', 1)
  } finally {
    reader.close()
  }
  return files
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
    if (systemCode(error) === 'EACCES' || systemCode(error) === 'EPERM') return refuse(path, 'denied')
    throw error
  }
}

/** `format`: what the person said that it is, where it is not. */
function refuse(path: string, code: ImportRefusal, format = '', line = 0): never {
  const { problem, fix } = IMPORT_REFUSALS[code]
  const values = { path, format, line, formats: listOf(IMPORT_FORMATS) }
  throw new MemdirError(code === 'missing' ? 'not_found' : 'usage', message(problem, values), {
    fix: message(fix, values),
  })
}
