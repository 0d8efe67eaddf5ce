// What clients, editors, hooks and programs put around what was typed, and where in a text it stands. In linear time, all
// of it: prompts hold whatever people paste.

/** Beside what was typed: clients, editors and hooks put it there. */
const BESIDE = 'system-reminder|hook_context|user-prompt-submit-hook|ide_[a-z_]{1,40}'
/** In the place of what was typed: another sender's words, or a command with its output or what it expands to. */
const INSTEAD =
  'command-[a-z]{1,40}|local-command-[a-z]{1,40}|bash-[a-z]{1,40}|user_shell_command|task-notification|teammate-message|cross-session-message|agent-message|peer-message|channel(?=\\s|>)'
const KNOWN = new RegExp(`<(/?)(${BESIDE}|${INSTEAD})(?![\\w-])`, 'gi')
/** In brackets that only look like those of a tag, where nobody writes about HTML. */
export const LOOKS_KNOWN = new RegExp(`^[〈《⟨‹«❮]/?(?:${BESIDE}|${INSTEAD})(?![\\w-])`, 'i')
export const IS_BESIDE = new RegExp(`^(?:${BESIDE})$`, 'i')

/** A wrapper that we do not know: it begins a line and is closed. Placeholders (`<session-id>`) are never closed. */
const UNKNOWN = /(?:(?<=^|\n)[ \t]{0,40}<|<(\/))([a-z][\w-]{0,80})(?![\w-])/g

/** Components, type parameters and HTML that people write about: no client's wrapper is called so. */
export const CODE_TAG =
  /^(?:[A-Z]|[A-Z][a-z][\w.]*|a|b|i|p|u|br|hr|li|ol|ul|td|th|tr|h[1-6]|div|nav|pre|svg|img|body|code|form|head|html|link|main|meta|span|input|label|table|aside|button|footer|header|iframe|script|select|slot|style|section|article|template|textarea|dialog|audio|video|canvas|option)$/

/** Gemini CLI puts the files that a prompt names behind it, between these lines. */
export const FILES_BEGIN = '--- Content from referenced files ---'
export const FILES_END = '--- End of content ---'

/** The extension of Codex puts these before the request; the selection in an editor is below the first. */
const EDITOR_BEGIN = /^\s*# (?:Context from my IDE setup|Files mentioned by the user|In app browser):/
const REQUEST = /\n## My request(?: for Codex)?:[ \t\r]*(?:\n|$)/g

interface SeparatedText {
  text: string
  /** The blocks that nobody typed, as they stood there. */
  injected: string[]
}

export function separateInjected(prompt: string): SeparatedText {
  const spans = knownSpans(prompt)
  return { text: without(prompt, spans), injected: spans.map(([from, to]) => prompt.slice(from, to)) }
}

type Span = readonly [from: number, to: number]

interface Tag {
  readonly name: string
  readonly index: number
  readonly isClosing: boolean
}

function tagsIn(text: string, pattern: RegExp): Tag[] {
  if (!text.includes('<')) return []
  return [...text.matchAll(pattern)].map(({ index, 1: slash, 2: name = '' }) => ({
    name: name.toLowerCase(),
    index,
    isClosing: slash === '/',
  }))
}

/** By name, from the first opening to the last closing after it. */
function closedSpans(text: string, tags: readonly Tag[]): Span[] {
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const { name, index, isClosing } of tags) {
    if (!isClosing && !first.has(name)) first.set(name, index)
    if (isClosing && first.has(name)) last.set(name, endOfTag(text, index))
  }
  return merged([...last].map(([name, to]) => [first.get(name) ?? 0, to] as const))
}

/** `more`: what is cut out besides, in which no tag counts either. */
export function knownSpans(text: string, more: readonly Span[] = []): Span[] {
  const tags = tagsIn(text, KNOWN)
  const closed = merged([...closedSpans(text, tags), ...more])
  // A name such as `channel` is a word that people write as a placeholder.
  const loose = outside(
    tags.filter(({ name }) => /[-_]/.test(name)),
    closed,
  )
  const opened = loose.find(({ isClosing }) => !isClosing)
  const stray = loose.findLast(({ isClosing }) => isClosing)
  return merged([
    ...(stray ? [[0, endOfTag(text, stray.index)] as const] : []),
    ...closed,
    ...(opened ? [[opened.index, text.length] as const] : []),
    ...fileSpan(text),
    ...editorSpan(text),
  ])
}

function fileSpan(text: string): Span[] {
  const from = text.indexOf(FILES_BEGIN)
  if (from < 0) return []
  const end = text.lastIndexOf(FILES_END)
  return [[from, end > from ? end + FILES_END.length : text.length]]
}

/** To the last request: what is selected may hold one, too. */
function editorSpan(text: string): Span[] {
  if (!EDITOR_BEGIN.test(text)) return []
  const request = [...text.matchAll(REQUEST)].at(-1)
  return [[0, request ? request.index + request[0].length : text.length]]
}

export function unknownSpans(text: string): Span[] {
  return closedSpans(
    text,
    tagsIn(text, UNKNOWN).filter(({ name }) => !CODE_TAG.test(name)),
  )
}

/** Both are in the order of the text. */
function outside(tags: readonly Tag[], spans: readonly Span[]): Tag[] {
  let at = 0
  return tags.filter(({ index }) => {
    while ((spans[at]?.[1] ?? Number.POSITIVE_INFINITY) <= index) at++
    return index < (spans[at]?.[0] ?? Number.POSITIVE_INFINITY)
  })
}

function endOfTag(text: string, index: number): number {
  const end = text.indexOf('>', index)
  return end < 0 ? text.length : end + 1
}

function merged(spans: readonly Span[]): Span[] {
  const found: [number, number][] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const before = found.at(-1)
    if (before && from <= before[1]) before[1] = Math.max(before[1], to)
    else found.push([from, to])
  }
  return found
}

export function without(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const starts = [0, ...spans.map(([, to]) => to)]
  return starts.map((start, at) => text.slice(start, spans[at]?.[0])).join(' ')
}
