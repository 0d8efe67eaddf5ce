// A document in JSON, or in lines of it: which program wrote it, and its memories.
import { attempt } from '../../base/values/attempt.ts'
import { isObject } from '../../base/values/is-object.ts'
import { type ImportFormat, type ReadImport, refuseImport } from '../import-format.ts'
import { isChatGptText, readChatGptJson, readChatGptText } from './formats/chatgpt.ts'
import { nonEmptyText } from './formats/imported.ts'
import { readMcpMemory } from './formats/mcp-memory.ts'
import { readMem0 } from './formats/mem0.ts'
import { parseExport } from './formats/memdir-json.ts'
import { isOpenMemoryLine, readOpenMemory, readOpenMemoryLines } from './formats/open-memory.ts'
import { readPlainRecords } from './formats/plain-records.ts'

/** Levels of a JSON document. No export has ten; what reads or writes one calls itself once a level. */
const MAX_JSON_DEPTH = 64

export function readJson(name: string, text: string, wanted: ImportFormat | undefined): ReadImport {
  const data = unwrapped(parseJson(name, text.replace(/^\ufeff/, '')))
  // The dates of a copied list may be in brackets.
  if (data === undefined && (wanted === 'chatgpt' || (!wanted && isChatGptText(text))))
    return { format: 'chatgpt', memories: readChatGptText(text) }
  if (data === undefined || isGraphLine(data) || isOpenMemoryLine(data))
    return !wanted || wanted === 'mcp-memory' || wanted === 'openmemory'
      ? readLines(name, text, wanted)
      : refuseImport(name, 'otherFormat', { format: wanted })
  const open = !wanted || wanted === 'openmemory' ? readOpenMemory(data) : undefined
  if (open) return { format: 'openmemory', memories: open }
  const own = !wanted || wanted === 'memdir' ? parseExport(data) : undefined
  if (own) return { format: 'memdir', ...own }
  const plain = !wanted || wanted === 'records' ? readPlainRecords(data, wanted === 'records') : undefined
  if (plain) return { format: 'records', ...plain }
  const mem0 = !wanted || wanted === 'mem0' ? readMem0(data) : undefined
  if (mem0) return { format: 'mem0', memories: mem0 }
  const chatgpt = !wanted || wanted === 'chatgpt' ? readChatGptJson(data) : undefined
  if (chatgpt) return { format: 'chatgpt', memories: chatgpt }
  return refuseOther(name, data, wanted)
}

/** undefined where it is no JSON. */
function parseJson(name: string, text: string): unknown {
  const data = attempt(() => JSON.parse(text) as unknown)
  return isDeeperThan(data, MAX_JSON_DEPTH) ? refuseImport(name, 'tooDeep') : data
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
    return isObject(value) ? value : refuseImport(name, 'badLine', { line: at + 1 })
  })
  if (wanted !== 'mcp-memory' && data.every(isOpenMemoryLine))
    return { format: 'openmemory', memories: readOpenMemoryLines(data) }
  if (!data.some(isGraphLine)) return refuseImport(name, 'unknownForm')
  return { format: 'mcp-memory', memories: readMcpMemory(data) }
}

/** Where all but one entry are of a known form, that one is what is wrong. */
function refuseOther(name: string, data: unknown, wanted: ImportFormat | undefined): never {
  const list = isObject(data) ? (data.memories ?? data.results) : data
  const entries: unknown[] = Array.isArray(list) ? list : []
  const hasText = (field: string) => (entry: unknown) =>
    isObject(entry) && nonEmptyText(entry[field]) !== undefined
  for (const field of ['content', 'memory']) {
    const at = entries.findIndex((entry) => !hasText(field)(entry))
    if (at >= 0 && entries.some(hasText(field))) return refuseImport(name, 'badEntry', { at: at + 1, field })
  }
  return refuseImport(name, wanted ? 'otherFormat' : 'unknownForm', { format: wanted })
}
