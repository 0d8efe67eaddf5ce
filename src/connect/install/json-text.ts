// Edits of a JSON text that may have comments, trailing commas, duplicate keys and numbers that JavaScript cannot hold:
// single properties and elements are put in and taken out, and no other byte changes. Of duplicate keys the last counts,
// as for the programs that read these files.
import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { indentAt, lineEndOf, replaceRange, type TextDraft } from './text-draft.ts'

type JsonPath = readonly (string | number)[]

/** undefined: not JSON. An empty text says nothing yet, and so does `{}`. */
function parseJsonText(text: string): Node | undefined {
  const errors: ParseError[] = []
  // The mark at the start of a file is white space here, so that positions stay.
  const root = parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true })
  return errors.length > 0 ? undefined : root
}

export function nodeAt(draft: TextDraft, path: JsonPath): Node | undefined {
  let node = parseJsonText(draft.text)
  for (const key of path) node = node && childOf(node, key)
  return node
}

export function valueAt(draft: TextDraft, path: JsonPath): unknown {
  const node = nodeAt(draft, path)
  return node && getNodeValue(node)
}

/** Whatever the order of keys: it means nothing in JSON. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return Object.is(one, other)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  const [a, b] = [one, other] as Record<string, unknown>[]
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && sameJson(a?.[key], b?.[key]))
  )
}

export function rawAt(draft: TextDraft, path: JsonPath): string | undefined {
  const node = nodeAt(draft, path)
  return node && draft.text.slice(node.offset, endOf(node))
}

function childOf({ type, children = [] }: Node, key: string | number): Node | undefined {
  if (type === 'array') return typeof key === 'number' ? children[key] : undefined
  if (type !== 'object') return undefined
  return children.findLast((property) => property.children?.[0]?.value === key)?.children?.[1]
}

const endOf = ({ offset, length }: Node) => offset + length

/** Replaces a value that is there. `raw`: as it is written. */
export function replaceRaw(draft: TextDraft, path: JsonPath, raw: string): void {
  const node = nodeAt(draft, path)
  if (node) replaceRange(draft, node.offset, endOf(node), raw)
}

/** Replaces a value that is there, or adds it to the object at `path` without its last key, which has to be there. */
export function setAt(draft: TextDraft, path: JsonPath, value: unknown): void {
  const node = nodeAt(draft, path)
  if (node) {
    replaceRaw(draft, path, render(value, indentAt(draft.text, node.offset), layoutOf(draft.text)))
    return
  }
  const key = path.at(-1)
  const parent = nodeAt(draft, path.slice(0, -1))
  if (parent) insertChild(draft, parent, typeof key === 'string' ? key : undefined, value)
}

export function appendAt(draft: TextDraft, path: JsonPath, value: unknown): void {
  const parent = nodeAt(draft, path)
  if (parent) insertChild(draft, parent, undefined, value)
}

/** Takes a property or an element out; of duplicate keys the last, as every reader does. */
export function removeAt(draft: TextDraft, path: JsonPath): void {
  const key = path.at(-1)
  const parent = nodeAt(draft, path.slice(0, -1))
  const children = parent?.children ?? []
  const index =
    typeof key === 'number' ? key : children.findLastIndex((child) => child.children?.[0]?.value === key)
  if (parent && children[index]) removeChild(draft, parent, index)
}

interface Layout {
  unit: string
  lineEnd: string
  /** Everything is on one line. */
  dense: boolean
}

function layoutOf(text: string): Layout {
  const first = parseJsonText(text)?.children?.[0]
  const own = first && text.slice(text.lastIndexOf('\n', first.offset) + 1, first.offset)
  const unit = own && /^[ \t]+$/.test(own) && text.includes('\n') ? own : '  '
  return { unit, lineEnd: lineEndOf(text), dense: first !== undefined && !text.trim().includes('\n') }
}

function render(value: unknown, indent: string, { unit, lineEnd, dense }: Layout): string {
  if (dense) return JSON.stringify(value)
  return JSON.stringify(value, null, unit).replaceAll('\n', lineEnd + indent)
}

function insertChild(draft: TextDraft, parent: Node, key: string | undefined, value: unknown): void {
  const { text } = draft
  const layout = layoutOf(text)
  const close = endOf(parent) - 1
  const last = parent.children?.at(-1)
  const start = last ? endOf(last) : parent.offset + 1
  const { comma, end } = gapOf(text, start, close)
  // Who ends lists with a comma goes on doing so.
  const own = comma === undefined ? '' : ','
  const onOneLine = !text.slice(parent.offset, close).includes('\n')
  if (onOneLine && (last || layout.dense)) {
    const spaced = !layout.dense || /[:,] |^[{[] /.test(text.slice(parent.offset, close))
    const pair = renderOnLine(key, value, spaced) + own
    replaceRange(draft, end, end, (last && spaced ? ' ' : '') + pair)
  } else {
    const outer = indentAt(text, parent.offset)
    const isFirstOfLine =
      last && /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', last.offset) + 1, last.offset))
    const indent = isFirstOfLine ? indentAt(text, last.offset) : outer + layout.unit
    const name = key === undefined ? '' : `${JSON.stringify(key)}: `
    const added = layout.lineEnd + indent + name + render(value, indent, { ...layout, dense: false }) + own
    // The bracket comes on a line of its own.
    if (text.slice(end, close).includes('\n')) replaceRange(draft, end, end, added)
    else replaceRange(draft, end, close, added + layout.lineEnd + outer)
  }
  if (last && comma === undefined) replaceRange(draft, start, start, ',')
}

function renderOnLine(key: string | undefined, value: unknown, spaced: boolean): string {
  const text = spaced ? spacedJson(value) : JSON.stringify(value)
  return key === undefined ? text : `${JSON.stringify(key)}:${spaced ? ' ' : ''}${text}`
}

function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const pairs = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => `${JSON.stringify(key)}: ${spacedJson(part)}`)
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** The exact reverse of putting it in. Comments stay. */
function removeChild(draft: TextDraft, parent: Node, index: number): void {
  const { text } = draft
  const children = parent.children ?? []
  const child = children[index]
  if (!child) return
  const close = endOf(parent) - 1
  const [before, after] = [children[index - 1], children[index + 1]]
  const left = gapOf(text, before ? endOf(before) : parent.offset + 1, child.offset)
  const right = gapOf(text, endOf(child), after?.offset ?? close)
  if (right.comma !== undefined) replaceRange(draft, right.comma, right.comma + 1, '')
  replaceRange(draft, keptUntil(text, left, endOf(child)), endOf(child), '')
  if (right.comma === undefined && left.comma !== undefined)
    replaceRange(draft, left.comma, left.comma + 1, '')
  if (children.length > 1) return
  const now = draft.text.slice(parent.offset + 1)
  const blank = /^\s*/.exec(now)?.[0] ?? ''
  if (/^[}\]]/.test(now.slice(blank.length)))
    replaceRange(draft, parent.offset + 1, parent.offset + 1 + blank.length, '')
}

/** A comment that goes to the end of its line keeps that end, unless another one follows. */
function keptUntil(text: string, { end, inLine }: Gap, to: number): number {
  if (!inLine || /^,?[ \t]*\r?\n/.test(text.slice(to))) return end
  return end + (/^\r?\n/.exec(text.slice(end))?.[0].length ?? 0)
}

interface Gap {
  comma: number | undefined
  /** Where the last comma or comment ends. */
  end: number
  /** That is a comment to the end of its line. */
  inLine: boolean
}

/** What is between two values. */
function gapOf(text: string, from: number, to: number): Gap {
  const gap: Gap = { comma: undefined, end: from, inLine: false }
  for (const { 0: part, index } of text.slice(from, to).matchAll(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/g)) {
    if (part === ',') gap.comma ??= from + index
    gap.end = from + index + part.length
    gap.inLine = part.startsWith('//')
  }
  return gap
}
