// Covers quotations in a file with asterisks, in place: the file keeps its length, so whoever appends to it at the same time
// loses nothing, and no copy of the text is left next to it. Lines of JSON stay lines of JSON.
import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import type { FileOps } from '../files/file-ops.ts'
import { attempt } from '../values/attempt.ts'
import type { FindQuotes } from './find-quotes.ts'

const OPEN = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Whether there was anything to cover. Done again after a crash it covers the rest. */
export function maskQuotes(ops: FileOps, path: string, find: FindQuotes): boolean {
  const fd = ops.open(path, OPEN)
  try {
    if (!ops.fstat(fd).isFile()) return false
    const bytes = ops.readFile(fd)
    let masked = false
    for (const [start, end] of partsOf(bytes)) {
      const cover = maskedPart(bytes.subarray(start, end), find)
      if (!cover) continue
      ops.writeAt(fd, cover, start)
      masked = true
    }
    if (masked) ops.fsync(fd)
    return masked
  } finally {
    attempt(() => ops.close(fd))
  }
}

/** The lines of a file of JSON lines; any other file in one piece, since a quotation may span lines. */
function* partsOf(bytes: Buffer): Generator<[number, number]> {
  if (!/^\s*[[{]/.test(bytes.toString('latin1', 0, 100))) {
    yield [0, bytes.length]
    return
  }
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start)
    const end = newline < 0 ? bytes.length : newline
    yield [start, end]
    start = end + 1
  }
}

/** The same number of bytes; undefined when nothing is quoted. */
function maskedPart(bytes: Buffer, find: FindQuotes): Buffer | undefined {
  const text = bytes.toString('utf8')
  const value = attempt(() => JSON.parse(text) as unknown)
  if (typeof value === 'object' && value !== null) {
    const covered = coverValue(value, find)
    return covered === value ? undefined : padded(JSON.stringify(covered), bytes.length)
  }
  const quotes = find(text)
  if (quotes.length === 0) return undefined
  // A torn line may end within a character, and then places in the text are not places in the file.
  if (!isUtf8(bytes)) return padded('', bytes.length)
  let result = ''
  let done = 0
  for (const [start, end] of quotes) {
    result += text.slice(done, start) + '*'.repeat(Buffer.byteLength(text.slice(start, end)))
    done = end
  }
  return Buffer.from(result + text.slice(done))
}

/** The same value where nothing in it is quoted. */
function coverValue(value: unknown, find: FindQuotes): unknown {
  if (typeof value === 'string') return coverText(value, find)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => coverValue(item, find))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  const entries = Object.entries(value)
  let isSame = true
  const covered = entries.map(([key, item]) => {
    const made = [coverText(key, find), coverValue(item, find)] as const
    isSame &&= made[0] === key && made[1] === item
    return made
  })
  return isSame ? value : Object.fromEntries(covered)
}

function coverText(text: string, find: FindQuotes): string {
  let result = ''
  let done = 0
  for (const [start, end] of find(text)) {
    result += text.slice(done, start) + '*'.repeat(end - start)
    done = end
  }
  return result + text.slice(done)
}

/** A line that came out longer (others wrote it, in another form) is dropped: readers pass over blank lines. */
function padded(text: string, length: number): Buffer {
  const bytes = Buffer.alloc(length, ' ')
  if (Buffer.byteLength(text) <= length) bytes.write(text, 'utf8')
  return bytes
}
