// Finds out which program wrote something and reads it. Changes nothing.
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import { isChatGptText, readChatGptJson, readChatGptText } from './formats/chatgpt.ts'
import { readClaudeMem } from './formats/claude-mem.ts'
import { readCodex } from './formats/codex.ts'
import { type ImportedMemory, isRecord } from './formats/imported.ts'
import { readMarkdown } from './formats/markdown.ts'
import { readMcpMemory } from './formats/mcp-memory.ts'
import { readMem0 } from './formats/mem0.ts'
import { parseExport, type RestoredFile } from './formats/memdir-json.ts'

export const IMPORT_FORMATS = [
  'memdir',
  'markdown',
  'claude-code',
  'codex',
  'mcp-memory',
  'mem0',
  'claude-mem',
  'chatgpt',
] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export type ReadImport =
  | { format: 'memdir'; files: RestoredFile[] }
  | { format: Exclude<ImportFormat, 'memdir'>; memories: ImportedMemory[] }

const MOST_BYTES = 256 * 1024 * 1024
const MOST_FILE_BYTES = 1024 * 1024
const MAX_DEPTH = 8

export function readImport(path: string, wanted?: ImportFormat): ReadImport {
  const stat = attempt(() => statSync(path))
  if (!stat)
    throw new MemdirError('not_found', `${path} does not exist`, { fix: 'Give a file or a directory.' })
  if (stat.isDirectory()) return readDirectory(path, wanted)
  // A device or a pipe may never end.
  if (!stat.isFile())
    throw new MemdirError('usage', `${path} is neither a file nor a directory`, {
      fix: 'Give a file or a directory.',
    })
  if (stat.size > MOST_BYTES)
    throw new MemdirError('usage', `${path} is larger than 256 MB`, { fix: 'Split it and import the parts.' })
  if (wanted === 'claude-mem' || isSqlite(path)) {
    const memories = attempt(() => readClaudeMem(path))
    return memories ? { format: 'claude-mem', memories } : refuse(path, 'it has no table of observations')
  }
  return readText(path, readFileSync(path, 'utf8'), wanted)
}

/** A text that came by another way than a file. `name` is for messages. */
export function readText(name: string, text: string, wanted?: ImportFormat): ReadImport {
  if (/^[\s\ufeff]*[[{]/.test(text)) return readJson(name, text, wanted)
  if (wanted === 'markdown' || wanted === 'claude-code' || (!wanted && /\.md$/i.test(name)))
    return {
      format: wanted ?? 'markdown',
      memories: readMarkdown(new Map([[name.replace(/^.*[/\\]/, ''), text]])),
    }
  if (wanted && wanted !== 'chatgpt') return refuse(name, 'it is not JSON')
  // Any text could be somebody's list: it is taken for one where it looks like one, or is called one.
  if (!wanted && (/\.jsonl?$/i.test(name) || !isChatGptText(text)))
    return refuse(name, 'its form is not known')
  return { format: 'chatgpt', memories: readChatGptText(text) }
}

function readJson(name: string, text: string, wanted: ImportFormat | undefined): ReadImport {
  const data = attempt(() => JSON.parse(text.replace(/^\ufeff/, '')) as unknown)
  if (data === undefined || (isRecord(data) && (data.type === 'entity' || data.type === 'relation')))
    return readLines(name, text)
  const files = !wanted || wanted === 'memdir' ? parseExport(data) : undefined
  if (files) return { format: 'memdir', files }
  const mem0 = !wanted || wanted === 'mem0' ? readMem0(data) : undefined
  if (mem0) return { format: 'mem0', memories: mem0 }
  const chatgpt = !wanted || wanted === 'chatgpt' ? readChatGptJson(data) : undefined
  if (chatgpt) return { format: 'chatgpt', memories: chatgpt }
  return refuse(name, 'its form is not known')
}

function readLines(name: string, text: string): ReadImport {
  const lines = text.split(/\r\n|\n/).filter((line) => line.trim() !== '')
  const data = lines.map((line, at) => {
    const value = attempt(() => JSON.parse(line) as unknown)
    return isRecord(value) ? value : refuse(name, `line ${at + 1} is not a JSON object`)
  })
  if (!data.some((line) => line.type === 'entity' || line.type === 'relation'))
    return refuse(name, 'its form is not known')
  return { format: 'mcp-memory', memories: readMcpMemory(data) }
}

function readDirectory(path: string, wanted: ImportFormat | undefined): ReadImport {
  const files = readFiles(path)
  const isCodex = files.has('raw_memories.md') || files.has('memory_summary.md')
  if (wanted === 'codex' || (!wanted && isCodex)) return { format: 'codex', memories: readCodex(files) }
  const format = wanted === 'claude-code' ? wanted : 'markdown'
  return { format, memories: readMarkdown(files) }
}

function readFiles(root: string): Map<string, string> {
  const files = new Map<string, string>()
  const visit = (path: string, prefix: string, depth: number) => {
    const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? []
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const full = join(path, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) visit(full, `${prefix}${entry.name}/`, depth + 1)
      else if (entry.isFile() && entry.name.endsWith('.md') && statSync(full).size <= MOST_FILE_BYTES)
        files.set(prefix + entry.name, readFileSync(full, 'utf8'))
    }
  }
  visit(root, '', 1)
  return files
}

function isSqlite(path: string): boolean {
  const head = Buffer.alloc(15)
  const fd = openSync(path, 'r')
  try {
    readSync(fd, head, 0, 15, 0)
  } finally {
    closeSync(fd)
  }
  return head.toString('latin1') === 'SQLite format 3'
}

function refuse(path: string, reason: string): never {
  throw new MemdirError('usage', `${path} cannot be imported: ${reason}`, {
    fix: `Name its format with --format, one of ${IMPORT_FORMATS.join(', ')}.`,
  })
}
