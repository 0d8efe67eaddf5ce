// Why a command line is not proven to only read: its form.

import { texts } from './message.ts'

export const shellLineTexts = texts('shell-line', {
  tooLong: ['it is longer than {most} characters', '超过 {most} 个字符'],
  unseenCharacter: ['it contains the character {code}', '含有字符 {code}'],
  contains: ['it contains "{text}"', '含有“{text}”'],
  containsUnquoted: ['it contains "{text}" outside quotes', '引号外含有“{text}”'],
  usesHistory: ['it uses "!"', '它使用“!”'],
  openQuote: ['a quote is not closed', '引号未闭合'],
  substitutes: ['it substitutes a command (`…`)', '它替换命令（`…`）'],
  expands: ['it expands a variable or command ("$")', '它展开变量或命令（“$”）'],
  escapes: ['it escapes "$" or a backtick', '它转义“$”或反引号'],
  redirectsToFile: ['it redirects output to a file', '它把输出重定向到文件'],
  redirectsInput: ['it redirects input in a way that is not only reading a file', '它重定向输入，且不只是读取文件'],
  redirectsOutput: ['it redirects output', '它重定向输出'],
  inBackground: ['it runs a command in the background', '它在后台运行命令'],
  subShell: ['it uses a sub-shell or parentheses', '它使用子 shell 或圆括号'],
  braces: ['it uses braces', '它使用花括号'],
  backslash: ['it uses a backslash outside quotes', '它在引号外使用反斜杠'],
  tilde: ['it uses "~"', '它使用“~”'],
  comment: ['it contains a comment', '含有注释'],
  tooManyCommands: ['it contains more than {most} commands', '包含超过 {most} 条命令'],
  twoInputs: ['it reads standard input from two places', '标准输入有两个来源'],
  inputFromPattern: ['standard input comes from a file-name pattern', '标准输入来自文件名通配模式'],
  noCommandName: ['a command has no name', '有命令缺少名称'],
  quotedCommandName: ['the name of a command is quoted or a pattern', '命令名带引号或是通配模式'],
  parsersDisagree: ['a shell could read it in another way', 'shell 可能有另一种解读'],
})
