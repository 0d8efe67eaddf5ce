// A directory of Markdown files, as memdir, Claude Code and people keep them: frontmatter where there is some.
import { INDEX_FILE } from '../../memory/index-file.ts'
import { isMemoryType } from '../../memory/memory.ts'
import { parseMemory } from '../../memory/memory-file.ts'
import { type ImportedMemory, isRecord } from './imported.ts'

/** `files`: path below the directory → text. The index is made anew, so it is left out. */
export function readMarkdown(files: ReadonlyMap<string, string>): ImportedMemory[] {
  const memories: ImportedMemory[] = []
  for (const [file, text] of files) {
    if (!file.endsWith('.md') || file === INDEX_FILE || file.endsWith(`/${INDEX_FILE}`)) continue
    const memory = parseMemory(Buffer.from(text, 'utf8'), { file, modified: new Date(0) })
    if (memory.content.trim() === '') continue
    const { name, description, kind, category, tags, importance, confidence } = memory
    const { created, updated, expires, related, source, content } = memory
    // Claude Code keeps the type below `metadata` in its newer files.
    const nested = isRecord(memory.extra.metadata) ? memory.extra.metadata.type : undefined
    const type = memory.type ?? (isMemoryType(nested) ? nested : undefined)
    memories.push({
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
      content,
      // Whoever wrote the file may claim anything: it is an import all the same.
      source: { ...source, origin: 'import' },
    })
  }
  return memories
}
