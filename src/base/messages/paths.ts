// Why a path or a name in a memory directory is refused.

export const PATH_NOT_TEXT = {
  key: 'paths.path-not-text',
  en: 'a path must be text',
  zh: '路径必须是文本',
} as const
export const PATH_EMPTY = { key: 'paths.path-empty', en: 'the path is empty', zh: '路径为空' } as const
export const PATH_NUL = {
  key: 'paths.path-nul',
  en: 'the path has a NUL byte',
  zh: '路径含有 NUL 字节',
} as const
export const PATH_RELATIVE = {
  key: 'paths.path-relative',
  en: 'the path is not absolute',
  zh: '不是绝对路径',
} as const
export const PATH_TOO_LONG = {
  key: 'paths.path-too-long',
  en: 'the path is too long',
  zh: '路径过长',
} as const
export const PATH_DIRECTORY = {
  key: 'paths.path-directory',
  en: 'the path names a directory',
  zh: '路径指向目录',
} as const
export const PATH_UP = {
  key: 'paths.path-up',
  en: 'the path goes up with ".."',
  zh: '路径含有“..”',
} as const
export const PATH_OUTSIDE = {
  key: 'paths.path-outside',
  en: 'the path is outside the memory directory',
  zh: '路径在记忆目录之外',
} as const
export const PATH_DEEP = {
  key: 'paths.path-deep',
  en: 'the path is more than {most} directories deep',
  zh: '路径超过 {most} 层目录',
} as const
export const PATH_EMPTY_PART = {
  key: 'paths.path-empty-part',
  en: 'the path has an empty part',
  zh: '路径含有空的部分',
} as const
export const PATH_NOT_MARKDOWN = {
  key: 'paths.path-not-markdown',
  en: 'only .md files can be written',
  zh: '只能写入 .md 文件',
} as const

export const NAME_DOT = {
  key: 'paths.name-dot',
  en: 'names that start with a dot are not memories',
  zh: '以点开头的名称不是记忆',
} as const
export const NAME_CONTROL = {
  key: 'paths.name-control',
  en: 'the name has a control character',
  zh: '名称含有控制字符',
} as const
export const NAME_INVISIBLE = {
  key: 'paths.name-invisible',
  en: 'the name has an invisible character',
  zh: '名称含有不可见字符',
} as const
export const NAME_SURROGATE = {
  key: 'paths.name-surrogate',
  en: 'the name has half of a character (a lone surrogate)',
  zh: '名称含有半个字符（孤立代理项）',
} as const
export const NAME_RESERVED = {
  key: 'paths.name-reserved',
  en: 'the name has a character that is reserved (< > : " | ? * \\)',
  zh: '名称含有保留字符（< > : " | ? * \\）',
} as const
export const NAME_PERCENT = {
  key: 'paths.name-percent',
  en: 'the name has a percent-encoded character',
  zh: '名称含有百分号编码',
} as const
export const NAME_END = {
  key: 'paths.name-end',
  en: 'the name ends with a space or a dot',
  zh: '名称以空格或点结尾',
} as const
export const NAME_DEVICE = {
  key: 'paths.name-device',
  en: 'the name is reserved for a device on Windows',
  zh: '名称是 Windows 的设备名',
} as const
export const NAME_ALIAS = {
  key: 'paths.name-alias',
  en: 'the name looks like a short alias of another (~1)',
  zh: '名称像是另一名称的短别名（~1）',
} as const
export const NAME_LONG = {
  key: 'paths.name-long',
  en: 'the name is longer than 255 bytes',
  zh: '名称超过 255 字节',
} as const
export const NAME_LOOK_ALIKE = {
  key: 'paths.name-look-alike',
  en: 'the name has a character that can be taken for "/", "." or another letter',
  zh: '名称含有易与“/”“.”或其他字母混淆的字符',
} as const
export const NAME_COLLIDES = {
  key: 'paths.name-collides',
  en: 'other systems take it for {other}, which differs only in upper and lower case',
  zh: '在其他系统上会与 {other} 视为同一文件（仅大小写不同）',
} as const
export const NAME_IS_INDEX = {
  key: 'paths.name-is-index',
  en: 'other systems take it for MEMORY.md, the index',
  zh: '在其他系统上会被视为索引 MEMORY.md',
} as const

export const FILE_NOT_READ = {
  key: 'paths.file-not-read',
  en: '{path} is not read: {reason}',
  zh: '未读取 {path}：{reason}',
} as const
export const FILE_IS_LINK = {
  key: 'paths.file-is-link',
  en: 'it is a symbolic link',
  zh: '是符号链接',
} as const
export const FILE_NOT_REGULAR = {
  key: 'paths.file-not-regular',
  en: 'it is not a regular file',
  zh: '不是普通文件',
} as const
export const FILE_TOO_LARGE = {
  key: 'paths.file-too-large',
  en: 'it is larger than {most} MB',
  zh: '超过 {most} MB',
} as const
export const LINK_DANGLING = {
  key: 'paths.link-dangling',
  en: 'a link on the way leads nowhere',
  zh: '路径中有失效的链接',
} as const
export const LINK_OUT = {
  key: 'paths.link-out',
  en: 'a link leads out of the memory directory',
  zh: '链接指向记忆目录之外',
} as const
export const NOT_A_DIRECTORY = {
  key: 'paths.not-a-directory',
  en: '"{name}" is a link or a file, not a directory',
  zh: '“{name}”是链接或文件，不是目录',
} as const
export const PUT_A_DIRECTORY = {
  key: 'paths.put-a-directory',
  en: 'Choose another path, or put an ordinary directory there.',
  zh: '请选择其他路径，或在此处放置普通目录。',
} as const

export const CANNOT_BE_WRITTEN = {
  key: 'paths.cannot-be-written',
  en: '{file} cannot be written: {reason}',
  zh: '{file} 不能写入：{reason}',
} as const
export const CANNOT_BE_READ = {
  key: 'paths.cannot-be-read',
  en: '{file} cannot be read: {reason}',
  zh: '{file} 无法读取：{reason}',
} as const
export const CHOOSE_ORDINARY_NAME = {
  key: 'paths.choose-ordinary-name',
  en: 'Choose an ordinary .md name inside the memory directory (`memdir path` shows it).',
  zh: '请在记忆目录内使用普通的 .md 文件名（`memdir path` 显示该目录）。',
} as const
export const CHOOSE_ANOTHER_NAME = {
  key: 'paths.choose-another-name',
  en: 'Choose another name.',
  zh: '请选择其他名称。',
} as const
export const LOOK_AT_THE_FILE = {
  key: 'paths.look-at-the-file',
  en: 'Run `memdir doctor`, and put an ordinary file in its place.',
  zh: '请运行 `memdir doctor`，并换成普通文件。',
} as const
export const HARD_LINK_SEPARATED = {
  key: 'paths.hard-link-separated',
  en: '{file} had a second name elsewhere (a hard link); only the memory was changed, the other keeps the old text',
  zh: '{file} 在别处还有另一个名称（硬链接）；只更改了记忆，另一个保留旧内容',
} as const
export const SPLIT_IT = {
  key: 'paths.split-it',
  en: 'Split it into several memories.',
  zh: '请拆分为多条记忆。',
} as const
