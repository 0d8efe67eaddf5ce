// Errors of the sandbox and secrets commands.

export const SUBCOMMAND_REQUIRED = {
  key: 'safety-commands.subcommand-required',
  en: '{command} needs a subcommand',
  zh: '{command} 需要一个操作',
} as const

export const CHECK_NEEDS_TOOL = {
  key: 'safety-commands.check-needs-tool',
  en: 'sandbox check needs a tool',
  zh: 'sandbox check 需要一个工具',
} as const

export const CHECK_NEEDS_OPTION = {
  key: 'safety-commands.check-needs-option',
  en: 'sandbox check --tool {tool} needs --{option}',
  zh: 'sandbox check --tool {tool} 需要 --{option}',
} as const

export const CHECK_EXAMPLE = {
  key: 'safety-commands.check-example',
  en: 'For example: --tool Bash --command "ls -l".',
  zh: '例如：--tool Bash --command "ls -l"。',
} as const

export const SCAN_FILES = {
  key: 'safety-commands.scan-files',
  en: 'Run `memdir secrets scan FILE`.',
  zh: '请运行 `memdir secrets scan FILE`。',
} as const

export const FILES_REQUIRED = {
  key: 'safety-commands.files-required',
  en: 'missing argument: the files to scan',
  zh: '需要指定文件',
} as const

export const GIVE_FILES = {
  key: 'safety-commands.give-files',
  en: 'Give files, or "-" for standard input.',
  zh: '请给出文件，或用“-”表示标准输入。',
} as const

export const CANNOT_READ = {
  key: 'safety-commands.cannot-read',
  en: '{path} cannot be read',
  zh: '{path} 无法读取',
} as const

export const CHECK_FILE = {
  key: 'safety-commands.check-file',
  en: 'Check that it is a file that you may read.',
  zh: '请确认它是您有权读取的文件。',
} as const

export const GIVE_EXISTING_FILES = {
  key: 'safety-commands.give-existing-files',
  en: 'Give files that exist.',
  zh: '请给出存在的文件。',
} as const
