// What the readers of other agents' logs have in common.

import type { LogClient } from '../../base/agents/agents.ts'
import { isObject } from '../../base/values/is-object.ts'
import { parseObject } from '../log-line.ts'
import type { TranscriptMessage } from '../transcript-message.ts'
import { type FileLine, type ReadLinesOptions, readLines } from './read-lines.ts'

export interface ForeignConversation {
  readonly type: 'conversation'
  readonly client: LogClient
  readonly id: string
  readonly cwd?: string
  readonly version?: string
  readonly branch?: string
}

export interface ForeignCompaction {
  readonly type: 'compaction'
  readonly id: string
  readonly time: string
  readonly trigger?: string
  readonly tokensBefore?: number
}

interface ForeignTitle {
  readonly type: 'title'
  readonly text: string
}

export type ForeignItem =
  | { readonly type: 'message'; readonly message: TranscriptMessage }
  | ForeignConversation
  | ForeignCompaction
  | ForeignTitle
  /** A line that the model never saw but that others name as their parent. */
  | { readonly type: 'link'; readonly id: string; readonly parent: string | null }

export interface ForeignBatch {
  readonly items: ForeignItem[]
  /** Where to continue reading: the byte after the last line that was understood or is complete. */
  readonly end: number
  /** Lines of this batch that are no JSON. */
  readonly skipped: number
}

export type ForeignLineReader = (value: Record<string, unknown>, line: FileLine) => ForeignItem[]

/** One reader per file: it keeps state from line to line. A line that makes it throw is skipped, not the file. */
export async function* readForeignLog(
  path: string,
  reader: ForeignLineReader,
  options: ReadLinesOptions = {},
): AsyncGenerator<ForeignBatch> {
  for await (const lines of readLines(path, options)) {
    const items: ForeignItem[] = []
    let skipped = 0
    let end = lines[0]?.offset ?? 0
    for (const line of lines) {
      const value = parseObject(line.text)
      if (value) items.push(...read(reader, value, line))
      else if (line.text.trim() !== '' && line.whole) skipped++
      if (value || line.whole) end = line.offset + Buffer.byteLength(line.text) + (line.whole ? 1 : 0)
    }
    yield { items, end, skipped }
  }
}

function read(reader: ForeignLineReader, value: Record<string, unknown>, line: FileLine): ForeignItem[] {
  try {
    return reader(value, line)
  } catch {
    return []
  }
}

export function asObject(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function asCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}

/** A mark of which nothing says that it is off. */
export function isOn(mark: unknown): boolean {
  return mark !== undefined && mark !== null && mark !== false
}
