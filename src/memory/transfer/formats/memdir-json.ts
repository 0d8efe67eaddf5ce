// memdir's own JSON: all that a memory directory says, so that importing an export gives the same files again.

import { basename } from 'node:path'
import { type Message, message } from '../../../base/messages/message.ts'
import { EXPORT_PROBLEMS, transferTexts } from '../../../base/messages/transfer.ts'
import { nameProblem } from '../../../base/paths/portable-name.ts'
import { MemdirError } from '../../../base/values/errors.ts'
import { shortHash } from '../../../base/values/hash.ts'
import { isObject } from '../../../base/values/is-object.ts'
import type { Memory } from '../../memory.ts'
import { parseMemory, renderMemory } from '../../memory-file.ts'
import { checkMemoryFile, INDEX_FILE } from '../../memory-path.ts'
import { checkFields, checkSize, checkText } from '../../records/check-memory.ts'
import type { UsageTotals } from '../../records/usage.ts'
import { isoTime, type RefusedEntry, readEach, type SourceFile } from './imported.ts'

const FORMAT = 'memdir-memories'

export interface ExportedFile {
  memory: Memory
  /** The file as it is. */
  text: string
  usage?: UsageTotals
}

/** One file of an import: where it goes and what it says. */
export interface RestoredFile extends SourceFile {
  file: string
  usage?: UsageTotals
  /** What the entry says, and the signature that it carries. */
  signed?: { text: string; signature: string }
}

/**
 * Readable fields; and the file's own text wherever the fields alone would not give it back byte for byte. Every entry is
 * signed by itself: whatever else stands in the document one day, what this installation wrote is known again.
 */
export function renderExport(
  files: readonly ExportedFile[],
  exported: string,
  sign: (text: string) => string,
): string {
  const memories = files.map(({ memory, text, usage }) => {
    const { hash: _, size: __, links: ___, frontmatter: ____, usage: _____, ...fields } = memory
    const entry = {
      ...fields,
      // No finer than what every file system keeps.
      modified: isoTime(memory.modified),
      ...(renderMemory(fields, memory.content) === text ? {} : { text }),
      ...(usage ? { usage } : {}),
    }
    return { ...entry, signature: sign(signedText(entry)) }
  })
  return `${JSON.stringify({ format: FORMAT, version: 1, exported, memories }, null, 2)}\n`
}

/** What a signature is of: all that the entry says, however it is set. */
function signedText({ signature: _, ...entry }: Record<string, unknown>): string {
  // Once through JSON, so that it is the same before it is written and after it was read.
  return JSON.stringify(JSON.parse(JSON.stringify(entry)))
}

function signatureOf(entry: Record<string, unknown>): Pick<RestoredFile, 'signed'> {
  const { signature } = entry
  return typeof signature === 'string' ? { signed: { text: signedText(entry), signature } } : {}
}

/**
 * undefined when it is not our format; throws where the document is not as an export is. An entry with a value that
 * has no meaning, or that would be an index, is refused by itself.
 */
export function parseExport(data: unknown): { files: RestoredFile[]; refused: RefusedEntry[] } | undefined {
  if (!isObject(data) || data.format !== FORMAT) return undefined
  if (data.version !== 1 || !Array.isArray(data.memories)) throw bad(message(EXPORT_PROBLEMS.newer))
  const names = new Set<string>()
  const placed = data.memories.map((entry, at) => {
    if (!isObject(entry) || typeof entry.content !== 'string' || typeof entry.file !== 'string')
      throw bad(message(EXPORT_PROBLEMS.incomplete, { at: at + 1 }))
    const file = writable(entry.file)
    const verdict = checkMemoryFile(file)
    if (!verdict.ok) throw bad(message(EXPORT_PROBLEMS.path, { at: at + 1, reason: verdict.reason }))
    const name = file.normalize('NFC')
    if (names.has(name)) throw bad(message(EXPORT_PROBLEMS.twice, { at: at + 1, file }))
    names.add(name)
    if (typeof entry.text !== 'string' && typeof entry.id !== 'string')
      throw bad(message(EXPORT_PROBLEMS.noId, { at: at + 1 }))
    return { file, entry }
  })
  const { taken: files, refused } = readEach(placed, ({ file, entry }) => {
    if (basename(file).toLowerCase() === INDEX_FILE.toLowerCase())
      throw new MemdirError('usage', message(transferTexts.index, { file }))
    const usage = usageOf(entry.usage)
    const [text, modified] = [textOf(entry), isoTime(entry.modified)]
    return { file, text, modified, ...(usage ? { usage } : {}), ...signatureOf(entry) }
  })
  return { files, refused }
}

/** People name files as their system allows; where memdir would not write that name, the nearest that it does. */
function writable(file: string): string {
  const parts = file.split('/')
  const goesElsewhere = parts.some((part) => part === '' || part.startsWith('.') || /[\\\0]/.test(part))
  if (goesElsewhere || checkMemoryFile(file).ok) return file
  return parts
    .map((part) => {
      const plain = part
        .normalize('NFC')
        .replace(/%(?=[\da-f]{2})/gi, '_')
        .replace(/[^\p{L}\p{M}\p{N} %&'()+,._=@!-]/gu, '_')
        .replace(/[ .]+(\.md)?$/, '$1')
      return nameProblem(plain) === undefined ? plain : `_${shortHash(part)}${/\.md$/.exec(part)?.[0] ?? ''}`
    })
    .join('/')
}

function usageOf(given: unknown): UsageTotals | undefined {
  if (!isObject(given)) return undefined
  const { count, last } = given
  const isCount = Number.isSafeInteger(count) && (count as number) > 0
  return isCount && typeof last === 'string' && !Number.isNaN(Date.parse(last))
    ? (given as unknown as UsageTotals)
    : undefined
}

/**
 * A file's own text is taken as it is, whatever its bytes were: reading it passes over what has no meaning, as in any
 * file.
 */
function textOf(entry: Record<string, unknown>): string {
  if (typeof entry.text === 'string') {
    checkSize('text', entry.text)
    return entry.text
  }
  checkText('content', entry.content)
  checkFields(entry)
  const list = (value: unknown) =>
    Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  const fields = { ...entry, tags: list(entry.tags), related: list(entry.related) }
  const extra = isObject(entry.extra) ? entry.extra : {}
  const text = renderMemory(
    { ...fields, extra } as Parameters<typeof renderMemory>[0],
    entry.content as string,
  )
  const read = parseMemory(Buffer.from(text, 'utf8'), { file: String(entry.file), modified: new Date(0) })
  if (read.frontmatter === 'broken') throw new MemdirError('usage', message(transferTexts.unwritable))
  return text
}

function bad(reason: Message): MemdirError {
  return new MemdirError('usage', message(transferTexts.exportRefused, { reason }), {
    fix: message(transferTexts.exportRefusedFix),
  })
}
