// Errors of the import and export commands.

import { texts } from './message.ts'

export const transferCommandsTexts = texts('transfer-commands', {
  targetRequired: ['missing argument: a directory for the files', '需要指定目标目录'],
  giveNewDirectory: ['Give a new directory.', '请给出新目录。'],
  importRequired: ['missing argument: the file to import', '需要指定要导入的文件'],
  giveImport: ['Give a file or a directory, or "-".', '请给出文件、目录或“-”。'],
  keepAndReplace: ['--keep and --replace cannot be combined', '--keep 和 --replace 不能同时使用'],
})
