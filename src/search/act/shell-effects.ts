// What a shell line does: the commands of it that act, and the files that it changes by redirection, here-document, patch
// and the few commands that write files.
import { posix } from 'node:path'
import { cutLine, LINE_CHARACTERS, type SimpleCommand } from './cut-line.ts'
import { nameOf, onlyLooks } from './only-looks.ts'
import { type FileChange, isPatch, readPatch } from './read-patch.ts'

export interface ActingCommand {
  /** Spellings of one command, the one that was written first. */
  readonly spellings: readonly string[]
}

interface ShellEffects {
  readonly commands: ActingCommand[]
  readonly changes: FileChange[]
}

interface Word {
  readonly raw: string
  readonly text: string
}

/** Shells in shells. */
const MOST_DEPTH = 4
const MOST_WORDS = 5_000
/** So much of one command is looked at. */
const COMMAND_CHARACTERS = 32_000

/** A line, or the words of one command. */
export function shellEffects(command: string | readonly string[]): ShellEffects {
  const reader = new ShellReader()
  if (typeof command === 'string') reader.readLine(command, 0)
  else
    reader.readCommand(
      {
        words: command.map((text) => ({ raw: text, text: text.slice(0, LINE_CHARACTERS) })),
        ...{ redirections: [], input: '', piped: false },
      },
      0,
    )
  return { commands: reader.commands, changes: reader.changes }
}

class ShellReader {
  readonly commands: ActingCommand[] = []
  readonly changes: FileChange[] = []
  /** Where the line stands, below where it began; undefined: nobody knows. */
  #directory: string | undefined = ''
  /** What the command before prints. */
  #printed = ''

  readLine(line: string, depth: number): void {
    if (depth > MOST_DEPTH) return
    for (const command of cutLine(line)) this.readCommand(command, depth)
  }

  readCommand(command: SimpleCommand, depth: number): void {
    if (depth > MOST_DEPTH) return
    const words = withoutLead(command.words.slice(0, MOST_WORDS))
    const texts = words.map(({ text }) => text)
    const name = nameOf(texts[0] ?? '')
    const args = texts.slice(1)
    const input = command.input || (command.piped ? this.#printed : '')
    this.#printed = printedBy(name, args, input)
    this.#noteRedirections(command, name === 'cat' || name === '' ? input : this.#printed)
    if (words.length === 0) return
    const script = scriptOf(name, args, input)
    const inner = innerWords(name, words)
    if (name === 'cd' || name === 'pushd') this.#enter(args)
    else if (script !== undefined) this.readLine(script, depth + 1)
    else {
      if (inner) this.readCommand({ words: inner, redirections: [], input: '', piped: false }, depth + 1)
      if (name !== 'xargs') this.#act(command, words, input)
    }
  }

  #act(command: SimpleCommand, words: readonly Word[], input: string): void {
    const texts = words.map(({ text }) => text)
    const [program = '', ...args] = texts
    const name = nameOf(program)
    for (const change of changesBy(name, args, input)) this.#change(change)
    // A patch is read as the edits that it is.
    if (name === 'apply_patch' || program === '' || onlyLooks(texts)) return
    this.commands.push({ spellings: spellingsOf(command, words, input) })
  }

  #enter(args: readonly string[]): void {
    const to = args.find((arg) => !arg.startsWith('-')) ?? '~'
    const isKnown = !/^[~-]|[$`*]/.test(to)
    this.#directory =
      isKnown && this.#directory !== undefined ? posix.join(this.#directory, slashed(to), '/') : undefined
    if (isAbsolute(to)) this.#directory = slashed(to)
  }

  #noteRedirections({ redirections }: SimpleCommand, added: string): void {
    for (const { operator, target } of redirections) {
      if (operator === '<' || /^(?:\/dev\/|\$null|nul$)/i.test(target)) continue
      this.#change({ file: target, ...(operator === '>' && { whole: true as const }), added })
    }
  }

  #change(change: FileChange): void {
    const file = slashed(change.file)
    const directory = this.#directory
    const isPlaced = isAbsolute(file) || directory === undefined || directory === ''
    this.changes.push({ ...change, file: isPlaced ? file : posix.join(directory, file) })
  }
}

const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', '{', 'time', 'coproc'])
const ENDS = new Set(['fi', 'done', 'esac', '}', 'for', 'select', 'case', 'function', 'in'])
/** Commands that run the command behind them, and those of their options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugpCDhRT]$/,
  doas: /^-u$/,
  env: /^(?:-u|-C|--chdir|--unset)$/,
  command: /^$/,
  builtin: /^$/,
  exec: /^-a$/,
  nohup: /^$/,
  setsid: /^$/,
  nice: /^-n$/,
  ionice: /^-[cn]$/,
  stdbuf: /^-[ioe]$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$/,
  unbuffer: /^$/,
  call: /^$/,
}
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/

/** Without assignments, keywords, `sudo`, `env`, `time`, … in front; empty where nothing is run. */
function withoutLead(words: readonly Word[]): readonly Word[] {
  let rest = words
  for (;;) {
    const first = rest[0]?.text
    if (first === undefined || ENDS.has(first)) return []
    const wrapper = WRAPPERS[nameOf(first)]
    if (wrapper && rest.length > 1) rest = behindOptions(rest.slice(1), wrapper, nameOf(first) === 'timeout')
    else if (KEYWORDS.has(first) || ASSIGNMENT.test(first) || /^(?:&|\.)$/.test(first)) rest = rest.slice(1)
    else return rest
  }
}

function behindOptions(words: readonly Word[], takes: RegExp, hasOperand: boolean): readonly Word[] {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]?.text ?? ''
    if (word === '--') return words.slice(at + 1)
    if (takes.test(word)) at++
    else if (!/^-./.test(word)) break
  }
  return words.slice(hasOperand ? at + 1 : at)
}

/** What the next command of a pipeline, or a file, is given. */
function printedBy(name: string, args: readonly string[], input: string): string {
  if (name === 'echo' || name === 'printf' || name === 'print') {
    const said = args.filter((arg) => !/^-[neE]+$/.test(arg)).join(' ')
    return `${said.replace(/\\n/g, '\n')}\n`
  }
  return name === 'cat' || name === 'tee' ? input : ''
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'pwsh', 'powershell', 'cmd'])
const SCRIPT_OPTION = /^(?:-[a-z]*c|\/c|-command)$/i

/** What a shell is given to run, where it is in the line. */
function scriptOf(name: string, args: readonly string[], input: string): string | undefined {
  if (name === 'eval') return args.join(' ')
  if (!SHELLS.has(name)) return undefined
  const at = args.findIndex((arg) => SCRIPT_OPTION.test(arg))
  if (at >= 0)
    return name === 'cmd' ? args.slice(at + 1).join(' ') : args.slice(at + 1).find((arg) => arg !== '--')
  const operand = args.find((arg) => !arg.startsWith('-'))
  return operand === undefined && input !== '' ? input : undefined
}

/** The command that `xargs` and `find -exec` run. */
function innerWords(name: string, words: readonly Word[]): readonly Word[] | undefined {
  if (name === 'xargs') return behindOptions(words.slice(1), /^-[IinLPdsaE]$/, false)
  if (name !== 'find' && name !== 'fd') return undefined
  const at = words.findIndex(({ text }) => /^(?:-exec|-execdir|-ok|-x|--exec)$/.test(text))
  return at < 0 ? undefined : words.slice(at + 1).filter(({ text }) => text !== ';' && text !== '+')
}

/** Files that a command writes by itself. */
function changesBy(name: string, args: readonly string[], input: string): FileChange[] {
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const named = (files: readonly string[], added = ''): FileChange[] => files.map((file) => ({ file, added }))
  const patch = [input, ...args].find(isPatch)
  switch (name) {
    case 'tee':
      return named(operands, input).map((one) => (args.includes('-a') ? one : { ...one, whole: true }))
    case 'sed':
    case 'perl':
      return editedInPlace(args)
    case 'cp':
    case 'install':
    case 'ln':
      return named(operands.slice(-1))
    case 'mv':
    case 'rm':
    case 'touch':
    case 'unlink':
    case 'truncate':
      return named(operands)
    case 'git':
      if (patch !== undefined) return readPatch(patch)
      return operands[0] === 'mv' || operands[0] === 'rm' ? named(operands.slice(1)) : []
    case 'apply_patch':
    case 'patch':
      return patch === undefined ? [] : readPatch(patch)
    default:
      return []
  }
}

/** `sed -i`: the text that it puts in counts as added. */
function editedInPlace(args: readonly string[]): FileChange[] {
  if (!args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg))) return []
  const given = args.flatMap((arg, at) =>
    /^(?:-[a-z]*e|--expression)$/.test(args[at - 1] ?? '') ? [arg] : [],
  )
  // On a Mac `-i` takes a suffix of its own, mostly an empty one.
  const operands = args.filter((arg) => arg !== '' && !arg.startsWith('-') && !given.includes(arg))
  const scripts = given.length > 0 ? given : operands.splice(0, 1)
  const added = scripts.flatMap(putIn).join('\n')
  return operands.map((file) => ({ file, added }))
}

/** The new of `s/old/new/`; the text of `a text`, `i text` and `c text`. */
function putIn(script: string): string[] {
  const replaced = /s([/|#,!@:])(?:\\[\s\S]|(?!\1)[^\\])*\1((?:\\[\s\S]|(?!\1)[^\\])*)\1/g
  const found = [...script.matchAll(replaced)].map((match) => match[2] ?? '')
  const lines = /[aic]\\?\s+([\s\S]+)$/.exec(script)?.[1]
  return found.length > 0 ? found : lines === undefined ? [] : [lines]
}

/** A directory given to these is a `cd`: the trigger is of the command without it. */
const DIRECTORY: Readonly<Record<string, RegExp>> = {
  git: /^(?:-C|-c|--git-dir|--work-tree)$/,
  npm: /^--prefix$/,
  pnpm: /^(?:-C|--dir)$/,
  yarn: /^--cwd$/,
  make: /^-C$/,
  uv: /^--directory$/,
}

/** As written; as the shell hands it on; with what stands in front of it; without the directory that it is in, and without that of the program. */
function spellingsOf(command: SimpleCommand, words: readonly Word[], input: string): string[] {
  const texts = words.map(({ text }) => text)
  const name = nameOf(texts[0] ?? '')
  const behind = command.piped || input === '' ? '' : `\n${input}`
  const written = [...words, ...command.redirections].map(({ raw }) => raw).join(' ')
  const plain = texts.join(' ')
  const isProgram =
    /[/\\](?:s?bin|\.bin|Scripts)[/\\][^/\\]+$/.test(texts[0] ?? '') || /\.(?:exe|cmd)$/i.test(texts[0] ?? '')
  const short = isProgram ? [name, ...texts.slice(1)] : texts
  const takes = DIRECTORY[name]
  const here = takes && texts.length > 2 ? [name, ...withoutDirectory(short.slice(1), takes)] : short
  const led = [...command.words.slice(0, MOST_WORDS)].map(({ raw }) => raw).join(' ')
  const all = [written, plain, led, short.join(' '), here.join(' ')].map((text) => `${text}${behind}`)
  return [...new Set(all)]
    .filter((text) => text.trim() !== '')
    .map((text) => text.slice(0, COMMAND_CHARACTERS))
}

function withoutDirectory(args: readonly string[], takes: RegExp): readonly string[] {
  let rest = args
  while (takes.test(rest[0] ?? '')) rest = rest.slice(2)
  return rest
}

function isAbsolute(path: string): boolean {
  return /^(?:[/~$]|[A-Za-z]:)/.test(path)
}

/** With `/`, on every system. */
export function slashed(path: string): string {
  return path.replace(/\\/g, '/')
}
