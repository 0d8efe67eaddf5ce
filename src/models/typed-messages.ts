// Who typed a message of a log: its own marks (the readers turn these into `meta`), then what its text begins with.
import { judgeTexts } from '../base/agents/typed-text.ts'
import type { MetaKind, TranscriptMessage } from './transcript-message.ts'

type NotTyped =
  | MetaKind
  | 'agent'
  | 'sub-agent'
  | Extract<ReturnType<typeof judgeTexts>, { typed: false }>['why']

type Typing =
  | { readonly typed: true; readonly text: string }
  | { readonly typed: false; readonly why: NotTyped }

/** The one answer, for every reader of a log and for whoever asks: did the person type this, and what of it. */
export function judgeTyped({ role, meta, sidechain, content }: TranscriptMessage): Typing {
  if (role !== 'user') return not('agent')
  if (sidechain) return not('sub-agent')
  if (meta !== undefined) return not(meta)
  return judgeTexts(content.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
}

function not(why: NotTyped): Typing {
  return { typed: false, why }
}

/** A text for each message of a conversation that the person typed. */
export function typedTexts(messages: readonly TranscriptMessage[]): string[] {
  return messages.flatMap((message) => {
    const judged = judgeTyped(message)
    return judged.typed ? [judged.text] : []
  })
}

/** A stretch of a message; `text` is what stands at `start`. */
export interface Passage {
  readonly text: string
  readonly start: number
}

/** Beyond this a message is a document with a note before or after it. */
const LONGEST_TYPED = 6000

const LONGEST_LINE = 2000

const FENCE = /^\s{0,8}(?:```|~~~)/

const STRUCTURE = /^\s{0,8}(?:#{1,6}\s|\|.*\||(?:={3,}|-{3,}|\*{3,})\s*$)/

const QUOTE = /^\s{0,8}(?:>|&gt;)/

/** Openings of what programs print: traces, tests, diffs, shells, logs, trees. */
const PRINTED =
  /^\s*(?:at \S+[( ]|File "|Traceback|Caused by:|goroutine \d|panic:|(?:\w{1,40}\.)*\w{0,40}(?:Error|Exception|Warning):|error(?:\[\w+\])?:|fatal:|warning:|remote:|FAIL\b|PASS\b|--- |\+\+\+ |@@ |diff --git |index [0-9a-f]{6}|commit [0-9a-f]{7}|(?:Author|Date|Merge): |[❯$%➜] ?\S|\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\[[A-Z]{3,8}\]|(?:DEBUG|INFO|WARN|ERROR|TRACE)\b|[⏺⎿│├└┌╭╰✓✗✔✘●○▶▸]|[+-] {0,20}(?:\/\/|[\w.]{1,60}[({=[:]|["'}{<])|import |from \S+ import |Using \w+ \w+:|Looking in |Collecting |(?:const|let|var|def|func|function|class|return|public|private) \S)/

/** A chat or a transcript: "Ada: …", "老王：…". */
const SPEAKER =
  /^\s*(?:[A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20})?(?: \[[^\]]{1,30}\])?:\s(?!https?:)|\p{Script=Han}{2,4}：)/u

const LABEL =
  /^\s*(?:note|notes|remember|reminder|important|fyi|ps|rule|rules|preference|preferences|context|background|update|correction|also|question|answer|today|deadline|project|注意|记住|请记住|提醒|另外|补充|备注|重要|规则|偏好|背景|更新|纠正|要求|约定|问题|截止)\s*[:：]/i

const SYMBOL = /[{}[\]<>;=|\\_$^*~│├└─═]/g

const WRAPPED_COLUMNS = /\S {6,}\S/

/** A line that opens a list of what is to be kept: what follows is still the person's. */
const OWN_LIST =
  /(?:remember|from now on|going forward|keep in mind|preferences?|记住|记下|以后|今后|偏好|约定)[^\n]{0,60}[:：]\s*$/i

export function typedPassages(message: string): Passage[] {
  const lines = linesOf(message)
  const typed = markTyped(lines)
  const passages: Passage[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined || !typed[at]) continue
    let end = line.start + line.text.length
    // A line that was wrapped by an editor goes on in the next.
    while (typed[at + 1] && isWrapped(lines[at]?.text ?? '', lines[at + 1]?.text ?? '')) {
      at++
      const next = lines[at]
      if (next) end = next.start + next.text.length
    }
    passages.push({ text: message.slice(line.start, end), start: line.start })
  }
  return outerParts(passages)
}

function linesOf(message: string): Passage[] {
  const lines: Passage[] = []
  let start = 0
  while (start <= message.length) {
    const found = message.indexOf('\n', start)
    const end = found < 0 ? message.length : found
    lines.push({ text: message.slice(start, end).replace(/\r$/, ''), start })
    start = end + 1
  }
  return lines
}

/** Whether the person typed it as prose, for each line. */
function markTyped(lines: readonly Passage[]): boolean[] {
  let fenced = false
  let pasted = false
  return lines.map(({ text }, at) => {
    if (FENCE.test(text)) {
      fenced = !fenced
      return false
    }
    if (fenced || pasted) return false
    if (/^\s{0,8}#{1,6}\s/.test(text) || opensPaste(lines[at - 1]?.text, text, at, lines)) {
      pasted = true
      return false
    }
    return text.trim() !== '' && !isQuotedLine(text)
  })
}

/** "Here is the review:" and then, on its own lines, the review. */
function opensPaste(
  before: string | undefined,
  text: string,
  at: number,
  lines: readonly Passage[],
): boolean {
  const lead = before?.trim() === '' ? lines[at - 2]?.text : before
  if (lead === undefined || text.trim() === '' || FENCE.test(text)) return false
  return /[:：]\s*$/.test(lead) && !OWN_LIST.test(lead)
}

function isQuotedLine(line: string): boolean {
  if (line.length > LONGEST_LINE && !/[.。!?！？]\s?/.test(line.slice(0, LONGEST_LINE))) return true
  if (QUOTE.test(line) || STRUCTURE.test(line) || PRINTED.test(line)) return true
  if (SPEAKER.test(line) && !LABEL.test(line)) return true
  if (WRAPPED_COLUMNS.test(line) || line.length - line.trimEnd().length >= 12) return true
  return isMostlySymbols(line)
}

/** Code that nobody marked as such. Inline code and addresses within prose do not count. */
function isMostlySymbols(line: string): boolean {
  const prose = line.replace(/`[^`]{0,200}`/g, '').replace(/https?:\/\/\S{1,500}/g, '')
  if (prose.trim().length < 8) return false
  return (prose.match(SYMBOL)?.length ?? 0) / prose.length > 0.06 || /[;{}]\s*$/.test(prose)
}

function isWrapped(line: string, next: string): boolean {
  return (
    line.length >= 60 && line.length <= 130 && /[\p{L}\p{N},]\s*$/u.test(line) && /^\s*\p{Ll}/u.test(next)
  )
}

/** A long text is somebody's document: what the person says about it stands before or after it. */
function outerParts(passages: readonly Passage[]): Passage[] {
  const length = passages.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= LONGEST_TYPED) return [...passages]
  return passages.length <= 4
    ? []
    : [...passages.slice(0, 2), ...passages.slice(-2)].filter(({ text }) => text.length <= LONGEST_LINE)
}
