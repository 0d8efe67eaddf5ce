// Who typed it: proven, not assumed. Typed is what nothing contradicts: neither the log's own marks (the readers turn these
// into `meta`), nor a tag or a frame that the text begins with. What stands within a known wrapper is cut out, from its
// first opening to its LAST closing: whoever wrote what is inside may have written a closing tag, too.
import type { MetaKind, TranscriptMessage } from './transcript-message.ts'

/** Beside what was typed: clients, editors and hooks put it there. */
const BESIDE = 'system-reminder|hook_context|user-prompt-submit-hook|ide_[a-z_]{1,40}'
/** In the place of what was typed: another sender's words, or a command with its output or what it expands to. */
const INSTEAD =
  'command-[a-z]{1,40}|local-command-[a-z]{1,40}|bash-[a-z]{1,40}|user_shell_command|task-notification|teammate-message|cross-session-message|agent-message|peer-message|channel(?=\\s|>)'
const KNOWN = new RegExp(`<(/?)(${BESIDE}|${INSTEAD})(?![\\w-])`, 'g')
const IS_BESIDE = new RegExp(`^(?:${BESIDE})$`)

/** A wrapper that we do not know: such a name at the beginning of a line. Placeholders (`<session-id>`) are never closed. */
const UNKNOWN = /(?:(?<=^|\n)[ \t]{0,40}<|<(\/))([a-z]{1,40}(?:[-_][a-z]{1,40}){1,6})(?![\w-])/g

/** What a text begins with before its first visible character. */
const BLANK = /^[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+/
const LEADING_TAG = /^<\/?([a-z][\w:.-]{0,80})/i
/** Components, type parameters and HTML that people write about: no client's wrapper is called so. */
const CODE_TAG =
  /^(?:[A-Z]|[A-Z][a-z][\w.]*|a|b|i|p|u|br|hr|li|ol|ul|td|th|tr|h[1-6]|div|nav|pre|svg|img|body|code|form|head|html|link|main|meta|span|input|label|table|aside|button|footer|header|iframe|script|select|slot|style|section|article|template|textarea|dialog)$/

/** Sentences by which clients begin what they say in the person's place. */
const FRAME =
  /^(?:\[Request interrupted by user|\[SYSTEM NOTIFICATION|This session is being continued from a previous conversation|Caveat: The messages below were generated|# AGENTS\.md instructions for |Base directory for this skill:|Stop hook feedback:|Implement the following plan:\s*\n|Another (?:Claude|agent) session sent )/

/** Gemini CLI puts the files that a prompt names behind it, between these lines. */
export const FILES_BEGIN = '--- Content from referenced files ---'
export const FILES_END = '--- End of content ---'

/** Colours and the like of a terminal that somebody copied from. */
const TERMINAL_CODES = /\u001b\[[\d;?]{0,20}[@-~]|[\u0000-\u0008\u000e-\u001f]/g

/** Where clients show a picture or a long paste. */
const PLACEHOLDER = /\[(?:Image|Pasted text) #\d{1,9}(?: \+\d{1,9} lines)?\]/g

/** A slash command is for the client; `/etc/hosts is wrong` is not one. */
const COMMAND = /^\s*\/[a-z][\w:-]*(?:\s|$)/i

/** `tag`, `frame`: it begins as what somebody else sends does. `nothing`: only what was put around it. */
export type NotTyped = MetaKind | 'agent' | 'sub-agent' | 'tag' | 'frame' | 'command' | 'nothing'

export type Typing =
  | { readonly typed: true; readonly text: string }
  | { readonly typed: false; readonly why: NotTyped }

/** The one answer, for every reader of a log and for whoever asks: did the person type this, and what of it. */
export function judgeTyped({ role, meta, sidechain, content }: TranscriptMessage): Typing {
  if (role !== 'user') return not('agent')
  if (sidechain) return not('sub-agent')
  if (meta !== undefined) return not(meta)
  const parts = content.flatMap((block) => (block.type === 'text' ? [judgeText(block.text)] : []))
  // What stands beside it in the same message came the same way.
  const sent = parts.find((part) => !part.typed && (part.why === 'tag' || part.why === 'frame'))
  if (sent) return sent
  const texts = parts.flatMap((part) => (part.typed ? [part.text] : []))
  return texts.length > 0 ? { typed: true, text: texts.join('\n') } : (parts[0] ?? not('nothing'))
}

/** The same of a text alone, such as a prompt that a hook is given. */
export function judgeText(given: string): Typing {
  const clean = given.replace(TERMINAL_CODES, '')
  const left = without(clean, knownSpans(clean))
  for (const text of [clean, left].map((part) => part.replace(BLANK, ''))) {
    if (FRAME.test(text)) return not('frame')
    const name = LEADING_TAG.exec(text)?.[1]
    if (name !== undefined && !IS_BESIDE.test(name) && !CODE_TAG.test(name)) return not('tag')
  }
  const text = without(clean, knownSpans(clean, unknownSpans(clean)))
    .replace(PLACEHOLDER, '')
    .trim()
  if (COMMAND.test(text)) return not('command')
  return text === '' ? not('nothing') : { typed: true, text }
}

function not(why: NotTyped): Typing {
  return { typed: false, why }
}

/** Empty where nothing of it was typed. */
export function typedText(prompt: string): string {
  const judged = judgeText(prompt)
  return judged.typed ? judged.text : ''
}

/** Of a conversation, a text for each message that the person typed. */
export function typedTexts(messages: readonly TranscriptMessage[]): string[] {
  return messages.flatMap((message) => {
    const judged = judgeTyped(message)
    return judged.typed ? [judged.text] : []
  })
}

/** What is asked, whoever asks: without what clients and hooks put around it, and without commands for the client. */
export function askedText(prompt: string): string {
  const text = separateInjected(prompt).text.replace(TERMINAL_CODES, '')
  return COMMAND.test(text) ? '' : text.trim()
}

export interface SeparatedText {
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

/** In linear time, all of it: prompts hold whatever people paste. */
function tagsIn(text: string, pattern: RegExp): Tag[] {
  if (!text.includes('<')) return []
  return [...text.matchAll(pattern)].map(({ index, 1: slash, 2: name = '' }) => ({
    name,
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
function knownSpans(text: string, more: readonly Span[] = []): Span[] {
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
  ])
}

function fileSpan(text: string): Span[] {
  const from = text.indexOf(FILES_BEGIN)
  if (from < 0) return []
  const end = text.lastIndexOf(FILES_END)
  return [[from, end > from ? end + FILES_END.length : text.length]]
}

function unknownSpans(text: string): Span[] {
  return closedSpans(text, tagsIn(text, UNKNOWN))
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

function without(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const starts = [0, ...spans.map(([, to]) => to)]
  return starts.map((start, at) => text.slice(start, spans[at]?.[0])).join(' ')
}
