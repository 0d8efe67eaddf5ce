// Why a command line is not proven to only read: its form.

export const TOO_LONG = {
  key: 'shell-line.too-long',
  en: 'it is longer than {most} characters',
  zh: '超过 {most} 个字符',
} as const
export const UNSEEN_CHARACTER = {
  key: 'shell-line.unseen-character',
  en: 'it contains the character {code}',
  zh: '含有字符 {code}',
} as const
export const CONTAINS = {
  key: 'shell-line.contains',
  en: 'it contains "{text}"',
  zh: '含有“{text}”',
} as const
export const CONTAINS_UNQUOTED = {
  key: 'shell-line.contains-unquoted',
  en: 'it contains "{text}" outside quotes',
  zh: '引号外含有“{text}”',
} as const
export const USES_HISTORY = { key: 'shell-line.uses-history', en: 'it uses "!"', zh: '它使用“!”' } as const
export const OPEN_QUOTE = {
  key: 'shell-line.open-quote',
  en: 'a quote is not closed',
  zh: '引号未闭合',
} as const
export const SUBSTITUTES = {
  key: 'shell-line.substitutes',
  en: 'it substitutes a command (`…`)',
  zh: '它替换命令（`…`）',
} as const
export const EXPANDS = {
  key: 'shell-line.expands',
  en: 'it expands a variable or command ("$")',
  zh: '它展开变量或命令（“$”）',
} as const
export const ESCAPES = {
  key: 'shell-line.escapes',
  en: 'it escapes "$" or a backtick',
  zh: '它转义“$”或反引号',
} as const
export const REDIRECTS_TO_FILE = {
  key: 'shell-line.redirects-to-file',
  en: 'it redirects output to a file',
  zh: '它把输出重定向到文件',
} as const
export const REDIRECTS_INPUT = {
  key: 'shell-line.redirects-input',
  en: 'it redirects input in a way that is not only reading a file',
  zh: '它重定向输入，且不只是读取文件',
} as const
export const REDIRECTS_OUTPUT = {
  key: 'shell-line.redirects-output',
  en: 'it redirects output',
  zh: '它重定向输出',
} as const
export const IN_BACKGROUND = {
  key: 'shell-line.in-background',
  en: 'it runs a command in the background',
  zh: '它在后台运行命令',
} as const
export const SUB_SHELL = {
  key: 'shell-line.sub-shell',
  en: 'it uses a sub-shell or parentheses',
  zh: '它使用子 shell 或圆括号',
} as const
export const BRACES = { key: 'shell-line.braces', en: 'it uses braces', zh: '它使用花括号' } as const
export const BACKSLASH = {
  key: 'shell-line.backslash',
  en: 'it uses a backslash outside quotes',
  zh: '它在引号外使用反斜杠',
} as const
export const TILDE = { key: 'shell-line.tilde', en: 'it uses "~"', zh: '它使用“~”' } as const
export const COMMENT = { key: 'shell-line.comment', en: 'it contains a comment', zh: '含有注释' } as const
export const TOO_MANY_COMMANDS = {
  key: 'shell-line.too-many-commands',
  en: 'it contains more than {most} commands',
  zh: '包含超过 {most} 条命令',
} as const
export const TWO_INPUTS = {
  key: 'shell-line.two-inputs',
  en: 'it reads standard input from two places',
  zh: '标准输入有两个来源',
} as const
export const INPUT_FROM_PATTERN = {
  key: 'shell-line.input-from-pattern',
  en: 'standard input comes from a file-name pattern',
  zh: '标准输入来自文件名通配模式',
} as const
export const NO_COMMAND_NAME = {
  key: 'shell-line.no-command-name',
  en: 'a command has no name',
  zh: '有命令缺少名称',
} as const
export const QUOTED_COMMAND_NAME = {
  key: 'shell-line.quoted-command-name',
  en: 'the name of a command is quoted or a pattern',
  zh: '命令名带引号或是通配模式',
} as const
export const PARSERS_DISAGREE = {
  key: 'shell-line.parsers-disagree',
  en: 'a shell could read it in another way',
  zh: 'shell 可能有另一种解读',
} as const
