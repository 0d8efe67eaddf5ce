// Errors of the sandbox and secrets commands.

import { texts } from './message.ts'

export const safetyCommandsTexts = texts('safety-commands', {
  subcommandRequired: ['{command} needs a subcommand', '{command} 需要一个操作'],
  checkNeedsTool: ['sandbox check needs a tool', 'sandbox check 需要一个工具'],
  checkNeedsOption: ['sandbox check --tool {tool} needs --{option}', 'sandbox check --tool {tool} 需要 --{option}'],
  checkExample: ['For example: --tool Bash --command "ls -l".', '例如：--tool Bash --command "ls -l"。'],
  scanFiles: ['Run `memdir secrets scan FILE`.', '请运行 `memdir secrets scan FILE`。'],
  filesRequired: ['missing argument: the files to scan', '需要指定文件'],
  giveFiles: ['Give files, or "-" for standard input.', '请给出文件，或用“-”表示标准输入。'],
  cannotRead: ['{path} cannot be read', '{path} 无法读取'],
  checkFile: ['Check that it is a file that you may read.', '请确认它是您有权读取的文件。'],
  giveExistingFiles: ['Give files that exist.', '请给出存在的文件。'],
})
