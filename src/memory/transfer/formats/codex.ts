// Codex's memories directory: raw_memories.md contains one section per thread, each with its own frontmatter; MEMORY.md
// and memory_summary.md are made from it. Notes that people or extensions added are in separate files.
import { parseDocument } from '../../../base/yaml/frontmatter.ts'
import { aged, type ImportedMemory, isoTime, nonEmptyText, type SourceFile } from './imported.ts'

/** `files`: by path below the directory. */
export function readCodex(files: ReadonlyMap<string, SourceFile>): ImportedMemory[] {
  const from = (file: string, read: (text: string) => ImportedMemory[]): ImportedMemory[] => {
    const { text = '', modified } = files.get(file) ?? {}
    return read(text).map((memory) => aged(memory, modified))
  }
  const threads = from('raw_memories.md', threadsOf)
  // Without the raw memories, what was made from them is all there is.
  const summary = threads.length > 0 ? [] : from('MEMORY.md', groupsOf)
  const notes = [...files.keys()].filter((file) => /(?:^|\/)notes\/[^/]+\.md$/.test(file))
  return [...threads, ...summary, ...notes.flatMap((file) => from(file, noteOf))].filter(
    ({ content }) => content.trim() !== '',
  )
}

function noteOf(text: string): ImportedMemory[] {
  return [{ content: text.trim(), kind: 'other', source: { origin: 'import' } }]
}

function threadsOf(text: string): ImportedMemory[] {
  return text
    .split(/^## Thread /m)
    .slice(1)
    .flatMap((section) => {
      const thread = /^`([^`]+)`/.exec(section)?.[1]
      const head = section.slice(0, section.search(/^\s*$/m))
      const updated = isoTime(/^updated_at:\s*(\S+)/m.exec(head)?.[1])
      const body = section.slice(section.search(/^\s*$/m)).trim()
      const document = parseDocument(body.replace(/^ (?=\w+:)/gm, ''))
      const description = nonEmptyText(document.data.description)
      const content = (document.body.trim() || description) ?? ''
      if (content === '') return []
      const words = nonEmptyText(document.data.keywords)?.split(/[,，]\s*/) ?? []
      return [
        {
          name: nonEmptyText(document.data.task) ?? description,
          description,
          content,
          kind: 'project_context' as const,
          tags: words.filter(Boolean).slice(0, 12),
          updated,
          created: updated,
          source: { origin: 'import' as const, ...(thread ? { conversation: thread } : {}) },
        },
      ]
    })
}

/** `# Task Group: …` sections. */
function groupsOf(text: string): ImportedMemory[] {
  const sections = text.split(/^# /m).slice(1)
  return sections.flatMap((section) => {
    const [title = '', ...rest] = section.split('\n')
    const content = rest.join('\n').trim()
    if (content === '') return []
    const name = title.replace(/^Task Group:\s*/i, '').trim()
    return [{ name, content, kind: 'project_context' as const, source: { origin: 'import' as const } }]
  })
}
