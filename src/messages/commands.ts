// Errors of single commands of the command line.

export const SHELL_REQUIRED = {
  key: 'commands.shell-required',
  en: 'missing argument: the shell',
  zh: '需要指定 shell',
} as const

export const UNKNOWN_SHELL = {
  key: 'commands.unknown-shell',
  en: 'there is no completion for the shell "{shell}"',
  zh: '没有“{shell}”的补全脚本',
} as const

export const CHOOSE_SHELL = {
  key: 'commands.choose-shell',
  en: 'Choose bash, zsh or fish.',
  zh: '可选：bash、zsh 或 fish。',
} as const

export const CONFIG_NEEDS_NAME = {
  key: 'commands.config-needs-name',
  en: 'config {action} needs a name',
  zh: 'config {action} 需要名称',
} as const

export const CHOOSE_CONFIG_ACTION = {
  key: 'commands.choose-config-action',
  en: 'Choose get, set or unset.',
  zh: '可选：get、set 或 unset。',
} as const

export const CONFIG_NEEDS_VALUE = {
  key: 'commands.config-needs-value',
  en: 'config set needs a value',
  zh: 'config set 需要一个值',
} as const

export const LOCAL_AND_PROJECT = {
  key: 'commands.local-and-project',
  en: '--local and --in-project cannot be combined',
  zh: '--local 和 --in-project 不能同时使用',
} as const

export const MEMORY_DIRECTORY_REFUSED = {
  key: 'commands.memory-directory-refused',
  en: 'autoMemoryDirectory cannot be "{value}": {problem}',
  zh: 'autoMemoryDirectory 不能是“{value}”：{problem}',
} as const

export const GIVE_OWN_DIRECTORY = {
  key: 'commands.give-own-directory',
  en: 'Give the full path of a directory of its own.',
  zh: '请给出独立目录的完整路径。',
} as const

export const CANNOT_GROUP_BY = {
  key: 'commands.cannot-group-by',
  en: 'cannot group cost by "{by}"',
  zh: '无法按“{by}”分组',
} as const

export const NOTHING_CHANGED_YET = {
  key: 'commands.nothing-changed-yet',
  en: 'nothing has changed yet',
  zh: '还没有任何更改',
} as const

export const ADD_FIRST = {
  key: 'commands.add-first',
  en: 'Add a memory first: `memdir add "…"`.',
  zh: '请先添加记忆：`memdir add "…"`。',
} as const

export const NO_HISTORY = {
  key: 'commands.no-history',
  en: '{file} has no history',
  zh: '{file} 没有历史',
} as const

export const HISTORY_FROM_NOW = {
  key: 'commands.history-from-now',
  en: 'It was written by another program; changes by memdir are kept from now on.',
  zh: '它由其他程序写入；memdir 的更改从现在起会保留历史。',
} as const

export const SET_WITHOUT_EQUALS = {
  key: 'commands.set-without-equals',
  en: '--set "{assignment}" has no "="',
  zh: '--set “{assignment}”缺少“=”',
} as const

export const UNKNOWN_FIELD = {
  key: 'commands.unknown-field',
  en: 'unknown field "{name}"',
  zh: '未知字段“{name}”',
} as const

export const SET_WITHOUT_VALUE = {
  key: 'commands.set-without-value',
  en: '--set {field}= has no value',
  zh: '--set {field}= 没有值',
} as const

export const TO_UNSET = {
  key: 'commands.to-unset',
  en: 'To remove it: --unset {field}.',
  zh: '如需删除：--unset {field}。',
} as const

export const FIELD_OUT_OF_RANGE = {
  key: 'commands.field-out-of-range',
  en: '{field} must be a number from {min} to {max}, not "{value}"',
  zh: '{field} 必须是 {min} 到 {max} 之间的数字，而不是“{value}”',
} as const

export const EXAMPLE_SET = {
  key: 'commands.example-set',
  en: 'For example: --set {field}={max}.',
  zh: '例如：--set {field}={max}。',
} as const

export const NOTHING_TO_CHANGE = {
  key: 'commands.nothing-to-change',
  en: 'nothing to change',
  zh: '没有要更改的内容',
} as const

export const GIVE_CHANGE = {
  key: 'commands.give-change',
  en: 'Give --content or --set, or run it in a terminal.',
  zh: '请给出 --content 或 --set，或在终端中运行。',
} as const

export const EMPTY_TEXT_CANCELLED = {
  key: 'commands.empty-text-cancelled',
  en: 'the text was empty, so nothing was changed',
  zh: '文本为空，未更改任何内容',
} as const

export const EDITOR_FAILED = {
  key: 'commands.editor-failed',
  en: 'the editor ended with an error, so nothing was changed',
  zh: '编辑器异常退出，未更改任何内容',
} as const

export const CHECK_EDITOR = {
  key: 'commands.check-editor',
  en: 'Check $EDITOR and try again.',
  zh: '请检查 $EDITOR 后重试。',
} as const

export const TEXT_KEPT = {
  key: 'commands.text-kept',
  en: 'Your text is kept in {path}.',
  zh: '您的文本保存在 {path}。',
} as const

export const EVAL_NEEDS_SET = {
  key: 'commands.eval-needs-set',
  en: 'eval needs --corpus and --queries, or --mine, or --recall',
  zh: 'eval 需要 --corpus 和 --queries，或 --mine，或 --recall',
} as const

export const TARGET_REQUIRED = {
  key: 'commands.target-required',
  en: 'missing argument: a directory for the files',
  zh: '需要指定目标目录',
} as const

export const GIVE_NEW_DIRECTORY = {
  key: 'commands.give-new-directory',
  en: 'Give a new directory.',
  zh: '请给出新目录。',
} as const

export const IMPORT_REQUIRED = {
  key: 'commands.import-required',
  en: 'missing argument: the file to import',
  zh: '需要指定要导入的文件',
} as const

export const GIVE_IMPORT = {
  key: 'commands.give-import',
  en: 'Give a file or a directory, or "-".',
  zh: '请给出文件、目录或“-”。',
} as const

export const KEEP_AND_REPLACE = {
  key: 'commands.keep-and-replace',
  en: '--keep and --replace cannot be combined',
  zh: '--keep 和 --replace 不能同时使用',
} as const

export const UNKNOWN_AGENT = {
  key: 'commands.unknown-agent',
  en: 'unknown agent "{name}"',
  zh: '未知代理“{name}”',
} as const

export const NO_MCP_HOOKS = {
  key: 'commands.no-mcp-hooks',
  en: '{agent} has no hooks that ask an MCP server',
  zh: '{agent} 没有可询问 MCP 服务器的钩子',
} as const

export const LEAVE_MCP_HOOK_OUT = {
  key: 'commands.leave-mcp-hook-out',
  en: 'Leave --mcp-hook out.',
  zh: '请去掉 --mcp-hook。',
} as const

export const CHOOSE_SORT = {
  key: 'commands.choose-sort',
  en: 'Choose newest, importance or name.',
  zh: '可选：newest、importance 或 name。',
} as const

export const ACTION_REQUIRED = {
  key: 'commands.action-required',
  en: 'missing --action',
  zh: '需要指定操作',
} as const

export const ACTION_NEEDS_OPTION = {
  key: 'commands.action-needs-option',
  en: '--action {action} needs --{option}',
  zh: '--action {action} 需要 --{option}',
} as const

export const GIVE_ACTION_OPTION = {
  key: 'commands.give-action-option',
  en: 'Give --{option}; `memdir memory --help` shows all options.',
  zh: '请给出 --{option}；用 `memdir memory --help` 查看所有选项。',
} as const

export const MERGE_NEEDS_TWO = {
  key: 'commands.merge-needs-two',
  en: 'merge needs two memories',
  zh: '合并需要两条记忆',
} as const

export const GIVE_TWO_OR_NONE = {
  key: 'commands.give-two-or-none',
  en: 'Give two, or none to find them.',
  zh: '请给出两条，或不给以自动查找。',
} as const

export const SAME_MEMORY = {
  key: 'commands.same-memory',
  en: 'these are the same memory',
  zh: '这是同一条记忆',
} as const

export const GIVE_TWO_DIFFERENT = {
  key: 'commands.give-two-different',
  en: 'Give two different ones.',
  zh: '请给出两条不同的记忆。',
} as const

export const CHOOSE_PROJECTS_ACTION = {
  key: 'commands.choose-projects-action',
  en: 'Choose link, unlink or move.',
  zh: '可选：link、unlink 或 move。',
} as const

export const MOVE_NEEDS_TARGET = {
  key: 'commands.move-needs-target',
  en: 'missing argument: the new directory',
  zh: '需要指定项目的新目录',
} as const

export const PATH_DOES_NOT_EXIST = {
  key: 'commands.path-does-not-exist',
  en: '{path} does not exist',
  zh: '{path} 不存在',
} as const

export const GIVE_CURRENT_DIRECTORY = {
  key: 'commands.give-current-directory',
  en: 'Give the directory where the project is now.',
  zh: '请给出项目现在所在的目录。',
} as const

export const PROJECT_REQUIRED = {
  key: 'commands.project-required',
  en: 'missing argument: the path or name of a project',
  zh: '需要指定项目',
} as const

export const GIVE_PROJECT = {
  key: 'commands.give-project',
  en: 'Give its path or name; `memdir projects` shows them.',
  zh: '请给出路径或名称；用 `memdir projects` 查看。',
} as const

export const AMBIGUOUS_PROJECT = {
  key: 'commands.ambiguous-project',
  en: '"{reference}" matches {count} projects',
  zh: '“{reference}”不唯一：{count} 个项目',
} as const

export const GIVE_WHOLE_PATH = {
  key: 'commands.give-whole-path',
  en: 'Give the whole path.',
  zh: '请给出完整路径。',
} as const

export const NO_SUCH_PROJECT = {
  key: 'commands.no-such-project',
  en: 'no such project: "{reference}"',
  zh: '没有项目“{reference}”',
} as const

export const SEE_PROJECTS = {
  key: 'commands.see-projects',
  en: '`memdir projects` shows them.',
  zh: '用 `memdir projects` 查看。',
} as const

export const CHOOSE_QUARANTINE_ACTION = {
  key: 'commands.choose-quarantine-action',
  en: 'Choose show, confirm or discard.',
  zh: '可选：show、confirm 或 discard。',
} as const

export const QUARANTINE_ID_REQUIRED = {
  key: 'commands.quarantine-id-required',
  en: 'missing argument: the id of a quarantined text',
  zh: '需要隔离项的编号',
} as const

export const SEE_QUARANTINE = {
  key: 'commands.see-quarantine',
  en: 'See `memdir quarantine` for the ids.',
  zh: '用 `memdir quarantine` 查看编号。',
} as const

export const RECALL_NEEDS_PROMPT = {
  key: 'commands.recall-needs-prompt',
  en: 'recall needs a prompt',
  zh: 'recall 需要一个提示',
} as const

export const RECALL_EXAMPLE = {
  key: 'commands.recall-example',
  en: 'For example: memdir recall --prompt "how do we deploy?".',
  zh: '例如：memdir recall --prompt "怎么部署？"。',
} as const

export const RECORD_NEEDS_SESSION = {
  key: 'commands.record-needs-session',
  en: '--record needs --session',
  zh: '--record 需要 --session',
} as const

export const GIVE_SESSION = {
  key: 'commands.give-session',
  en: 'Give the conversation it was shown to.',
  zh: '请说明显示给了哪个对话。',
} as const

export const SUBCOMMAND_REQUIRED = {
  key: 'commands.subcommand-required',
  en: '{command} needs a subcommand',
  zh: '{command} 需要一个操作',
} as const

export const CHECK_NEEDS_TOOL = {
  key: 'commands.check-needs-tool',
  en: 'sandbox check needs a tool',
  zh: 'sandbox check 需要一个工具',
} as const

export const CHECK_NEEDS_OPTION = {
  key: 'commands.check-needs-option',
  en: 'sandbox check --tool {tool} needs --{option}',
  zh: 'sandbox check --tool {tool} 需要 --{option}',
} as const

export const CHECK_EXAMPLE = {
  key: 'commands.check-example',
  en: 'For example: --tool Bash --command "ls -l".',
  zh: '例如：--tool Bash --command "ls -l"。',
} as const

export const QUERY_REQUIRED = {
  key: 'commands.query-required',
  en: 'missing argument: the query',
  zh: '需要查询内容',
} as const

export const SEARCH_EXAMPLE = {
  key: 'commands.search-example',
  en: 'For example: memdir search how do we deploy.',
  zh: '例如：memdir search 怎么部署。',
} as const

export const SCAN_FILES = {
  key: 'commands.scan-files',
  en: 'Run `memdir secrets scan FILE`.',
  zh: '请运行 `memdir secrets scan FILE`。',
} as const

export const FILES_REQUIRED = {
  key: 'commands.files-required',
  en: 'missing argument: the files to scan',
  zh: '需要指定文件',
} as const

export const GIVE_FILES = {
  key: 'commands.give-files',
  en: 'Give files, or "-" for standard input.',
  zh: '请给出文件，或用“-”表示标准输入。',
} as const

export const CANNOT_READ = {
  key: 'commands.cannot-read',
  en: '{path} cannot be read',
  zh: '{path} 无法读取',
} as const

export const CHECK_FILE = {
  key: 'commands.check-file',
  en: 'Check that it is a file that you may read.',
  zh: '请确认它是您有权读取的文件。',
} as const

export const GIVE_EXISTING_FILES = {
  key: 'commands.give-existing-files',
  en: 'Give files that exist.',
  zh: '请给出存在的文件。',
} as const

export const NOT_A_TAG = {
  key: 'commands.not-a-tag',
  en: 'invalid tag "{word}"',
  zh: '“{word}”不是标签',
} as const

export const TAGS_AFTER_WORD = {
  key: 'commands.tags-after-word',
  en: 'after "{word}" come tags, without a sign',
  zh: '“{word}”之后应为不带符号的标签',
} as const

export const TAG_OF_THAT_NAME = {
  key: 'commands.tag-of-that-name',
  en: 'For example: memdir tag MEMORY {word} release. A tag that is called so: memdir tag MEMORY +{word}.',
  zh: '例如：memdir tag MEMORY {word} release。若标签就叫这个名字：memdir tag MEMORY +{word}。',
} as const

export const NO_COMMAS = {
  key: 'commands.no-commas',
  en: 'Give words without commas.',
  zh: '请给出不含逗号的词。',
} as const

export const CHANGE_AND_RANGE = {
  key: 'commands.change-and-range',
  en: 'a change and a range cannot be undone together',
  zh: '不能同时撤销单个更改和一个范围',
} as const

export const NOTHING_UNDONE = {
  key: 'commands.nothing-undone',
  en: 'nothing was undone: {reason}',
  zh: '未撤销任何更改：{reason}',
} as const

export const NOTHING_UNDONE_MORE = {
  key: 'commands.nothing-undone-more',
  en: 'nothing was undone: {reason} (and {more} more)',
  zh: '未撤销任何更改：{reason}（另有 {more} 个）',
} as const

export const SEE_DIFF = {
  key: 'commands.see-diff',
  en: '`memdir diff {change}` shows what it did; `memdir log` what came after.',
  zh: '用 `memdir diff {change}` 查看它的内容，用 `memdir log` 查看之后的更改。',
} as const

export const NOTHING_TO_UNDO = {
  key: 'commands.nothing-to-undo',
  en: 'nothing to undo',
  zh: '没有可撤销的更改',
} as const

export const SEE_LOG = {
  key: 'commands.see-log',
  en: 'See `memdir log`.',
  zh: '请看 `memdir log`。',
} as const

export const STAYS_ON = {
  key: 'commands.stays-on',
  en: 'saved, but memory stays on: {reason} decides',
  zh: '已保存，但记忆仍为开：由 {reason} 决定',
} as const

export const SEE_CONFIG_SOURCES = {
  key: 'commands.see-config-sources',
  en: 'Change that, or see `memdir config` for where each value comes from.',
  zh: '请更改该项，或用 `memdir config` 查看各值的来源。',
} as const

export const MEMORY_SHARE_OR_OWN = {
  key: 'commands.memory-share-or-own',
  en: 'invalid value "{value}" for --memory',
  zh: '--memory 只能是 share 或 own，而不是“{value}”',
} as const

export const NOT_UNDONE = {
  key: 'commands.not-undone',
  en: 'Not undone: {file}: {reason}',
  zh: '未撤销：{file}：{reason}',
} as const

export const STAYS_OFF = {
  key: 'commands.stays-off',
  en: 'saved, but memory stays off: {reason} decides',
  zh: '已保存，但记忆仍为关：由 {reason} 决定',
} as const
