// What a command may be given, said as a small rule, and the check of a call against it.
//
// Options are told apart from operands before any pattern is expanded, and by the rule alone: an option that is not
// listed is refused, also abbreviated. Where tools of the same name differ (GNU, BSD, busybox) a listed option is
// harmless in all of them.

import { type Message, message } from '../../messages/message.ts'
import * as reasons from '../../messages/shell-command.ts'
import type { Word } from './lex-command.ts'

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
  options: readonly { name: string; value: string | undefined }[]
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
  const options: { name: string; value: string | undefined }[] = []
  const operands: Word[] = []
  const limited = rule.operands.max !== undefined || rule.optionsFirst === true
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    if (rule.onlyText) {
      operands.push(word)
      continue
    }
    if (word.value === '--') {
      operands.push(...args.slice(at + 1))
      break
    }
    if (!word.value.startsWith('-') || word.value === '-') {
      operands.push(word)
      continue
    }
    // Tools that take options only in front would read this as a further operand.
    if (limited && operands.length > 0)
      return message(reasons.OPTIONS_FIRST, { operand: shown(operands[0]!.value) })
    const read = word.value.startsWith('--') ? longOption(rule, word.value) : shortOptions(rule, word.value)
    if ('key' in read) return read
    options.push(...read.options)
    if (!read.needsValue) continue
    const value = args[++at]?.value
    if (value === undefined) return message(reasons.NO_VALUE, { option: shown(word.value) })
    if (/^-./.test(value) && !/^-\d+$/.test(value))
      return message(reasons.VALUE_EXPECTED, { text: shown(value) })
    options.at(-1)!.value = value
  }
  const has = (...names: string[]) => options.some((option) => names.includes(option.name))
  const { kind, textGivenBy = [] } = rule.operands
  if (kind !== 'text-files')
    return { options, operands, text: undefined, files: kind === 'files' ? operands : [], has }
  if (has(...textGivenBy)) return { options, operands, text: undefined, files: operands, has }
  return { options, operands, text: operands[0], files: operands.slice(1), has }
}

interface ReadOptions {
  options: { name: string; value: string | undefined }[]
  /** The last one takes its value from the next word. */
  needsValue: boolean
}

function longOption(rule: CommandRule, text: string): ReadOptions | Message {
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const value = equals < 0 ? undefined : text.slice(equals + 1)
  const bare = name.slice(2)
  const options = [{ name, value }]
  if (rule.long?.includes(`${bare}=`)) return { options, needsValue: value === undefined }
  if (rule.long?.includes(`${bare}=?`)) return { options, needsValue: false }
  if (rule.long?.includes(bare) && value === undefined) return { options, needsValue: false }
  return message(reasons.UNKNOWN_OPTION, { option: shown(name) })
}

function shortOptions(rule: CommandRule, text: string): ReadOptions | Message {
  if (rule.number && /^-\d+$/.test(text))
    return { options: [{ name: '-number', value: text }], needsValue: false }
  const options: ReadOptions['options'] = []
  for (let at = 1; at < text.length; at++) {
    const letter = text[at]!
    const name = `-${letter}`
    const rest = text.slice(at + 1)
    if (rule.bundles === false && at > 1) return message(reasons.SEPARATE_OPTIONS, { text: shown(text) })
    if (rule.optional?.includes(letter)) {
      options.push({ name, value: rest === '' ? undefined : rest })
      return { options, needsValue: false }
    }
    if (rule.values?.includes(letter)) {
      if (rest !== '' && rule.valueStands === 'own-word')
        return message(reasons.SEPARATE_VALUE, { option: name })
      options.push({ name, value: rest === '' ? undefined : rest })
      return { options, needsValue: rest === '' }
    }
    if (!rule.flags?.includes(letter)) return message(reasons.UNKNOWN_OPTION, { option: shown(name) })
    options.push({ name, value: undefined })
  }
  return { options, needsValue: false }
}

function checkOperands(rule: OperandRule, found: FoundArguments): Message | undefined {
  const { operands } = found
  if (rule.kind === 'text-files' && !found.has(...(rule.textGivenBy ?? []))) {
    if (!found.text) return message(reasons.MISSING_OPERAND)
    if (found.text.glob) return message(reasons.UNQUOTED_PATTERN)
  }
  if (rule.kind === 'none' && operands.length > 0)
    return message(reasons.NO_OPERANDS, { operand: shown(operands[0]!.value) })
  if (operands.length < (rule.min ?? 0)) return message(reasons.MISSING_OPERAND)
  if (operands.length > (rule.max ?? Number.POSITIVE_INFINITY)) return message(reasons.TOO_MANY_OPERANDS)
  // A pattern may become any number of words.
  if (rule.max !== undefined && operands.some((word) => word.glob)) return message(reasons.PATTERN_AS_NAME)
  return undefined
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
