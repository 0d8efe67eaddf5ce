// Files in which people tell agents how to work (CLAUDE.md, AGENTS.md, Cursor's rules, Copilot's instructions): every item,
// every paragraph and every list of numbered steps is one memory, with the heading that it stands under.
import { findIncludes } from '../../../base/includes/find-includes.ts'
import { parseDocument } from '../../../base/yaml/frontmatter.ts'
import type { MemoryType } from '../../memory.ts'
import { aged, type ImportedMemory, nonEmptyText, nonEmptyTexts, type SourceFile } from './imported.ts'

const NAMES =
  /(?:^|[/\\])(?:(?:claude(?:\.local)?|agents(?:\.override)?|gemini|qwen|copilot-instructions)\.md|[^/\\]+\.(?:mdc|instructions\.md)|\.(?:cursor|windsurf|cline)rules)$/i

export function isInstructionFile(name: string): boolean {
  return NAMES.test(name)
}

interface ReadInstructions {
  memories: ImportedMemory[]
  /** Other files that these take in (`@path`), as it is written there, and that are not among them. */
  unread: string[]
}

/** `files`: by path. */
export function readInstructions(files: ReadonlyMap<string, SourceFile>): ReadInstructions {
  const read = [...files.values()]
  const included = new Set(read.flatMap(({ text }) => findIncludes(text)))
  const isRead = (path: string) => [...files.keys()].some((file) => file.endsWith(path.replace(/^\.\//, '')))
  return {
    memories: read.flatMap(({ text, modified }) =>
      readInstructionFile(text).map((memory) => aged(memory, modified)),
    ),
    unread: [...included].filter((path) => !isRead(path)),
  }
}

function readInstructionFile(text: string): ImportedMemory[] {
  // Cursor's frontmatter is not quite YAML: what cannot be read is left out with it.
  const { data, body } = parseDocument(text)
  const about = appliesTo(data)
  const said = body.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '')
  return blocksOf(said).map(({ heading, text: block }) => ({
    content: `${heading ? `${heading}: ` : ''}${block}${about ? ` (${about})` : ''}`,
    type: typeOf(block),
    kind: typeOf(block) === 'feedback' ? ('workflow' as const) : ('project_context' as const),
    category: heading,
    source: { origin: 'import' as const },
  }))
}

/** The files that a rule is for. */
function appliesTo({ globs, applyTo }: Record<string, unknown>): string | undefined {
  const list = [globs, applyTo].flatMap((value) => nonEmptyText(value) ?? nonEmptyTexts(value))
  const all = list.filter((one) => !/^\*\*(?:\/\*)?$/.test(one))
  return all.length > 0 ? all.join(', ') : undefined
}

interface Block {
  heading: string | undefined
  text: string
}

const ITEM = /^(?:[-*+]|\d+[.)])\s+/
const STEP = /^\d+[.)]\s+/

function blocksOf(body: string): Block[] {
  const blocks: Block[] = []
  let heading: string | undefined
  let lines: string[] = []
  let steps = 0
  let fence: string | undefined
  const end = () => {
    const text = lines.join('\n').trim()
    if (text !== '') blocks.push({ heading, text: steps > 1 ? text : text.replace(ITEM, '') })
    lines = []
    steps = 0
  }
  for (const line of withoutComments(body).split(/\r?\n/)) {
    const marks = /^\s*(```+|~~~+)/.exec(line)?.[1]
    const isAfterBlank = lines.at(-1)?.trim() === ''
    if (marks && (fence === undefined || marks.startsWith(fence))) {
      if (fence === undefined && isAfterBlank && announces(lines)) end()
      fence = fence === undefined ? marks : undefined
      lines.push(line)
    } else if (fence !== undefined) lines.push(line)
    else if (/^#{1,6}\s/.test(line)) {
      end()
      heading = /^#\s/.test(line) ? undefined : line.replace(/^#+\s+|\s+#+\s*$/g, '').replace(/[:：]$/, '')
    } else if (/^(?:@\S+|[-*_]{3,})\s*$/.test(line)) {
      // Takes another file in, or only rules off.
      end()
    } else if (line.trim() === '') {
      if (isItem(lines) || steps > 0 || announces(lines)) lines.push(line)
      else end()
    } else if (STEP.test(line)) {
      // Steps mean something one after the other, with the line that announces them.
      if (steps === 0 && !announces(lines)) end()
      lines.push(line)
      steps++
    } else if (ITEM.test(line) || (isAfterBlank && !/^\s/.test(line))) {
      // A line that announces a list belongs to each item in meaning, and stays by itself.
      end()
      lines.push(line)
    } else lines.push(line)
  }
  end()
  return blocks
}

const isItem = (lines: readonly string[]) => ITEM.test(lines[0] ?? '')

function announces(lines: readonly string[]): boolean {
  return !isItem(lines) && /[:：]\**$/.test(lines.findLast((line) => line.trim() !== '')?.trim() ?? '')
}

/** Comments are for whoever edits the file. In code they are code; one that does not end is text. */
function withoutComments(body: string): string {
  const token = /^\s*(`{3,}|~{3,})|`[^`\n]*`|<!--/gm
  let [kept, at] = ['', 0]
  let fence: string | undefined
  for (let found = token.exec(body); found; found = token.exec(body)) {
    const [text, marks] = found
    if (marks && (fence === undefined || marks.startsWith(fence)))
      fence = fence === undefined ? marks : undefined
    if (marks || fence !== undefined || text !== '<!--') continue
    const close = body.indexOf('-->', found.index)
    if (close < 0) break
    kept += body.slice(at, found.index)
    at = close + '-->'.length
    token.lastIndex = at
  }
  return kept + body.slice(at)
}

const TELLS =
  /^(?:please |\*\*)?(?:always|never|don['’]t|do not|use|prefer|avoid|run|keep|write|make|ensure|must|add|put|follow|no |check|ask|test|commit|name|format|import|return|handle|document|remember|when |before |after )|\b(?:must|should|shall|never|always)\b|不要|必须|应该|应当|请|避免|始终|总是|禁止|优先|不得|^(?:使用|用)/i

/** What tells how to work is feedback; the rest is about the project. */
function typeOf(text: string): MemoryType {
  return TELLS.test(text.replace(ITEM, '')) ? 'feedback' : 'project'
}
