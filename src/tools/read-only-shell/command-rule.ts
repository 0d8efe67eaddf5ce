// What a command may be given, said as a small rule, and the check of a call against it.
//
// Options are told apart from operands before any pattern is expanded, and by the rule alone: an option that is not
// listed is refused, also abbreviated. Where tools of the same name differ (GNU, BSD, busybox) a listed option is
// harmless in all of them.

import { type Message, message } from '../../messages/message.ts'
import * as reasons from '../../messages/shell-command.ts'
import type { Word } from './lex-command.ts'
import { type Option, readOptions, shown } from './read-options.ts'

export interface CommandRule {
  /** Letters of short options without a value. */
  flags?: string
  /** Letters of short options with a value, joined or in the next word. */
  values?: string
  /** Letters of short options that may have a value, joined only: the next word is never theirs. */
  optional?: string
  /** `own-word`: a value is the next word, and letters behind the option go on as options (tree). */
  valueStands?: 'own-word'
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
  /** With these it reads everything below its operands, or below where it stands; `always` without an option. */
  recursive?: readonly string[] | 'always'
  /** Last word on the options and operands that were found. What it returns is the reason to refuse. */
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

export interface FoundArguments {
  /** Options as written, with `-` or `--`; the value beside it, if any. */
  options: readonly Option[]
  operands: readonly Word[]
  /** The first operand of `text-files`, unless an option gives the text. */
  text: Word | undefined
  /** Operands that name files. */
  files: readonly Word[]
  has(...names: string[]): boolean
}

export type CheckedArguments = { ok: true; found: FoundArguments } | { ok: false; reason: Message }

/** `hasInput`: standard input comes from a pipe or a file; nothing may wait for a person. */
export function checkArguments(
  rule: CommandRule,
  args: readonly Word[],
  hasInput: boolean,
): CheckedArguments {
  const found = findArguments(rule, args)
  if ('key' in found) return { ok: false, reason: found }
  const reason = checkOperands(rule.operands, found) ?? rule.check?.(found)
  if (reason !== undefined) return { ok: false, reason }
  if (!hasInput && readsInput(rule.operands, found))
    return { ok: false, reason: message(reasons.WAITS_FOR_INPUT) }
  return { ok: true, found }
}

function readsInput(rule: OperandRule, found: FoundArguments): boolean {
  if (found.files.some((file) => file.value === '-')) return true
  return found.files.length < (rule.inputBelow ?? 0) && !found.has(...(rule.inputUnless ?? []))
}

function findArguments(rule: CommandRule, args: readonly Word[]): FoundArguments | Message {
  const read = rule.onlyText ? { options: [], operands: args } : readOptions(rule, args)
  if ('key' in read) return read
  const { options, operands } = read
  const has = (...names: string[]) => options.some((option) => names.includes(option.name))
  const { kind, textGivenBy = [] } = rule.operands
  if (kind !== 'text-files')
    return { options, operands, text: undefined, files: kind === 'files' ? operands : [], has }
  if (has(...textGivenBy)) return { options, operands, text: undefined, files: operands, has }
  return { options, operands, text: operands[0], files: operands.slice(1), has }
}

function checkOperands(rule: OperandRule, found: FoundArguments): Message | undefined {
  const { operands } = found
  const [first] = operands
  if (rule.kind === 'text-files' && !found.has(...(rule.textGivenBy ?? []))) {
    if (!found.text) return message(reasons.MISSING_OPERAND)
    if (found.text.glob) return message(reasons.UNQUOTED_PATTERN)
  }
  if (rule.kind === 'none' && first) return message(reasons.NO_OPERANDS, { operand: shown(first.value) })
  if (operands.length < (rule.min ?? 0)) return message(reasons.MISSING_OPERAND)
  if (operands.length > (rule.max ?? Number.POSITIVE_INFINITY)) return message(reasons.TOO_MANY_OPERANDS)
  // A pattern may become any number of words.
  if (rule.max !== undefined && operands.some((word) => word.glob)) return message(reasons.PATTERN_AS_NAME)
  return undefined
}
