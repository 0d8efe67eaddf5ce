// A shell line cut into its simple commands: what stands between `&&`, `||`, `|`, `;`, `&` and ends of lines, also inside
// of `$(…)` and groups. One pass that never goes back, and no error: a line that is not whole is read as far as it goes.

/** As it was written, and as the shell would hand it on (nothing is expanded). */
interface LineWord {
  readonly raw: string
  readonly text: string
}

interface Redirection {
  /** `>`, `>>` or `<`. */
  readonly operator: string
  readonly raw: string
  readonly target: string
}

export interface SimpleCommand {
  readonly words: readonly LineWord[]
  readonly redirections: readonly Redirection[]
  /** What it reads from here-documents and here-strings. */
  input: string
  /** The one before writes into it. */
  readonly piped: boolean
}

/** Characters of a line that are looked at. */
export const LINE_CHARACTERS = 1_000_000
const MOST_COMMANDS = 1_000
const MOST_DEPTH = 20

export function cutLine(line: string): SimpleCommand[] {
  const cutter = new LineCutter(line.slice(0, LINE_CHARACTERS).replace(/\r\n/g, '\n'))
  cutter.read(0)
  return cutter.commands
}

interface OpenCommand {
  words: LineWord[]
  redirections: Redirection[]
  input: string
  piped: boolean
  /** Where the word begins that is being read; undefined between words. */
  start: number | undefined
  text: string
}

interface Document {
  command: OpenCommand
  end: string
  isIndented: boolean
}

class LineCutter {
  readonly commands: SimpleCommand[] = []
  readonly #line: string
  #at = 0
  #documents: Document[] = []

  constructor(line: string) {
    this.#line = line
  }

  /** Until the bracket that closes what was opened around it, or the end. */
  read(depth: number, close?: string): void {
    const line = this.#line
    let command = newCommand(false)
    let groups = 0
    const finish = (piped: boolean) => {
      this.#endWord(command)
      if (command.words.length + command.redirections.length > 0 && this.commands.length < MOST_COMMANDS)
        this.commands.push(command)
      command = newCommand(piped)
    }
    while (this.#at < line.length) {
      const character = line.charAt(this.#at)
      if (character === close && groups === 0) break
      if (character === '\n') {
        finish(false)
        this.#at++
        this.#readDocuments()
      } else if (character === ' ' || character === '\t') {
        this.#endWord(command)
        this.#at++
      } else if (character === '#' && command.start === undefined) this.#skipTo('\n')
      else if (character === '&' && line.charAt(this.#at + 1) === '>') this.#readRedirection(command, depth)
      else if (character === ';' || character === '&' || character === '|') {
        const length = /[;&|]/.test(line.charAt(this.#at + 1)) ? 2 : 1
        finish(character === '|' && line.charAt(this.#at + 1) !== '|')
        this.#at += length
      } else if (character === '(' && command.text.endsWith('=')) this.#skipList(command)
      else if (character === '(' || (character === ')' && close !== ')') || character === ')') {
        groups = Math.max(0, groups + (character === '(' ? 1 : -1))
        finish(false)
        this.#at++
      } else if (character === '<' || character === '>') this.#readRedirection(command, depth)
      else this.#readPiece(command, depth)
    }
    finish(false)
  }

  #endWord(command: OpenCommand): void {
    if (command.start === undefined) return
    command.words.push({ raw: this.#line.slice(command.start, this.#at), text: command.text })
    command.start = undefined
    command.text = ''
  }

  /** One quoted, escaped, substituted or plain piece of a word. */
  #readPiece(command: OpenCommand, depth: number): void {
    const line = this.#line
    const character = line.charAt(this.#at)
    if (character === '\\' && line.charAt(this.#at + 1) === '\n') {
      // The line goes on: what is read so far stays one word, as written without the break.
      this.#endWord(command)
      this.#at += 2
      return
    }
    const isFirst = command.start === undefined
    command.start ??= this.#at
    if (character === '\\') {
      const next = line.charAt(this.#at + 1)
      // In front of a letter nobody escapes: it is a path of Windows.
      command.text += !isFirst && /\w/.test(next) ? `\\${next}` : next
      this.#at += 2
    } else if (character === "'") this.#readSingle(command)
    else if (character === '"') this.#readDouble(command, depth)
    else if (character === '`' || character === '$') this.#readSubstitution(command, depth)
    else {
      const plain = this.#plainEnd()
      command.text += line.slice(this.#at, plain)
      this.#at = plain
    }
  }

  #plainEnd(): number {
    PLAIN.lastIndex = this.#at
    const length = PLAIN.exec(this.#line)?.[0].length ?? 0
    return this.#at + Math.max(1, length)
  }

  #readSingle(command: OpenCommand): void {
    const end = this.#indexOf("'", this.#at + 1)
    command.text += this.#line.slice(this.#at + 1, end)
    this.#at = end + 1
  }

  #readDouble(command: OpenCommand, depth: number): void {
    const line = this.#line
    this.#at++
    while (this.#at < line.length && line.charAt(this.#at) !== '"') {
      const character = line.charAt(this.#at)
      if (character === '\\') {
        const next = line.charAt(this.#at + 1)
        command.text += /["\\$`]/.test(next) ? next : next === '\n' ? '' : `\\${next}`
        this.#at += 2
      } else if (character === '$' || character === '`') this.#readSubstitution(command, depth)
      else {
        QUOTED.lastIndex = this.#at
        const text = QUOTED.exec(line)?.[0] ?? character
        command.text += text
        this.#at += text.length
      }
    }
    this.#at++
  }

  /** The commands inside of it are commands of the line; the word keeps it as it was written. */
  #readSubstitution(command: OpenCommand, depth: number): void {
    const line = this.#line
    const start = this.#at
    if (line.startsWith("$'", start)) {
      this.#at++
      this.#readEscaped(command)
      return
    }
    if (line.startsWith('${', start)) this.#at = this.#indexOf('}', start) + 1
    else if (line.startsWith('$((', start)) {
      const end = line.indexOf('))', start)
      this.#at = end < 0 ? line.length : end + 2
    } else if (line.startsWith('$(', start)) this.#readInside(start + 2, ')', depth)
    else if (line.charAt(start) === '`') this.#readInside(start + 1, '`', depth)
    else this.#at++
    command.text += line.slice(start, this.#at)
  }

  #readEscaped(command: OpenCommand): void {
    const start = this.#at + 1
    let end = start
    while (end < this.#line.length && this.#line.charAt(end) !== "'")
      end += this.#line.charAt(end) === '\\' ? 2 : 1
    const text = this.#line.slice(start, end)
    command.text += text.replace(/\\([nt'"\\])/g, (_, one: string) => ESCAPED[one] ?? one)
    this.#at = end + 1
  }

  #readInside(from: number, close: string, depth: number): void {
    if (depth >= MOST_DEPTH) {
      // Deeper than anybody writes: the rest is one word.
      this.#at = this.#line.length
      return
    }
    this.#at = from
    this.read(depth + 1, close)
    this.#at++
  }

  #readRedirection(command: OpenCommand, depth: number): void {
    const line = this.#line
    OPERATOR.lastIndex = this.#at
    const operator = OPERATOR.exec(line)?.[0] ?? line.charAt(this.#at)
    const descriptor = this.#takeDescriptor(command)
    const start = this.#at
    this.#at += operator.length
    if (operator.endsWith('(')) {
      this.#readInside(this.#at, ')', depth)
      return
    }
    while (/[ \t]/.test(line.charAt(this.#at))) this.#at++
    const target = newCommand(false)
    while (this.#at < line.length && !/[\s;&|<>()]/.test(line.charAt(this.#at)))
      this.#readPiece(target, depth)
    this.#endWord(target)
    const word = target.words.map(({ text }) => text).join('')
    if (operator === '<<' || operator === '<<-')
      this.#documents.push({ command, end: word, isIndented: operator === '<<-' })
    else if (operator === '<<<') command.input += `${word}\n`
    // What goes to standard error is no result, and `2>&1` and `>&2` name no file.
    else if (word !== '' && !operator.endsWith('>&') && (descriptor === '' || descriptor === '1'))
      command.redirections.push({
        operator: operator.startsWith('<') ? '<' : operator.includes('>>') ? '>>' : '>',
        raw: line.slice(start, this.#at),
        target: word,
      })
  }

  /** A number that stands directly before the sign. */
  #takeDescriptor(command: OpenCommand): string {
    const { text, start } = command
    if (start !== undefined && /^\d$/.test(text)) {
      command.start = undefined
      command.text = ''
      return text
    }
    this.#endWord(command)
    return ''
  }

  #readDocuments(): void {
    for (const { command, end, isIndented } of this.#documents.splice(0)) {
      while (this.#at < this.#line.length) {
        const next = this.#indexOf('\n', this.#at)
        const line = this.#line.slice(this.#at, next)
        this.#at = next + 1
        const text = isIndented ? line.replace(/^\t+/, '') : line
        if (text === end) break
        command.input += `${text}\n`
      }
    }
  }

  /** `NAME=(a b c)` */
  #skipList(command: OpenCommand): void {
    const end = this.#indexOf(')', this.#at) + 1
    command.text += this.#line.slice(this.#at, end)
    this.#at = end
  }

  #skipTo(sign: string): void {
    this.#at = this.#indexOf(sign, this.#at)
  }

  /** Or the end. */
  #indexOf(sign: string, from: number): number {
    const found = this.#line.indexOf(sign, from)
    return found < 0 ? this.#line.length : found
  }
}

/** Up to the next sign that means something. */
const PLAIN = /[^\s'"\\`$;&|<>()]+/y
const QUOTED = /[^"\\$`]+/y
const OPERATOR = /&>>|&>|<<<|<<-|<<|<\(|>\(|>>|>\||>&|<&|<>|[<>]/y
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

function newCommand(piped: boolean): OpenCommand {
  return { words: [], redirections: [], input: '', piped, start: undefined, text: '' }
}
