// Notes of basic-memory: Markdown with a permalink in the frontmatter, observations (`- [category] text #tag`) and
// relations (`- implements [[Other note]]`). One memory a note, as its observations make sense together.
import { parseDocument } from '../../../base/yaml/frontmatter.ts'
import {
  aged,
  type ImportedMemory,
  isoTime,
  nonEmptyText,
  nonEmptyTexts,
  type SourceFile,
} from './imported.ts'

export function isBasicMemory(files: ReadonlyMap<string, SourceFile>): boolean {
  const notes = [...files.values()]
  return notes.length > 0 && notes.every(({ text }) => nonEmptyText(parseDocument(text).data.permalink))
}

/** `files`: by path below the directory. */
export function readBasicMemory(files: ReadonlyMap<string, SourceFile>): ImportedMemory[] {
  return [...files].flatMap(([file, { text, modified }]): ImportedMemory[] => {
    const { data, body } = parseDocument(text)
    const name = nonEmptyText(data.title) ?? file.replace(/^.*\//, '').replace(/\.md$/, '')
    const content = plain(body, name)
    if (content === '' || content === name) return []
    const type = nonEmptyText(data.type)
    const tags = typeof data.tags === 'string' ? data.tags.split(/[,\s]+/) : nonEmptyTexts(data.tags)
    const memory: ImportedMemory = {
      name,
      content,
      kind: type && /person|people|contact/i.test(type) ? 'relationship' : 'fact',
      category: type === 'note' ? undefined : type,
      tags: tags.map((tag) => tag.replace(/^#/, '')).filter(Boolean),
      created: isoTime(data.created ?? data.created_at ?? data.date),
      updated: isoTime(data.modified ?? data.updated ?? data.updated_at),
      source: { origin: 'import' },
    }
    return [aged(memory, modified)]
  })
}

/** In words: without the headings that only say what follows, and with the note's name where a relation needs it. */
function plain(body: string, name: string): string {
  return body
    .split(/\r?\n/)
    .filter((line) => !/^##+\s+(?:Observations|Relations)\s*$/i.test(line))
    .filter((line) => line.replace(/^#\s+/, '').trim() !== name || !line.startsWith('# '))
    .map((line) =>
      line
        .replace(/^(\s*[-*] )\[([^\]\n]{2,})\]\s+(?!\()/, '$1$2: ')
        .replace(
          /^(\s*[-*] )([\w ]+?) \[\[([^\]]+)\]\]/,
          (_, start: string, how: string, other: string) =>
            `${start}${name} ${how.replaceAll('_', ' ')} ${other}`,
        )
        .replace(/\[\[([^\]]+)\]\]/g, '$1'),
    )
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
