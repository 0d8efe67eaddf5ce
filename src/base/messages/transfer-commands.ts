// Errors of the import and export commands.

export const TARGET_REQUIRED = {
  key: 'transfer-commands.target-required',
  en: 'missing argument: a directory for the files',
  zh: '需要指定目标目录',
} as const

export const GIVE_NEW_DIRECTORY = {
  key: 'transfer-commands.give-new-directory',
  en: 'Give a new directory.',
  zh: '请给出新目录。',
} as const

export const IMPORT_REQUIRED = {
  key: 'transfer-commands.import-required',
  en: 'missing argument: the file to import',
  zh: '需要指定要导入的文件',
} as const

export const GIVE_IMPORT = {
  key: 'transfer-commands.give-import',
  en: 'Give a file or a directory, or "-".',
  zh: '请给出文件、目录或“-”。',
} as const

export const KEEP_AND_REPLACE = {
  key: 'transfer-commands.keep-and-replace',
  en: '--keep and --replace cannot be combined',
  zh: '--keep 和 --replace 不能同时使用',
} as const
