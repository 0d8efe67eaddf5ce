// `@path` in the text of an instruction file: which other files it asks for.
import { isAbsolute, join, resolve } from 'node:path'
import { markdownSegments } from './markdown-segments.ts'
import { isTextFileName } from './text-file-names.ts'

const MENTION = /(?:^|[\s([{"'*_])@((?:\\ |[^\s\\\0])+)/g
const MAX_INCLUDES = 100
const MAX_PATH = 1_000

/** The paths as written, without doubles, outside code and comments. */
export function findIncludes(text: string): string[] {
  const found = new Set<string>()
  for (const segment of markdownSegments(text)) {
    if (segment.kind !== 'text') continue
    for (const [, mention = ''] of segment.text.matchAll(MENTION)) {
      const path = cleanPath(mention)
      if (path && found.size < MAX_INCLUDES) found.add(path)
    }
  }
  return [...found]
}

function cleanPath(mention: string): string | undefined {
  if (mention.length > MAX_PATH) return undefined
  const path = mention
    .replaceAll('\\ ', ' ')
    .replace(/#.*$/, '')
    .replace(/[.,;:!?)\]}"'*_>]+$/, '')
  if (path === '') return undefined
  if (!/^(?:\.{0,2}\/|~\/|[\p{L}\p{N}._-])/u.test(path)) return undefined
  return isTextFileName(path) ? path : undefined
}

/** `@./relative`, `@relative`, `@~/home`, `@/absolute` → an absolute path. */
export function resolveInclude(path: string, options: { from: string; home: string }): string {
  if (path.startsWith('~/')) return join(options.home, path.slice(2))
  return isAbsolute(path) ? resolve(path) : resolve(options.from, path)
}
