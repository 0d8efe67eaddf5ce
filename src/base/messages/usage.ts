// What the command line says about its own arguments.

export const UNKNOWN_COMMAND = {
  key: 'usage.unknown-command',
  en: 'unknown command "{name}"',
  zh: '未知命令“{name}”',
} as const

export const UNKNOWN_OPTION = {
  key: 'usage.unknown-option',
  en: 'unknown option {option}',
  zh: '未知选项 {option}',
} as const

export const UNEXPECTED_ARGUMENT = {
  key: 'usage.unexpected-argument',
  en: 'unexpected argument "{argument}"',
  zh: '多余的参数“{argument}”',
} as const

export const OPTION_NEEDS_VALUE = {
  key: 'usage.option-needs-value',
  en: '{option} needs a value',
  zh: '{option} 需要一个值',
} as const

export const OPTION_TAKES_NO_VALUE = {
  key: 'usage.option-takes-no-value',
  en: '{option} takes no value',
  zh: '{option} 不接受值',
} as const

export const RUN_HELP = {
  key: 'usage.run-help',
  en: 'Run `memdir {command} --help`.',
  zh: '请运行 `memdir {command} --help`。',
} as const

export const DID_YOU_MEAN_COMMAND = {
  key: 'usage.did-you-mean-command',
  en: 'Did you mean `memdir {near}`? Run `memdir --help` for all.',
  zh: '您是否想运行 `memdir {near}`？运行 `memdir --help` 查看全部命令。',
} as const

export const RUN_OVERVIEW = {
  key: 'usage.run-overview',
  en: 'Run `memdir --help`.',
  zh: '请运行 `memdir --help`。',
} as const

export const INVALID_CHOICE = {
  key: 'usage.invalid-choice',
  en: 'invalid value "{value}" for --{name}',
  zh: '--{name} 不能是“{value}”',
} as const

export const CHOOSE_LANGUAGE = {
  key: 'usage.choose-language',
  en: 'Choose en or zh.',
  zh: '可选：en 或 zh。',
} as const

export const CHOOSE_ONE_OF = {
  key: 'usage.choose-one-of',
  en: 'Choose one of {choices}.',
  zh: '可选：{choices}。',
} as const

export const NUMBER_OUT_OF_RANGE = {
  key: 'usage.number-out-of-range',
  en: '--{name} must be a number from {min} to {max}, not "{value}"',
  zh: '--{name} 必须是 {min} 到 {max} 之间的数字，而不是“{value}”',
} as const

export const EXAMPLE_NUMBER = {
  key: 'usage.example-number',
  en: 'For example: --{name} {example}.',
  zh: '例如：--{name} {example}。',
} as const

export const UNKNOWN_TYPE = {
  key: 'usage.unknown-type',
  en: 'unknown type "{type}"',
  zh: '未知类型“{type}”',
} as const

export const UNKNOWN_KIND = {
  key: 'usage.unknown-kind',
  en: 'unknown kind "{kind}"',
  zh: '未知种类“{kind}”',
} as const

export const UNKNOWN_MODE = {
  key: 'usage.unknown-mode',
  en: 'unknown search mode: {mode}',
  zh: '未知的搜索方式：{mode}',
} as const

export const UNKNOWN_ORIGIN = {
  key: 'usage.unknown-origin',
  en: 'unknown origin "{origin}"',
  zh: '未知来源“{origin}”',
} as const

export const UNKNOWN_FORMAT = {
  key: 'usage.unknown-format',
  en: 'unknown format "{format}"',
  zh: '未知格式“{format}”',
} as const

export const UNKNOWN_ACTION = {
  key: 'usage.unknown-action',
  en: 'unknown subcommand "{action}"',
  zh: '未知操作“{action}”',
} as const

export const SEE_ADD_HELP = {
  key: 'usage.see-add-help',
  en: 'See `memdir add --help`.',
  zh: '请看 `memdir add --help`。',
} as const

export const TIME_TOO_FAR = {
  key: 'usage.time-too-far',
  en: '"{value}" is out of range',
  zh: '“{value}”超出范围',
} as const

export const TIME_LIMIT = {
  key: 'usage.time-limit',
  en: 'Give a time up to the year 9999.',
  zh: '请给出不晚于 9999 年的时间。',
} as const

export const INVALID_TIME = {
  key: 'usage.invalid-time',
  en: 'invalid time "{value}"',
  zh: '“{value}”不是时间',
} as const

export const GIVE_TIME = {
  key: 'usage.give-time',
  en: 'Give a date (2026-04-09) or a span (30d, 12h, 2w).',
  zh: '请给出日期（2026-04-09）或时长（30d、12h、2w）。',
} as const

export const TIME_IN_PAST = {
  key: 'usage.time-in-past',
  en: '"{value}" is in the past',
  zh: '“{value}”已经过去',
} as const

export const GIVE_LATER_DATE = {
  key: 'usage.give-later-date',
  en: 'Give a later date.',
  zh: '请给出以后的日期。',
} as const

export const INPUT_TOO_LARGE = {
  key: 'usage.input-too-large',
  en: 'standard input is larger than 256 MB',
  zh: '标准输入超过 256 MB',
} as const

export const SPLIT_INPUT = {
  key: 'usage.split-input',
  en: 'Split it and import the parts.',
  zh: '请拆分后分别导入。',
} as const

export const NEEDS_CONFIRMATION = {
  key: 'usage.needs-confirmation',
  en: 'this needs a confirmation: {question}',
  zh: '此操作需要确认：{question}',
} as const

export const ADD_YES = {
  key: 'usage.add-yes',
  en: 'Add --yes to do it without being asked.',
  zh: '加上 --yes 可跳过确认。',
} as const

export const NO_DIRECTORY = {
  key: 'usage.no-directory',
  en: 'no such directory: {path}',
  zh: '目录不存在：{path}',
} as const

export const GIVE_PROJECT_DIRECTORY = {
  key: 'usage.give-project-directory',
  en: 'Give --project the directory of a project.',
  zh: '请用 --project 指定项目目录。',
} as const

export const MAKE_DIRECTORY_FIRST = {
  key: 'usage.make-directory-first',
  en: 'Create it first, or choose another place.',
  zh: '请先创建，或选择其他位置。',
} as const

export const NO_WORKING_DIRECTORY = {
  key: 'usage.no-working-directory',
  en: 'the working directory does not exist any more',
  zh: '当前工作目录已不存在',
} as const

export const CHANGE_DIRECTORY = {
  key: 'usage.change-directory',
  en: 'Change to another directory and try again.',
  zh: '请换到其他目录后重试。',
} as const

export const MEMORY_REQUIRED = {
  key: 'usage.memory-required',
  en: 'missing argument: the id or file name of a memory',
  zh: '需要一条记忆的编号或文件名',
} as const

export const GIVE_MEMORY = {
  key: 'usage.give-memory',
  en: 'Give an id or a file name; `memdir list` shows them.',
  zh: '请给出编号或文件名；用 `memdir list` 查看。',
} as const

export const FOR_EXAMPLE = {
  key: 'usage.for-example',
  en: 'For example: {example}.',
  zh: '例如：{example}。',
} as const

export const GIVE_ONE_OF_THEM = {
  key: 'usage.give-one-of-them',
  en: 'Give one of them.',
  zh: '请只给出其一。',
} as const

export const NO_TEXT = { key: 'usage.no-text', en: 'no text given', zh: '没有要记住的内容' } as const

export const GIVE_TEXT = {
  key: 'usage.give-text',
  en: 'Give the text, or pipe it in; text that starts with "-" goes after "--".',
  zh: '请给出文本，或通过管道输入；以“-”开头的文本请放在“--”之后。',
} as const

export const EMPTY_NEW_TEXT = {
  key: 'usage.empty-new-text',
  en: 'the new text is empty',
  zh: '新文本为空',
} as const

export const USE_RM = {
  key: 'usage.use-rm',
  en: 'To remove a memory use `memdir rm`.',
  zh: '删除记忆请用 `memdir rm`。',
} as const

export const INTERNAL_ERROR_FIX = {
  key: 'usage.internal-error-fix',
  en: 'This is a bug in memdir; run again with MEMDIR_DEBUG=1 for details and report it.',
  zh: '这是 memdir 的缺陷；请设置 MEMDIR_DEBUG=1 重新运行以查看详情并报告。',
} as const

export const DID_YOU_MEAN_OPTION = {
  key: 'usage.did-you-mean-option',
  en: 'Did you mean --{near}? Run `memdir {command} --help`.',
  zh: '您是否想用 --{near}？请运行 `memdir {command} --help`。',
} as const

export const AFTER_DASHES = {
  key: 'usage.after-dashes',
  en: 'Run `memdir {command} --help`; text that starts with "-" goes after "--".',
  zh: '请运行 `memdir {command} --help`；以“-”开头的文本请放在“--”之后。',
} as const

export const NOTHING_DONE = {
  key: 'usage.nothing-done',
  en: 'Nothing was changed.',
  zh: '未作任何更改。',
} as const

export const ONLY_SHOWN = {
  key: 'usage.only-shown',
  en: 'Only shown: nothing was changed.',
  zh: '仅作展示：未作任何更改。',
} as const

export const STOPPED = {
  key: 'usage.stopped',
  en: 'Stopped. Nothing was changed.',
  zh: '已中止。未作任何更改。',
} as const

export const STOPPED_AT_AGENT = {
  key: 'usage.stopped-at-agent',
  en: 'Stopped. Nothing was changed in {agent} or the agents after it; what was done before stays.',
  zh: '已中止。{agent} 及其后的代理未作任何更改；此前已完成的保留。',
} as const
