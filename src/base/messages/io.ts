// System errors.

export const IO_FAILED = {
  key: 'io.io-failed',
  en: '{doing} failed: {reason}',
  zh: '{doing}失败：{reason}',
} as const

export const THIS_OPERATION = { key: 'io.this-operation', en: 'This', zh: '操作' } as const

export const WRITING_MEMORY = { key: 'io.writing-memory', en: 'Writing the memory', zh: '写入记忆' } as const

export const READING_MEMORY = {
  key: 'io.reading-memory',
  en: 'Reading {file}',
  zh: '读取 {file} ',
} as const

export const READING_MEMORIES = {
  key: 'io.reading-memories',
  en: 'Reading the memory directory',
  zh: '读取记忆目录',
} as const

export const WRITING_SEARCH_DATA = {
  key: 'io.writing-search-data',
  en: 'Writing the search data',
  zh: '写入搜索数据',
} as const

export const WRITING_LEDGER = {
  key: 'io.writing-ledger',
  en: 'Writing the spend ledger',
  zh: '写入花费账本',
} as const

export const READING_LEDGER = {
  key: 'io.reading-ledger',
  en: 'Reading the spend ledger',
  zh: '读取花费账本',
} as const

export const WRITING_LOG = {
  key: 'io.writing-log',
  en: 'Writing the conversation log',
  zh: '写入对话日志',
} as const

export const OPENING_LOG = {
  key: 'io.opening-log',
  en: 'Opening the conversation log',
  zh: '打开对话日志',
} as const

export const WRITING_FILE = { key: 'io.writing-file', en: 'Writing {path}', zh: '写入 {path}' } as const

/** What the system says, by its code, with the place where that is known. */
export const SYSTEM_REASONS = {
  write_denied: {
    key: 'io.write-denied',
    en: 'permission denied to write in {path}',
    zh: '没有权限写入 {path}',
  },
  denied: { key: 'io.denied', en: 'permission denied for {path}', zh: '没有权限访问 {path}' },
  read_only: {
    key: 'io.read-only-reason',
    en: 'the file system of {path} is read-only',
    zh: '{path} 所在的文件系统是只读的',
  },
} as const

export const NO_SPACE = { key: 'io.no-space', en: 'no space left on the disk', zh: '磁盘空间不足' } as const

export const NOTHING_CHANGED = {
  key: 'io.nothing-changed',
  en: 'Nothing was changed; try again.',
  zh: '未更改任何内容；请重试。',
} as const

export const DISK_FULL = {
  key: 'io.disk-full',
  en: 'Free some disk space (`df -h`, `df -i`) and try again.',
  zh: '请释放磁盘空间（`df -h`、`df -i`）后重试。',
} as const
export const ROOM_MADE = {
  key: 'io.room-made',
  en: 'the disk has no room for another file; {directory} was emptied, what was in it is made again',
  zh: '磁盘无法再存放文件；已清空 {directory}，其中的内容会重新生成',
} as const

export const QUOTA_USED_UP = {
  key: 'io.quota-used-up',
  en: 'Your disk quota is used up; free some space and try again.',
  zh: '磁盘配额已用完；请释放空间后重试。',
} as const

export const CHECK_OWNER = {
  key: 'io.check-owner',
  en: 'Check who owns the directory and its permissions.',
  zh: '请检查目录的所有者和权限。',
} as const

export const READ_ONLY = {
  key: 'io.read-only',
  en: 'The file system is read-only; choose another directory.',
  zh: '文件系统是只读的；请选择其他目录。',
} as const

export const TOO_MANY_FILES = {
  key: 'io.too-many-files',
  en: 'Too many files are open; close some programs or raise the limit (ulimit -n).',
  zh: '打开的文件过多；请关闭一些程序或提高限制（ulimit -n）。',
} as const

export const TOO_MANY_FILES_HERE = {
  key: 'io.too-many-files-here',
  en: 'Too many files are open on this machine; close some programs.',
  zh: '此计算机打开的文件过多；请关闭一些程序。',
} as const

export const DISK_ERROR = {
  key: 'io.disk-error',
  en: 'The disk reported an error; check it before you write again.',
  zh: '磁盘报告错误；再次写入前请先检查。',
} as const

export const IS_WRITING = {
  key: 'io.is-writing',
  en: '{who} is writing and did not finish in time',
  zh: '{who} 正在写入，未能及时完成',
} as const

export const WAIT_FOR_IT = {
  key: 'io.wait-for-it',
  en: 'Wait for it and try again; if it hangs, end that process.',
  zh: '请稍候重试；如果它卡住，请结束该进程。',
} as const

export const NEWER_STATE = {
  key: 'io.newer-state',
  en: '{path} was written by a newer memdir, so nothing was changed',
  zh: '{path} 由更新版本的 memdir 写入，因此未作任何更改',
} as const

export const NEWER_STATE_FIX = {
  key: 'io.newer-state-fix',
  en: 'Update memdir.',
  zh: '请更新 memdir。',
} as const
