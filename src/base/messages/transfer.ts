// What is said of imports and exports.

export const IMPORT_CONFLICT = {
  key: 'transfer.import-conflict',
  en: '{file} is there with another text; nothing was imported',
  zh: '{file} 已存在且内容不同；未导入任何内容',
} as const
export const IMPORT_CONFLICT_FIX = {
  key: 'transfer.import-conflict-fix',
  en: 'Give --keep to keep what is there, or --replace to take what is imported.',
  zh: '用 --keep 保留现有内容，或用 --replace 采用导入的内容。',
} as const
export const CONFLICT_UNUSED = {
  key: 'transfer.conflict-unused',
  en: '--keep and --replace count for your own exports and with --trust; what waits is added beside what is there',
  zh: '--keep 和 --replace 仅对本机自己的导出或加 --trust 时有效；等待的内容会与现有内容并存',
} as const
export const MANY_PLAIN_FILES = {
  key: 'transfer.many-plain-files',
  en: '{count} files in it have no frontmatter and may be anything ({files}, …); nothing was imported',
  zh: '其中 {count} 个文件没有 frontmatter，不一定是记忆（{files} 等）；未导入任何内容',
} as const
export const MANY_PLAIN_FILES_FIX = {
  key: 'transfer.many-plain-files-fix',
  en: 'Look with --dry-run; add --yes if all of them are meant.',
  zh: '可先用 --dry-run 查看；若确实要全部导入，请加 --yes。',
} as const
export const IMPORT_BY_PERSON = {
  key: 'transfer.import-by-person',
  en: 'only the person takes or refuses an import; nothing was changed',
  zh: '导入的内容只能由用户本人接受或拒绝；未更改任何内容',
} as const
export const IMPORT_BY_PERSON_FIX = {
  key: 'transfer.import-by-person-fix',
  en: 'They do it in a terminal of their own: `memdir inbox`.',
  zh: '用户可在自己的终端中处理：`memdir inbox`。',
} as const
export const IMPORT_ANSWERED = {
  key: 'transfer.import-answered',
  en: 'the import {id} does not wait any more: it was answered elsewhere',
  zh: '导入 {id} 已不在等待：已在别处处理',
} as const
export const INCLUDE_NOT_READ = {
  key: 'transfer.include-not-read',
  en: '@{path} takes in another file, which was not read: import that file as well',
  zh: '@{path} 引入了另一个文件，该文件未被读取：请另行导入它',
} as const

export const REMOVED_BEFORE = {
  key: 'transfer.removed-before',
  en: 'left out, because you removed or refused it here before; `memdir add` keeps it all the same',
  zh: '未导入，因为您以前在这里删除或拒绝过它；仍要保留请用 `memdir add`',
} as const
export const FUTURE_TIMES = {
  key: 'transfer.future-times',
  en: 'dates in the future: {count}; these memories count as saved now',
  zh: '有 {count} 条记忆的日期在未来；一律按现在保存计算',
} as const

export const WAITS_UNTIL_TAKEN = {
  key: 'transfer.waits-until-taken',
  en: 'No agent is given any of it before you take it:',
  zh: '在您接受之前，其中任何内容都不会提供给代理：',
} as const
export const READ_WHOLE = { key: 'transfer.read-whole', en: 'read all of it', zh: '查看全部内容' } as const
export const TAKE_WHOLE = { key: 'transfer.take-whole', en: 'take all', zh: '全部接受' } as const
export const TAKE_ONE = {
  key: 'transfer.take-one',
  en: 'take only number 1',
  zh: '只接受第 1 条',
} as const
export const TAKE_PART = {
  key: 'transfer.take-part',
  en: 'take only numbers 1, 3, 4 and 5',
  zh: '只接受第 1、3、4、5 条',
} as const
export const THROW_AWAY = { key: 'transfer.throw-away', en: 'throw all of it away', zh: '全部丢弃' } as const

export const IMPORTED_FROM = {
  key: 'transfer.imported-from',
  en: 'import from {format}',
  zh: '从 {format} 导入',
} as const

export const RECORD_PROBLEM = {
  key: 'transfer.record-problem',
  en: 'memory {at} was left out: {problem}',
  zh: '第 {at} 条记忆未导入：{problem}',
} as const

export const NOT_EMPTY = {
  key: 'transfer.not-empty',
  en: '{directory} is not empty; nothing was written',
  zh: '{directory} 不是空目录；未写入任何内容',
} as const
export const NOT_EMPTY_FIX = {
  key: 'transfer.not-empty-fix',
  en: 'Give a directory that is empty or does not exist.',
  zh: '请给出一个空目录或尚不存在的目录。',
} as const

const FILE_OR_DIRECTORY = {
  key: 'transfer.file-or-directory',
  en: 'Give a file or a directory.',
  zh: '请给出文件或目录。',
} as const
const NAME_THE_FORMAT = {
  key: 'transfer.name-the-format',
  en: 'Name its format with --format, one of {formats}.',
  zh: '请用 --format 指明格式：{formats}。',
} as const

/** Why something cannot be imported, and what to do. */
export const IMPORT_REFUSALS = {
  missing: {
    problem: { key: 'transfer.missing', en: '{path} does not exist', zh: '{path} 不存在' },
    fix: FILE_OR_DIRECTORY,
  },
  special: {
    problem: {
      key: 'transfer.special',
      en: '{path} is neither a file nor a directory',
      zh: '{path} 既不是文件也不是目录',
    },
    fix: FILE_OR_DIRECTORY,
  },
  tooLarge: {
    problem: { key: 'transfer.too-large', en: '{path} is larger than 256 MB', zh: '{path} 超过 256 MB' },
    fix: {
      key: 'transfer.too-large-fix',
      en: 'Split it and import the parts.',
      zh: '请拆分后分别导入。',
    },
  },
  tooMany: {
    problem: {
      key: 'transfer.too-many',
      en: '{path} holds {count} memories, more than the {most} of one import; nothing was imported',
      zh: '{path} 含 {count} 条记忆，超过一次导入的上限 {most} 条；未导入任何内容',
    },
    fix: {
      key: 'transfer.too-many-fix',
      en: 'Split it and import the parts.',
      zh: '请拆分后分别导入。',
    },
  },
  tooWide: {
    problem: {
      key: 'transfer.too-wide',
      en: '{path} is not a directory of memories: it is the whole disk, a home directory, a part of .git or node_modules, or holds too many directories',
      zh: '{path} 不是记忆目录：它是整个磁盘、主目录、.git 或 node_modules 的一部分，或包含过多子目录',
    },
    fix: {
      key: 'transfer.too-wide-fix',
      en: 'Name the directory in which the memories are.',
      zh: '请指明存放记忆的目录。',
    },
  },
  badEntry: {
    problem: {
      key: 'transfer.bad-entry',
      en: '{path} cannot be imported: entry {at} has no text in "{field}"; nothing was imported',
      zh: '无法导入 {path}：第 {at} 条的“{field}”没有文本；未导入任何内容',
    },
    fix: {
      key: 'transfer.bad-entry-fix',
      en: 'Correct or remove that entry and import again.',
      zh: '请改正或删除该条后重新导入。',
    },
  },
  tooDeep: {
    problem: {
      key: 'transfer.too-deep',
      en: '{path} cannot be imported: its JSON is nested more than 64 levels deep',
      zh: '无法导入 {path}：JSON 嵌套超过 64 层',
    },
    fix: {
      key: 'transfer.too-deep-fix',
      en: 'Check what wrote it: no known format is nested like that.',
      zh: '请检查该文件的来源：已知格式都不会这样嵌套。',
    },
  },
  otherFormat: {
    problem: {
      key: 'transfer.other-format',
      en: '{path} cannot be imported: it is not in the {format} form',
      zh: '无法导入 {path}：它不是 {format} 格式',
    },
    fix: {
      key: 'transfer.other-format-fix',
      en: 'Leave --format out to let memdir find it out, or name another.',
      zh: '去掉 --format 由 memdir 自动识别，或指定其他格式。',
    },
  },
  unreadable: {
    problem: {
      key: 'transfer.unreadable',
      en: '{path} cannot be imported: it cannot be read',
      zh: '无法导入 {path}：无法读取',
    },
    fix: NAME_THE_FORMAT,
  },
  denied: {
    problem: {
      key: 'transfer.denied',
      en: '{path} cannot be read: permission denied',
      zh: '无法读取 {path}：没有权限',
    },
    fix: {
      key: 'transfer.denied-fix',
      en: 'Check who owns the file and its permissions.',
      zh: '请检查文件的所有者和权限。',
    },
  },
  notText: {
    problem: {
      key: 'transfer.not-text',
      en: '{path} is not text (binary data, or not UTF-8); nothing was imported',
      zh: '{path} 不是文本（二进制数据，或不是 UTF-8）；未导入任何内容',
    },
    fix: {
      key: 'transfer.not-text-fix',
      en: 'Take it away, or convert it to UTF-8, and import again.',
      zh: '请移走该文件或转换为 UTF-8，然后重新导入。',
    },
  },
  noObservations: {
    problem: {
      key: 'transfer.no-observations',
      en: '{path} cannot be imported: it has no table of observations',
      zh: '无法导入 {path}：没有 observations 表',
    },
    fix: NAME_THE_FORMAT,
  },
  unknownForm: {
    problem: {
      key: 'transfer.unknown-form',
      en: '{path} cannot be imported: its format is not recognised',
      zh: '无法导入 {path}：格式未知',
    },
    fix: NAME_THE_FORMAT,
  },
  badLine: {
    problem: {
      key: 'transfer.bad-line',
      en: '{path} cannot be imported: line {line} is not a JSON object',
      zh: '无法导入 {path}：第 {line} 行不是 JSON 对象',
    },
    fix: NAME_THE_FORMAT,
  },
} as const
export type ImportRefusal = keyof typeof IMPORT_REFUSALS

export const EXPORT_REFUSED = {
  key: 'transfer.export-refused',
  en: 'the import was refused: {reason}; nothing was changed',
  zh: '导入被拒绝：{reason}；未更改任何内容',
} as const
export const EXPORT_REFUSED_FIX = {
  key: 'transfer.export-refused-fix',
  en: 'Correct the file and import it again.',
  zh: '请改正文件后重新导入。',
} as const
/** What is wrong with an export of memdir. */
export const EXPORT_PROBLEMS = {
  newer: {
    key: 'transfer.newer',
    en: 'it was written by a newer version of memdir',
    zh: '由更新版本的 memdir 写入',
  },
  incomplete: {
    key: 'transfer.incomplete',
    en: 'memory {at} has no file or no content',
    zh: '第 {at} 条记忆没有文件名或内容',
  },
  path: { key: 'transfer.path', en: 'memory {at}: {reason}', zh: '第 {at} 条记忆：{reason}' },
  twice: {
    key: 'transfer.twice',
    en: 'memory {at}: {file} is there twice',
    zh: '第 {at} 条记忆：{file} 出现两次',
  },
  noId: { key: 'transfer.no-id', en: 'memory {at} has no id', zh: '第 {at} 条记忆没有 id' },
} as const
export const ENTRY_IS_INDEX = {
  key: 'transfer.index',
  en: '{file} is the name of an index, which memdir makes itself, so it cannot be a memory',
  zh: '{file} 是索引的文件名，索引由 memdir 生成，不能作为记忆',
} as const
export const ENTRY_UNWRITABLE = {
  key: 'transfer.unwritable',
  en: 'it cannot be written as a file',
  zh: '无法写成文件',
} as const
