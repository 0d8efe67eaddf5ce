// Makes broken frontmatter readable where that is certain.
import { joinDocument, parseDocument } from '../../base/yaml/frontmatter.ts'

/**
 * The usual faults: a value with `: ` or a leading special character that wants quotes, tabs for indents, a missing
 * closing line. undefined when that does not make it readable: then a person has to look.
 */
export function repairFrontmatter(text: string): string | undefined {
  const closed = closeFrontmatter(text)
  const document = parseDocument(closed)
  if (document.status === 'ok') return closed
  if (document.open === '') return undefined
  const yaml = document.yaml
    .replace(/^(\t+)/gm, (tabs) => '  '.repeat(tabs.length))
    .replace(/^([\w-]+):[ \t]*(\S.*?)[ \t]*$/gm, quoteValue)
  const repaired = joinDocument({ ...document, yaml })
  return parseDocument(repaired).status === 'ok' ? repaired : undefined
}

function quoteValue(line: string, key: string, value: string): string {
  if (parseDocument(`---\n${line}\n---\n`).status === 'ok') return line
  return `${key}: ${JSON.stringify(value.replace(/^["']|["']$/g, ''))}`
}

/** Field lines at the top without a closing `---`: the frontmatter ends where they end. */
function closeFrontmatter(text: string): string {
  const document = parseDocument(text)
  if (document.status !== 'broken' || document.open !== '') return text
  const match = /^\ufeff?---[ \t]*(\r?\n)(?:[A-Za-z_][\w-]*:.*\r?\n|[ \t]+\S.*\r?\n|- .*\r?\n)+/.exec(text)
  if (!match) return text
  return `${match[0]}---${match[1]}${text.slice(match[0].length)}`
}
