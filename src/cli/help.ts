// Help pages, made from the commands' own data.
import { displayWidth } from '../base/text/unicode.ts'
import { COMMON_OPTIONS, type Command, type CommandOption } from './command.ts'
import { COMMAND_GROUPS } from './command-groups.ts'
import type { Language } from './language.ts'
import { COMMANDS } from './registry.ts'

export function overview(language: Language): string {
  const zh = language === 'zh'
  const lines = COMMAND_GROUPS.flatMap(({ commands, ...title }) => [
    `${title[language]}${zh ? '：' : ':'}`,
    ...commands.flatMap((name) => {
      const entry = COMMANDS[name]
      return entry ? [`  ${padEnd(name, 12)}${entry[language]}`] : []
    }),
    '',
  ])
  return [
    zh
      ? 'memdir：AI 代理的记忆引擎，记忆是您自己的 Markdown 文件。'
      : 'memdir: memory for AI agents, in plain Markdown files that you own.',
    '',
    zh ? '用法：memdir <命令> [选项]' : 'Usage: memdir <command> [options]',
    '',
    ...lines,
    zh ? '所有命令都接受：' : 'Every command takes:',
    ...optionLines(COMMON_OPTIONS, language),
    '',
    zh ? '例如：' : 'For example:',
    '  memdir add "Integration tests use a real database, never mocks" --type feedback',
    '  memdir list',
    zh ? '运行 `memdir <命令> --help` 查看详情。' : 'Run `memdir <command> --help` for more.',
  ].join('\n')
}

export function commandHelp(command: Command, language: Language): string {
  const zh = language === 'zh'
  const own = Object.values(command.options).some(({ internal }) => !internal)
  return [
    `${zh ? '用法：' : 'Usage: '}memdir ${command.usage}`,
    '',
    command.help[language],
    ...(own ? ['', zh ? '选项：' : 'Options:', ...optionLines(command.options, language)] : []),
    '',
    zh ? '通用选项：' : 'Common options:',
    ...optionLines(COMMON_OPTIONS, language),
    '',
    zh ? '示例：' : 'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n')
}

function optionLines(options: Record<string, CommandOption>, language: Language): string[] {
  const shown = Object.entries(options).filter(([, { internal }]) => !internal)
  return shown.map(([name, option]) => {
    const short = option.short ? `-${option.short}, ` : ''
    const value = option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : ''
    return `  ${padEnd(`${short}--${name}${value}`, 30)} ${option[language]}`
  })
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(1, width - displayWidth(text)))
}
