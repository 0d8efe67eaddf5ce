// Which memory a path given by a client means.
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** The path below the memory directory with `/`, or undefined where it is not a memory file. Touches no disk. */
export function memoryFileOf(directory: string, path: string): string | undefined {
  const below = relative(directory, isAbsolute(path) ? path : resolve(directory, path))
  if (below === '' || below.startsWith('..') || isAbsolute(below) || !below.endsWith('.md')) return undefined
  return below.split(sep).join('/').normalize('NFC')
}
