// Help pages, made from the commands' own data.
import { helpTexts } from '../base/messages/help.ts'
import type { Language } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'
import { displayWidth } from '../base/text/unicode.ts'
import { COMMON_OPTIONS, type Command, type CommandOption } from './command.ts'
import { COMMAND_GROUPS } from './registry.ts'

export function overview(language: Language): string {
  const lines = COMMAND_GROUPS.flatMap(({ commands, text }) => [
    message(helpTexts.group, { title: text[language] })[language],
    ...Object.entries(commands).map(([name, entry]) => `  ${padEnd(name, 12)}${entry.text[language]}`),
    '',
  ])
  return [
    helpTexts.tagline[language],
    '',
    helpTexts.usageOverview[language],
    '',
    ...lines,
    helpTexts.everyCommandTakes[language],
    ...optionLines(COMMON_OPTIONS, language),
    '',
    helpTexts.forExample[language],
    '  memdir add "Integration tests use a real database, never mocks" --type feedback',
    '  memdir list',
    helpTexts.more[language],
  ].join('\n')
}

export function commandHelp(command: Command, language: Language): string {
  const own = Object.values(command.options).some(({ internal }) => !internal)
  return [
    message(helpTexts.usage, { usage: command.usage })[language],
    '',
    command.help[language],
    ...(own ? ['', helpTexts.options[language], ...optionLines(command.options, language)] : []),
    '',
    helpTexts.commonOptions[language],
    ...optionLines(COMMON_OPTIONS, language),
    '',
    helpTexts.examples[language],
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n')
}

function optionLines(options: Record<string, CommandOption>, language: Language): string[] {
  const shown = Object.entries(options).filter(([, { internal }]) => !internal)
  return shown.map(([name, option]) => {
    const short = option.short ? `-${option.short}, ` : ''
    const value = option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : ''
    return `  ${padEnd(`${short}--${name}${value}`, 30)} ${option.text[language]}`
  })
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(1, width - displayWidth(text)))
}
