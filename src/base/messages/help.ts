// The help pages: what stands around what each command says of itself.
import { texts } from './message.ts'

export const helpTexts = texts('help', {
  tagline: ['memdir: memory for AI agents, in plain Markdown files that you own.', 'memdir：AI 代理的记忆引擎，记忆是您自己的 Markdown 文件。'],
  usageOverview: ['Usage: memdir <command> [options]', '用法：memdir <命令> [选项]'],
  usage: ['Usage: memdir {usage}', '用法：memdir {usage}'],
  group: ['{title}:', '{title}：'],
  everyCommandTakes: ['Every command takes:', '所有命令都接受：'],
  forExample: ['For example:', '例如：'],
  more: ['Run `memdir <command> --help` for more.', '运行 `memdir <命令> --help` 查看详情。'],
  options: ['Options:', '选项：'],
  commonOptions: ['Common options:', '通用选项：'],
  examples: ['Examples:', '示例：'],
})
