// Where a conversation of Claude Code was held. The name of its log's directory does not tell: it is the same for
// `/home/ana/my-app` and `/home/ana/my/app`.
import { parseObject } from '../log-line.ts'
import { readLines } from './read-lines.ts'

/** A long first message stands before it. */
const BEGINNING_BYTES = 1 << 20

/** Undefined where the beginning of the log does not say. */
export async function logDirectory(path: string): Promise<string | undefined> {
  try {
    for await (const lines of readLines(path, { to: BEGINNING_BYTES }))
      for (const { text } of lines) {
        const cwd = parseObject(text)?.cwd
        if (typeof cwd === 'string') return cwd
      }
  } catch {
    // A log that cannot be read is nobody's.
  }
  return undefined
}
