// What `memdir secrets` says.
import { texts } from './message.ts'

export const secretsCommandTexts = texts('secrets-command', {
  help: [
    'Looks for secrets in files, or with "-" in standard input, and tells rule, line and column, never the secret. --jsonl reads lines {"text": …} of the files, or without files of standard input, and answers each with one line {"findings": […]}, in their order.',
    '在文件（或用 "-" 表示的标准输入）中查找密钥，只给出规则、行和列，绝不显示密钥本身。--jsonl 逐行读取文件（不给文件时读标准输入）中的 {"text": …}，按顺序每行输出 {"findings": […]}。',
  ],
  optionJsonl: ['lines of JSON in, lines of JSON out', '逐行 JSON 输入输出'],
  optionFailOnHit: ['exit 1 when something is found (for scripts)', '发现时以 1 退出（用于脚本）'],
  tiersBlock: ['block', '阻止'],
  tiersWarn: ['warn', '警告'],
  noSecretsFound: ['No secrets found.', '没有发现密钥。'],
  finding: ['{total finding}.', '发现 {total} 处。'],
})
