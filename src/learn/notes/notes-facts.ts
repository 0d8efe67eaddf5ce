// What rules find in the messages of a conversation: what was asked, touched, run, what failed and was corrected.
import { attempt } from '../../base/values/attempt.ts'
import { type ToolUseBlock, textOf, toolInput, toolResultText } from '../../models/content.ts'
import {
  changesFiles,
  commandOf,
  filesOf,
  isLooking,
  type TaskWork,
  tasksOf,
} from '../../models/tool-work.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { judgeTyped, typedPassages } from '../../models/typed-messages.ts'

export interface AskedStep {
  /** What the person sent, on one line, cut. */
  readonly asked: string
  /** The same without what they pasted; empty where they typed nothing of their own. */
  readonly typed: string
  /** ISO time. */
  readonly time: string
  calls: number
  failures: number
  readonly changed: Set<string>
}

export interface NotesFacts {
  readonly steps: readonly AskedStep[]
  /** The last words of the agent, cut. */
  readonly answer: string
  /** By path, the one touched last at the end. */
  readonly files: ReadonlyMap<string, { reads: number; changes: number }>
  readonly commands: ReadonlyMap<string, { runs: number; failures: number }>
  readonly errors: readonly string[]
  readonly corrections: readonly string[]
  readonly standing: readonly string[]
  readonly tasks: readonly TaskWork[]
}

const ASKED_MOST = 400
const ANSWER_MOST = 1_200
const LINE_MOST = 300
const COMMAND_MOST = 200
const MOST_FILES = 60
const MOST_COMMANDS = 40
const MOST_LINES = 40
/** Characters of one text: what follows would be cut anyway. */
const LONGEST_READ = 20_000

const CORRECTION =
  /^(?:no\b|nope\b|wrong\b|actually\b|wait\b|stop\b|undo\b|revert\b|that['’]?s (?:not|wrong)|not (?:that|what))|\b(?:i (?:said|meant|asked)|you (?:forgot|missed|broke)|should(?: not|n['’]t) have|instead of)\b|^(?:不对|不是|错了|别|停)|不要再|应该是|你忘了|我说的是/i
const STANDING =
  /\b(?:from now on|always|never|make sure (?:to|you)|remember to|do not ever|don['’]t ever)\b|以后都|总是|永远|务必|一律|记住|千万不要/i

/** A rule that the person set: short, and no question. */
function isStanding(sentence: string): boolean {
  return sentence.length <= 200 && !/[?？]$/.test(sentence) && STANDING.test(sentence)
}

/**
 * In one walk over the messages, oldest first. `redact` is given each text as it was said, before it is cut or joined
 * with others: what only stands beside a secret stays.
 */
export function findNotesFacts(
  messages: readonly TranscriptMessage[],
  redact: (text: string) => { text: string },
): NotesFacts {
  const clean = (text: string) => redact(text).text
  const results = resultsOf(messages)
  const steps: AskedStep[] = []
  const files = new Map<string, { reads: number; changes: number }>()
  const commands = new Map<string, { runs: number; failures: number }>()
  const [errors, corrections, standing] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let answer = ''
  let tasks: NotesFacts['tasks'] = []
  const asked = (message: TranscriptMessage) => {
    const judged = judgeTyped(message)
    if (!judged.typed) return
    const sent = clean(judged.text.slice(0, LONGEST_READ))
    // What is pasted (a log, code, somebody else's words) is a quotation: nobody set a rule by it.
    const passages = typedPassages(sent).map(({ text }) => oneLine(text))
    const typed = passages.join(' ')
    steps.push({
      asked: cut(oneLine(sent), ASKED_MOST),
      typed: cut(typed, ASKED_MOST),
      time: message.time,
      calls: 0,
      failures: 0,
      changed: new Set(),
    })
    if (typed.length <= ASKED_MOST && CORRECTION.test(typed)) corrections.add(typed)
    for (const passage of passages)
      for (const sentence of sentencesOf(passage)) if (isStanding(sentence)) standing.add(sentence)
  }
  const called = (use: ToolUseBlock) => {
    const input = attempt(() => toolInput(use)) ?? {}
    const result = results.get(use.id)
    const step = steps.at(-1)
    if (step) step.calls++
    if (step && result?.isError) step.failures++
    if (result?.isError) errors.add(cut(`${use.name}: ${firstLine(clean(result.text))}`, LINE_MOST))
    tasks = tasksOf(use, input) ?? tasks
    const command = commandOf(use, input)
    if (command !== undefined && !isLooking(command))
      noteCommand(commands, clean(command), result?.isError === true)
    // What failed or was refused touched nothing.
    if (!result || result.isError) return
    for (const path of filesOf(use, input).map(clean)) {
      const before = files.get(path) ?? { reads: 0, changes: 0 }
      const changes = changesFiles(use, input)
      files.delete(path)
      files.set(
        path,
        changes ? { ...before, changes: before.changes + 1 } : { ...before, reads: before.reads + 1 },
      )
      if (changes) step?.changed.add(path)
    }
  }
  for (const message of messages) {
    if (message.sidechain || (message.meta !== undefined && message.meta !== 'other')) continue
    if (message.role === 'user') {
      asked(message)
      continue
    }
    const words = textOf(message).trim()
    if (words !== '') answer = words
    for (const block of message.content) if (block.type === 'tool_use') called(block)
  }
  return {
    steps,
    answer: cut(clean(answer.slice(0, LONGEST_READ)), ANSWER_MOST),
    files: lastOf(files, MOST_FILES),
    commands: lastOf(commands, MOST_COMMANDS),
    errors: [...errors].slice(-MOST_LINES),
    corrections: [...corrections].slice(-MOST_LINES),
    standing: [...standing].slice(-MOST_LINES),
    tasks: tasks.map(({ text, status }) => ({ text: cut(oneLine(clean(text)), LINE_MOST), status })),
  }
}

function resultsOf(messages: readonly TranscriptMessage[]): Map<string, { isError: boolean; text: string }> {
  const results = new Map<string, { isError: boolean; text: string }>()
  for (const { content } of messages)
    for (const block of content)
      if (block.type === 'tool_result')
        results.set(block.toolUseId, {
          isError: block.isError === true,
          // Only what failed is quoted: results are most of a conversation.
          text: block.isError ? toolResultText(block).slice(0, 2_000) : '',
        })
  return results
}

function noteCommand(
  commands: Map<string, { runs: number; failures: number }>,
  written: string,
  failed: boolean,
): void {
  const command = cut(oneLine(written), COMMAND_MOST)
  const before = commands.get(command) ?? { runs: 0, failures: 0 }
  commands.delete(command)
  commands.set(command, { runs: before.runs + 1, failures: before.failures + (failed ? 1 : 0) })
}

function lastOf<T>(entries: Map<string, T>, most: number): Map<string, T> {
  return new Map([...entries].slice(-most))
}

/** A code says nothing without the line after it. */
function firstLine(text: string): string {
  const [first = '', second = ''] = text.split('\n').filter((line) => /\S/.test(line))
  return oneLine(/^\s*(?:exit code|error:?\s*$)/i.test(first) ? `${first}: ${second}` : first)
}

/** A point within a name (`app.server`) ends none. */
export function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?])\s+|(?<=[。！？])\s*/)
}

function oneLine(text: string): string {
  return text.slice(0, LONGEST_READ).replace(/\s+/g, ' ').trim()
}

export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Not in the middle of a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end).trimEnd()}…`
}
