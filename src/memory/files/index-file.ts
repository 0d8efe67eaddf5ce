// MEMORY.md as a list of lines. memdir adds, changes and removes single pointer lines; all other lines belong to
// whoever wrote them and stay as they are.
import { cutToCharacters } from '../../base/text/unicode.ts'
import type { Memory, MemoryType } from '../memory.ts'

export const INDEX_MAX_LINES = 200
export const INDEX_MAX_BYTES = 25_000
/** Of a title and its hook: what leads to the file takes no words from them. */
export const POINTER_MAX_CHARACTERS = 150
/** Lines with more words are reported by `doctor`. */
export const POINTER_REPORTED_CHARACTERS = 200

export interface Pointer {
  /** 0-based line. */
  line: number
  title: string
  file: string
  hook: string
}

/** Lines as they are: one from a CRLF file keeps its `\r`, so that mixed files survive too. */
export interface IndexText {
  bom: string
  crlf: boolean
  lines: string[]
  /** Whether the last line ends with an end of line. */
  closed: boolean
}

const POINTER =
  /^\s*[-*+]\s+\[((?:\\.|[^\]\\])*)\]\((?:<([^<>]+)>|([^()\s]+(?:\([^()\s]*\)[^()\s]*)*))\)\s*(?:[—–:-]+\s*)?(.*)$/
/** The closing line of an index that cannot list everything. */
const OVERFLOW = /^_(\d[\d,]*) more memor(?:y is|ies are) not listed here\b.*_$/

export function parseIndex(text: string): IndexText {
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  const rest = text.slice(bom.length)
  const lines = rest === '' ? [] : rest.split('\n')
  const closed = lines.at(-1) === ''
  if (closed) lines.pop()
  return { bom, crlf: lines[0]?.endsWith('\r') ?? false, lines, closed: closed || lines.length === 0 }
}

export function joinIndex(index: IndexText): string {
  if (index.lines.length === 0) return index.bom
  return index.bom + index.lines.join('\n') + (index.closed ? '\n' : '')
}

/** A line as this file ends its lines. */
function ended(index: IndexText, line: string): string {
  return index.crlf ? `${line}\r` : line
}

export function pointersOf(index: IndexText): Pointer[] {
  const pointers: Pointer[] = []
  for (const [line, text] of index.lines.entries()) {
    const pointer = parsePointer(text)
    if (pointer) pointers.push({ line, ...pointer })
  }
  return pointers
}

/** A plan goes through the same lines several times, and the next one too. */
const parsed = new Map<string, Omit<Pointer, 'line'> | undefined>()
const MOST_PARSED = 2 * INDEX_MAX_LINES

function parsePointer(text: string): Omit<Pointer, 'line'> | undefined {
  if (parsed.has(text)) return parsed.get(text)
  if (parsed.size >= MOST_PARSED) parsed.clear()
  const pointer = readPointer(text)
  parsed.set(text, pointer)
  return pointer
}

function readPointer(text: string): Omit<Pointer, 'line'> | undefined {
  if (text.length > 4_000) return undefined
  const [, title = '', bracketed, bare, hook = ''] = POINTER.exec(text.replace(/\r$/, '')) ?? []
  const target = bracketed ?? bare
  if (!target || /^[a-z][a-z0-9+.-]*:/i.test(target) || !/\.md$/i.test(target)) return undefined
  return {
    title: title.replace(/\\(.)/g, '$1'),
    file: decode(target).replace(/^\.\//, ''),
    hook: hook.trim(),
  }
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** Whether a pointer means this file: some systems and editors compose accents, others do not. */
export function sameTarget(a: string, b: string): boolean {
  return a === b || a.normalize('NFC') === b.normalize('NFC')
}

/** How much a line says, in characters: of a pointer its title and its hook, of anything else all. */
export function lengthOfWords(line: string): number {
  const pointer = parsePointer(line)
  return [...(pointer ? pointer.title + pointer.hook : line)].length
}

/** `- [Title](file.md) — hook`, of which title and hook have at most 150 characters. */
export function pointerLine(memory: Pick<Memory, 'name' | 'description' | 'file'>): string {
  const title = cutToCharacters(memory.name.replace(/\s+/g, ' ').trim(), 70)
  const target = /[\s()<>%]/.test(memory.file) ? `<${memory.file.replace(/%/g, '%25')}>` : memory.file
  const head = `- [${title.replace(/[[\]\\]/g, '\\$&')}](${target})`
  const hook = withoutTitle((memory.description ?? '').replace(/\s+/g, ' ').trim(), memory.name)
  return hook ? `${head} — ${cutToCharacters(hook, POINTER_MAX_CHARACTERS - [...title].length)}` : head
}

/** A description that begins by repeating the title adds only what follows. */
function withoutTitle(description: string, title: string): string {
  const bare = title.replace(/…$/, '').trim()
  return description.startsWith(bare)
    ? description.slice(bare.length).replace(/^[\s.,;:。，；：、…—–-]+/, '')
    : description
}

const GROUP_ORDER: (MemoryType | undefined)[] = ['user', 'feedback', 'project', 'reference', undefined]

/** Where a new pointer belongs: below a heading for its type, else after its type's last pointer, else in type order. */
export function insertPointer(index: IndexText, line: string, type: MemoryType | undefined): IndexText {
  const lines = withLastEnded(index)
  const at = type === undefined ? undefined : (underHeading(index, type) ?? afterGroup(index, type))
  const last = lines.length - 1
  const end = overflowAt(index) === last && last >= 0 ? last : lines.length
  lines.splice(Math.min(at ?? end, end), 0, ended(index, line))
  return { ...index, lines, closed: true }
}

/** A last line without an end gets the file's own before another follows it. */
function withLastEnded(index: IndexText): string[] {
  const last = index.lines.at(-1)
  if (index.closed || last === undefined || last.endsWith('\r')) return [...index.lines]
  return [...index.lines.slice(0, -1), ended(index, last)]
}

function underHeading(index: IndexText, type: MemoryType): number | undefined {
  const wanted = new RegExp(`^#{1,6}\\s+${type}s?\\b`, 'i')
  const heading = index.lines.findIndex((text) => wanted.test(text))
  if (heading < 0) return undefined
  let at = heading + 1
  for (const [line, text] of index.lines.entries()) {
    if (line <= heading) continue
    if (/^#{1,6}\s/.test(text)) break
    if (parsePointer(text)) at = line + 1
  }
  return at
}

function afterGroup(index: IndexText, type: MemoryType): number | undefined {
  // With headings of somebody's own, an unknown place is the end; never in the middle of another section.
  if (index.lines.some((text) => /^#{2,6}\s/.test(text))) return undefined
  const wanted = GROUP_ORDER.indexOf(type)
  let at: number | undefined
  let first: number | undefined
  for (const pointer of pointersOf(index)) {
    first ??= pointer.line
    const group = GROUP_ORDER.indexOf(typeOfFileName(pointer.file))
    if (group <= wanted) at = pointer.line + 1
  }
  return at ?? first
}

function typeOfFileName(file: string): MemoryType | undefined {
  const prefix = /^(?:.*\/)?(user|feedback|project|reference)_/.exec(file)?.[1]
  return prefix as MemoryType | undefined
}

export function replaceLine(index: IndexText, at: number, line: string): IndexText {
  const crlf = index.lines[at]?.endsWith('\r') ?? index.crlf
  const closed = at < index.lines.length - 1 || index.closed
  return { ...index, lines: index.lines.with(at, closed && crlf ? `${line}\r` : line) }
}

export function removeLines(index: IndexText, drop: ReadonlySet<number>): IndexText {
  const closed = index.closed || drop.has(index.lines.length - 1)
  return { ...index, lines: index.lines.filter((_, line) => !drop.has(line)), closed }
}

export function isOverLimit(index: IndexText): boolean {
  return index.lines.length > INDEX_MAX_LINES || Buffer.byteLength(joinIndex(index)) > INDEX_MAX_BYTES
}

/** How many memories the index says are only found by recall; undefined when it says nothing. */
export function overflowCount(index: IndexText): number | undefined {
  const [, count] = OVERFLOW.exec(index.lines[overflowAt(index)]?.replace(/\r$/, '') ?? '') ?? []
  return count === undefined ? undefined : Number(count.replace(/,/g, ''))
}

/** Usually the last line, unless somebody wrote below it. */
function overflowAt(index: IndexText): number {
  return index.lines.findLastIndex((line) => line.startsWith('_') && OVERFLOW.test(line.replace(/\r$/, '')))
}

/** Sets, changes or (at 0) removes the closing line that counts what is not listed. */
export function setOverflow(index: IndexText, count: number): IndexText {
  const rest = removeLines(index, new Set([overflowAt(index)]))
  if (count === 0) return rest
  return { ...rest, lines: [...withLastEnded(rest), ended(rest, overflowLine(count))], closed: true }
}

function overflowLine(count: number): string {
  const subject = count === 1 ? 'memory is' : 'memories are'
  return `_${grouped(count)} more ${subject} not listed here; recall and \`memdir search\` find them._`
}

/** 12,345: by hand, because loading a locale costs a third of a Node start. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
