// The check of a call against the rule of its command.
import { type Message, message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import type { CommandRule, FoundArguments, OperandRule } from './command-rule.ts'
import type { ShellWord } from './lex-command.ts'
import { readOptions, shown } from './read-options.ts'

type CheckedArguments = { ok: true; found: FoundArguments } | { ok: false; reason: Message }

/** `hasInput`: standard input comes from a pipe or a file; nothing may wait for a person. */
export function checkArguments(
  rule: CommandRule,
  args: readonly ShellWord[],
  hasInput: boolean,
): CheckedArguments {
  const found = findArguments(rule, args)
  if ('key' in found) return { ok: false, reason: found }
  const reason = checkOperands(rule.operands, found) ?? rule.check?.(found)
  if (reason !== undefined) return { ok: false, reason }
  if (!hasInput && readsInput(rule.operands, found))
    return { ok: false, reason: message(shellCommandTexts.waitsForInput) }
  return { ok: true, found }
}

function readsInput(rule: OperandRule, found: FoundArguments): boolean {
  if (found.files.some((file) => file.value === '-')) return true
  return found.files.length < (rule.inputBelow ?? 0) && !found.has(...(rule.inputUnless ?? []))
}

function findArguments(rule: CommandRule, args: readonly ShellWord[]): FoundArguments | Message {
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
    if (!found.text) return message(shellCommandTexts.missingOperand)
    if (found.text.glob) return message(shellCommandTexts.unquotedPattern)
  }
  if (rule.kind === 'none' && first)
    return message(shellCommandTexts.noOperands, { operand: shown(first.value) })
  if (operands.length < (rule.min ?? 0)) return message(shellCommandTexts.missingOperand)
  if (operands.length > (rule.max ?? Number.POSITIVE_INFINITY))
    return message(shellCommandTexts.tooManyOperands)
  // A pattern may become any number of words.
  if (rule.max !== undefined && operands.some((word) => word.glob))
    return message(shellCommandTexts.patternAsName)
  return undefined
}
