// Separates the options of a call from its operands, by the rule of its command alone.
import { type Message, message } from '../../../base/messages/message.ts'
import { shellCommandTexts } from '../../../base/messages/shell-command.ts'
import type { CommandRule, ParsedOption } from './command-rule.ts'
import type { ShellWord } from './lex-command.ts'

interface OptionsAndOperands {
  options: readonly ParsedOption[]
  operands: readonly ShellWord[]
}

export function readOptions(rule: CommandRule, args: readonly ShellWord[]): OptionsAndOperands | Message {
  const options: ParsedOption[] = []
  const operands: ShellWord[] = []
  const optionsFirst = rule.operands.max !== undefined || rule.optionsFirst === true
  const rest = [...args]
  for (let word = rest.shift(); word; word = rest.shift()) {
    if (word.value === '--') return { options, operands: [...operands, ...rest] }
    if (!word.value.startsWith('-') || word.value === '-') {
      operands.push(word)
      continue
    }
    // Tools that take options only in front would read this as a further operand.
    const [operand] = operands
    if (optionsFirst && operand)
      return message(shellCommandTexts.optionsFirst, { operand: shown(operand.value) })
    const read = word.value.startsWith('--') ? longOption(rule, word.value) : shortOptions(rule, word.value)
    if ('key' in read) return read
    options.push(...read.options)
    if (!read.open) continue
    const value = rest.shift()?.value
    if (value === undefined) return message(shellCommandTexts.noValue, { option: shown(word.value) })
    if (/^-./.test(value) && !/^-\d+$/.test(value))
      return message(shellCommandTexts.valueExpected, { text: shown(value) })
    read.open.value = value
  }
  return { options, operands }
}

interface ReadOptions {
  options: ParsedOption[]
  /** Takes its value from the next word. */
  open?: ParsedOption
}

function longOption(rule: CommandRule, text: string): ReadOptions | Message {
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const value = equals < 0 ? undefined : text.slice(equals + 1)
  const bare = name.slice(2)
  const option: ParsedOption = { name, value }
  if (rule.long?.includes(`${bare}=`))
    return { options: [option], ...(value === undefined && { open: option }) }
  if (rule.long?.includes(`${bare}=?`)) return { options: [option] }
  if (rule.long?.includes(bare) && value === undefined) return { options: [option] }
  return message(shellCommandTexts.unprovenOption, { option: shown(name) })
}

function shortOptions(rule: CommandRule, text: string): ReadOptions | Message {
  if (rule.number && /^-\d+$/.test(text)) return { options: [{ name: '-number', value: text }] }
  const options: ParsedOption[] = []
  for (let at = 1; at < text.length; at++) {
    const letter = text.charAt(at)
    const joined = text.slice(at + 1)
    const option: ParsedOption = { name: `-${letter}`, value: joined === '' ? undefined : joined }
    if (rule.bundles === false && at > 1)
      return message(shellCommandTexts.separateOptions, { text: shown(text) })
    if (rule.optional?.includes(letter)) return { options: [...options, option] }
    if (rule.values?.includes(letter)) {
      if (joined !== '' && rule.valuePlacement === 'own-word')
        return message(shellCommandTexts.separateValue, { option: option.name })
      return { options: [...options, option], ...(joined === '' && { open: option }) }
    }
    if (!rule.flags?.includes(letter))
      return message(shellCommandTexts.unprovenOption, { option: shown(option.name) })
    options.push({ name: option.name, value: undefined })
  }
  return { options }
}

export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
