// What a command may be given, said as a small rule.
//
// Options are separated from operands before any pattern is expanded, and by the rule alone: an option that is not
// listed is refused, also abbreviated. Where tools of the same name differ (GNU, BSD, busybox) a listed option is
// harmless in all of them.

import type { Message } from '../../../base/messages/message.ts'
import type { ShellWord } from './lex-command.ts'

export interface CommandRule {
  /** Letters of short options without a value. */
  flags?: string
  /** Letters of short options with a value, joined or in the next word. */
  values?: string
  /** Letters of short options that may have a value, joined only: the next word is never theirs. */
  optional?: string
  /** `own-word`: a value is the next word, and letters behind the option are further options (tree). */
  valuePlacement?: 'own-word'
  /** `false`: `-ab` is not `-a -b` (xxd). */
  bundles?: false
  /** What follows the first operand is an operand, whatever it looks like: options behind it are refused. */
  optionsFirst?: true
  /** Long options: `name`, `name=` (needs a value), `name=?` (may have one, joined). */
  long?: readonly string[]
  /** `-20` */
  number?: boolean
  /** Every word is text, whatever it begins with. */
  onlyText?: boolean
  operands: OperandRule
  /** With these it reads everything below its operands, or below the working directory; `always` without an option. */
  recursive?: readonly string[] | 'always'
  /** Final check of the options and operands that were found. What it returns is the reason to refuse. */
  check?(found: FoundArguments): Message | undefined
}

export interface OperandRule {
  /** `none`, `files`, `text`, or `text-files`: the first is text (a pattern, a program), the rest are files. */
  kind: 'none' | 'files' | 'text' | 'text-files'
  min?: number
  max?: number
  /** Options that give the text of `text-files` instead: then all operands are files. */
  textGivenBy?: readonly string[]
  /** With fewer files than this it reads standard input, which must then come from a pipe or a file. */
  inputBelow?: number
  /** Options with which it does not. */
  inputUnless?: readonly string[]
}

/** With `-` or `--`, as written. */
export interface ParsedOption {
  name: string
  value: string | undefined
}

export interface FoundArguments {
  /** Options as written, with `-` or `--`; the value with it, if any. */
  options: readonly ParsedOption[]
  operands: readonly ShellWord[]
  /** The first operand of `text-files`, unless an option gives the text. */
  text: ShellWord | undefined
  /** Operands that name files. */
  files: readonly ShellWord[]
  has(...names: string[]): boolean
}
