// A directory of Markdown files, as memdir and Claude Code keep them: frontmatter where there is some.

import { isObject } from '../../../base/values/is-object.ts'
import { parseDocument } from '../../../base/yaml/frontmatter.ts'
import { isMemoryType, type Memory, supersededBy } from '../../memory.ts'
import { parseMemory } from '../../memory-file.ts'
import { checkMemoryFile, INDEX_FILE } from '../../memory-path.ts'
import { aged, type ImportedMemory, type SourceFile } from './imported.ts'

/** `files`: by path below the directory. The index is regenerated, so it is left out. */
export function readMarkdown(files: ReadonlyMap<string, SourceFile>): ImportedMemory[] {
  const memories: ImportedMemory[] = []
  for (const [file, { text, modified }] of files) {
    if (!file.endsWith('.md') || file === INDEX_FILE || file.endsWith(`/${INDEX_FILE}`)) continue
    const memory = parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
    if (memory.content.trim() === '') continue
    memories.push(aged({ ...fieldsOf(memory), ...(isOurs(memory, text) ? { file, text } : {}) }, modified))
  }
  return memories
}

/** A file of another's export: its text is kept, whoever wrote it. */
export function importedFile(file: string, { text, modified }: SourceFile): ImportedMemory {
  const memory = parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
  return aged({ ...fieldsOf(memory), file, text }, modified)
}

/** Those without frontmatter: nothing says that they were ever meant as memories. */
export function plainFiles(files: ReadonlyMap<string, SourceFile>): string[] {
  return [...files].flatMap(([file, { text }]) => (parseDocument(text).status === 'missing' ? [file] : []))
}

/** memdir wrote in it: its id, or what took its place. */
function isOurs(memory: Memory, text: string): boolean {
  if (!checkMemoryFile(memory.file).ok || memory.frontmatter !== 'ok') return false
  return parseDocument(text).data.id === memory.id || supersededBy(memory) !== undefined
}

function fieldsOf(memory: Memory): ImportedMemory {
  const { id, name, description, kind, category, tags, importance, confidence } = memory
  const { created, updated, expires, related, source, content, when, on } = memory
  // Claude Code keeps the type below `metadata` in its newer files.
  const nested = isObject(memory.extra.metadata) ? memory.extra.metadata.type : undefined
  const type = memory.type ?? (isMemoryType(nested) ? nested : undefined)
  const successor = supersededBy(memory)
  return {
    id,
    name,
    description,
    type,
    kind: kind ?? (type === 'reference' ? 'fact' : undefined),
    category,
    tags,
    importance,
    confidence,
    created,
    updated,
    expires,
    related,
    source,
    content,
    ...(when && { when }),
    ...(on && { on }),
    ...(successor === undefined ? {} : { extra: { superseded_by: successor } }),
  }
}
