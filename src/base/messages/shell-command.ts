// Why a command line is not proven to only read: one of its commands.

export const OF_COMMAND = {
  key: 'shell-command.of-command',
  en: '{command}: {reason}',
  zh: '{command}：{reason}',
} as const
export const UNPROVEN_COMMAND = {
  key: 'shell-command.unproven-command',
  en: 'it is not among the commands that are known to only read',
  zh: '不在已知只读取的命令之列',
} as const
export const GIT_CONFIGURATION = {
  key: 'shell-command.git-configuration',
  en: 'configuration of the repository can make git run programs',
  zh: '仓库的配置可能让 git 运行程序',
} as const
export const DELETES = { key: 'shell-command.deletes', en: 'it deletes', zh: '它会删除' } as const
export const RUNS_COMMANDS = {
  key: 'shell-command.runs-commands',
  en: 'it runs other commands',
  zh: '它会运行其他命令',
} as const
export const CAN_RUN_COMMANDS = {
  key: 'shell-command.can-run-commands',
  en: 'it can run other commands',
  zh: '它可能运行其他命令',
} as const
export const WRITES_FILES = {
  key: 'shell-command.writes-files',
  en: 'it writes files',
  zh: '它会写入文件',
} as const
export const ONLY_SYSTEM_PROGRAMS = {
  key: 'shell-command.only-system-programs',
  en: 'only programs of the system are run, by their plain name',
  zh: '只运行系统程序，且只用其普通名称',
} as const
export const CD_ALONE = {
  key: 'shell-command.cd-alone',
  en: 'it is only allowed as a command of its own',
  zh: '只能单独位于其他命令之间',
} as const
export const CD_ONE_DIRECTORY = {
  key: 'shell-command.cd-one-directory',
  en: 'it needs one directory',
  zh: '需要一个目录',
} as const
export const CD_NO_REDIRECTION = {
  key: 'shell-command.cd-no-redirection',
  en: 'it takes no redirection',
  zh: '不接受重定向',
} as const
export const ONLY_DEVICES = {
  key: 'shell-command.only-devices',
  en: 'there are only devices and processes',
  zh: '那里只有设备和进程',
} as const
export const READS_DEVICE = {
  key: 'shell-command.reads-device',
  en: 'it reads a device',
  zh: '它读取设备',
} as const
export const LISTS_DEVICES = {
  key: 'shell-command.lists-devices',
  en: 'it looks at devices',
  zh: '它查看设备',
} as const
export const DEVICES_BELOW = {
  key: 'shell-command.devices-below',
  en: 'devices and processes are below it',
  zh: '其下有设备和进程',
} as const
export const WAITS_FOR_INPUT = {
  key: 'shell-command.waits-for-input',
  en: 'it would wait for input',
  zh: '它会等待输入',
} as const
export const OPTIONS_FIRST = {
  key: 'shell-command.options-first',
  en: 'options must come before "{operand}"',
  zh: '选项必须放在“{operand}”之前',
} as const
export const NO_VALUE = {
  key: 'shell-command.no-value',
  en: '"{option}" has no value',
  zh: '“{option}”没有值',
} as const
export const VALUE_EXPECTED = {
  key: 'shell-command.value-expected',
  en: '"{text}" is where a value is expected',
  zh: '“{text}”处应为值',
} as const
export const UNPROVEN_OPTION = {
  key: 'shell-command.unproven-option',
  en: 'the option "{option}" is not known to be harmless',
  zh: '不确定选项“{option}”无害',
} as const
export const UNKNOWN_EXPRESSION = {
  key: 'shell-command.unknown-expression',
  en: '"{text}" is not known to be harmless',
  zh: '不确定“{text}”无害',
} as const
export const SEPARATE_OPTIONS = {
  key: 'shell-command.separate-options',
  en: '"{text}" must be written as several options',
  zh: '“{text}”必须写成多个选项',
} as const
export const SEPARATE_VALUE = {
  key: 'shell-command.separate-value',
  en: 'the value of "{option}" must be a word of its own',
  zh: '“{option}”的值必须单独成词',
} as const
export const MISSING_OPERAND = {
  key: 'shell-command.missing-operand',
  en: 'an operand is missing',
  zh: '缺少操作数',
} as const
export const UNQUOTED_PATTERN = {
  key: 'shell-command.unquoted-pattern',
  en: 'the text to look for is not quoted',
  zh: '要查找的文本未加引号',
} as const
export const NO_OPERANDS = {
  key: 'shell-command.no-operands',
  en: 'it takes no "{operand}"',
  zh: '它不接受“{operand}”',
} as const
export const TOO_MANY_OPERANDS = {
  key: 'shell-command.too-many-operands',
  en: 'it takes fewer operands',
  zh: '操作数过多',
} as const
export const PATTERN_AS_NAME = {
  key: 'shell-command.pattern-as-name',
  en: 'a pattern is where a name is expected',
  zh: '应为名称处是通配模式',
} as const
export const PATTERN_AS_OPTION = {
  key: 'shell-command.pattern-as-option',
  en: 'a pattern or text is where an option is expected',
  zh: '应为选项处是通配模式或文本',
} as const
export const OLD_SYNTAX = {
  key: 'shell-command.old-syntax',
  en: 'it uses an obsolete syntax',
  zh: '使用了过时的写法',
} as const
export const NUMBER_EXPECTED = {
  key: 'shell-command.number-expected',
  en: 'a number is expected',
  zh: '应为数字',
} as const
export const ONLY_NUMBERS = {
  key: 'shell-command.only-numbers',
  en: 'only numbers are known to be harmless',
  zh: '只有数字确定无害',
} as const
export const UNKNOWN_NAME = {
  key: 'shell-command.unknown-name',
  en: 'the name is not known',
  zh: '名称未知',
} as const
export const SETS_CLOCK = {
  key: 'shell-command.sets-clock',
  en: 'it would set the clock',
  zh: '它会设置时钟',
} as const
export const SETS_VARIABLE = {
  key: 'shell-command.sets-variable',
  en: 'it sets a variable',
  zh: '它设置变量',
} as const
export const OPENS_CONNECTION = {
  key: 'shell-command.opens-connection',
  en: 'it opens a connection',
  zh: '它会打开网络连接',
} as const
export const SED_SCRIPT = {
  key: 'shell-command.sed-script',
  en: 'the script does more than print and replace',
  zh: '脚本不只是输出和替换',
} as const
export const AWK_PROGRAM = {
  key: 'shell-command.awk-program',
  en: 'the program does more than print fields',
  zh: '程序不只是输出字段',
} as const
export const JQ_FILTER = {
  key: 'shell-command.jq-filter',
  en: 'the filter does more than select and shape',
  zh: '过滤器不只是选取和整形',
} as const
export const ENDLESS = {
  key: 'shell-command.endless',
  en: 'it could run forever',
  zh: '它可能不会结束',
} as const
export const CLOSING_BRACKET = {
  key: 'shell-command.closing-bracket',
  en: 'the closing "]" is missing',
  zh: '缺少结尾的“]”',
} as const
export const EVALUATED = {
  key: 'shell-command.evaluated',
  en: 'it could be evaluated as an expression',
  zh: '它可能被当作表达式求值',
} as const
export const UNKNOWN_COMPARISON = {
  key: 'shell-command.unknown-comparison',
  en: 'it is not a known comparison',
  zh: '不是已知的比较',
} as const
export const UNUSUAL_PS = {
  key: 'shell-command.unusual-ps',
  en: 'only usual calls are known (ps aux, ps -ef, ps -eo pid,args); others could show environments',
  zh: '只接受常见的调用（ps aux、ps -ef、ps -eo pid,args）；其他调用可能显示环境变量',
} as const
