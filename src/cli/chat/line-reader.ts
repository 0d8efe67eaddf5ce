// Lines that a person types or a program pipes in. Lines typed during an answer wait; they never answer a question.
import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Output } from '../output.ts'
import type { Completion } from './complete-line.ts'
import type { InputHistory } from './input-history.ts'
import { createLineQueue } from './line-queue.ts'
import { followRows } from './prompt-rows.ts'

export interface LineReader {
  /** The next message; undefined at the end of the input. */
  next(prompt: string): Promise<string | undefined>
  /** What is typed after the question; undefined at the end of the input or after an abort. */
  question(prompt: string, signal?: AbortSignal): Promise<string | undefined>
  /** The text at the prompt that is not sent yet. */
  typed(): string
  /** Discards the text at the prompt. */
  clear(): void
  /** Another program has the terminal, in its original mode, while `work` runs. */
  lend(work: () => void): void
  close(): void
}

interface LineReaderOptions {
  terminal: boolean
  /** Its lines are complete before a prompt is drawn; later ones are drawn above it. */
  lines: Pick<Output, 'written' | 'wrapWrites'>
  onInterrupt: () => void
  /** What Tab offers, on a terminal. */
  complete?: (line: string) => Completion
  /** Esc, on a terminal. */
  onEscape?: () => void
  /** What the arrow keys bring back, on a terminal. */
  history?: InputHistory
  input?: Readable
  output?: Writable
}

/** Lines of a paste arrive together: they are one message. */
const PASTE_MS = 25
/** At the end of a line: the message goes on in the next one. */
const CONTINUES = '\\'
const CONTINUATION = '… '
/** Shift-Enter and Alt-Enter, as terminals say it that tell them from Enter. */
const NEW_LINE_KEYS = new Set(['\u001b\r', '\u001b\n', '\u001b[13;2u', '\u001b[13;3u'])

export function openLineReader(options: LineReaderOptions): LineReader {
  const { terminal, lines, complete, input = process.stdin, output = process.stdout } = options
  const remembered = createRemembered(terminal ? options.history : undefined)
  const reader = createInterface({
    input,
    terminal,
    ...(terminal && {
      output,
      history: remembered.shown,
      historySize: 500,
      ...(complete && { completer: complete }),
    }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  // Each line would be one: but a message is what was said, and an answer to a question is none.
  reader.on('history', remembered.restore)
  const queue = createLineQueue()
  let goesOn = false
  reader.on('line', (line) => {
    queue.put(goesOn ? line + CONTINUES : line)
    goesOn = false
  })
  reader.on('close', queue.end)
  // A terminal that is gone: nothing more is typed. Closing the reader is such an error itself then.
  reader.on('error', queue.end)
  input.on('error', () => undefined)
  reader.on('SIGINT', options.onInterrupt)
  if (terminal && process.env.TERM !== 'dumb') followRows(reader, input, output)
  if (terminal)
    input.on('keypress', (_, key?: { name?: string; sequence?: string }) => {
      if (key?.name === 'escape') options.onEscape?.()
      if (!NEW_LINE_KEYS.has(key?.sequence ?? '')) return
      goesOn = true
      reader.write(null, { name: 'return' })
    })
  const prompted = terminal ? createPrompt(reader, output, lines) : withoutPrompt
  return {
    async next(prompt) {
      await lines.written()
      const ready = queue.takeFirst()
      if (queue.ended && ready === undefined) return undefined
      const line = ready ?? (await prompted(prompt, queue.nextLine()))
      if (!terminal || line === undefined) return line
      // What was typed during an answer came line by line; what is typed now may be a paste.
      if (ready === undefined) await new Promise((wake) => setTimeout(wake, PASTE_MS))
      const typed = ready === undefined ? [line, ...queue.takeAll()] : [line]
      while (typed.at(-1)?.endsWith(CONTINUES)) {
        typed.push(typed.pop()!.slice(0, -CONTINUES.length))
        const more = queue.takeFirst() ?? (await prompted(CONTINUATION, queue.nextLine()))
        if (more === undefined) break
        typed.push(more)
      }
      const message = typed.join('\n')
      remembered.add(message)
      return message
    },
    async question(prompt, signal) {
      await lines.written()
      if (queue.ended || signal?.aborted) return undefined
      return prompted(prompt, queue.answer(signal))
    },
    typed: () => reader.line,
    clear() {
      if (!terminal) return
      reader.write(null, { ctrl: true, name: 'e' })
      reader.write(null, { ctrl: true, name: 'u' })
    },
    lend: (work) => lendTerminal(reader, terminal, work),
    close: () => reader.close(),
  }
}

/** Readline keeps single lines; here the list is ours, and is put back after each of them. */
function createRemembered(history: InputHistory | undefined) {
  const messages = history?.newest() ?? []
  const shown = [...messages]
  const restore = (lines: string[] = shown) => void lines.splice(0, lines.length, ...messages)
  return {
    shown,
    restore,
    add(message: string) {
      if (message.trim() === '') return
      const known = messages.indexOf(message)
      if (known >= 0) messages.splice(known, 1)
      messages.unshift(message)
      restore()
      history?.add(message)
    },
  }
}

type Prompted = <T>(prompt: string, line: Promise<T>) => Promise<T>

const withoutPrompt: Prompted = (_, line) => line

/** Shows the prompt until the line has come; what is printed until then appears above it. */
function createPrompt(reader: Interface, output: Writable, lines: Pick<Output, 'wrapWrites'>): Prompted {
  return async (prompt, line) => {
    reader.setPrompt(prompt)
    reader.prompt()
    const unwrap = lines.wrapWrites((write) => writeAbove(reader, output, write))
    return line.finally(unwrap)
  }
}

function writeAbove(reader: Interface, output: Writable, write: () => void): void {
  if (process.env.TERM === 'dumb') {
    output.write('\n')
    write()
    reader.prompt(true)
    output.write(reader.line)
    return
  }
  const { rows } = reader.getCursorPos()
  moveCursor(output, 0, -rows)
  cursorTo(output, 0)
  clearScreenDown(output)
  write()
  // Node moves up by the rows that the prompt had before it draws it again.
  output.write('\n'.repeat(rows))
  reader.prompt(true)
}

function lendTerminal(reader: Interface, terminal: boolean, work: () => void): void {
  reader.pause()
  if (terminal) process.stdin.setRawMode(false)
  try {
    work()
  } finally {
    if (terminal) process.stdin.setRawMode(true)
    reader.resume()
  }
}
