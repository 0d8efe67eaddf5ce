// What is said about memories in a memory directory: which one is meant, and why one was not written.

export const MEMORY_GONE = {
  key: 'store.memory-gone',
  en: '{file} does not exist any more',
  zh: '{file} 已不存在',
} as const

export const SEE_LIST = {
  key: 'store.see-list',
  en: 'See `memdir list`.',
  zh: '请用 `memdir list` 查看。',
} as const

export const NO_SUCH_MEMORY = {
  key: 'store.no-such-memory',
  en: 'no such memory: "{reference}"',
  zh: '没有记忆“{reference}”',
} as const

export const SEE_LIST_IDS = {
  key: 'store.see-list-ids',
  en: '`memdir list` shows ids and file names; `memdir search WORDS` finds memories by what they say.',
  zh: '`memdir list` 列出编号和文件名；`memdir search 词语` 按内容查找。',
} as const

export const AMBIGUOUS_MEMORY = {
  key: 'store.ambiguous-memory',
  en: '"{reference}" is ambiguous: {matches}',
  zh: '“{reference}”不唯一，可能是：{matches}',
} as const

export const GIVE_MORE_OF_ID = {
  key: 'store.give-more-of-id',
  en: 'Give more characters of the id, or the whole file name.',
  zh: '请给出更长的编号或完整文件名。',
} as const

export const REMOVED_BY_ANOTHER = {
  key: 'store.removed-by-another',
  en: '{file} was removed by another program',
  zh: '{file} 已被其他程序删除',
} as const

export const TRY_AGAIN = { key: 'store.try-again', en: 'Try again.', zh: '请重试。' } as const

export const CREATED_BY_ANOTHER = {
  key: 'store.created-by-another',
  en: '{file} was created by another program in the meantime; nothing was written',
  zh: '{file} 已被其他程序创建；未写入任何内容',
} as const

export const NOT_UTF8_LEFT = {
  key: 'store.not-utf8-left',
  en: 'the file is not UTF-8 text, so it was not changed',
  zh: '文件不是 UTF-8 文本，未作更改',
} as const

export const SAVE_AS_UTF8 = {
  key: 'store.save-as-utf8',
  en: 'Save it as UTF-8 with another program first.',
  zh: '请先用其他程序保存为 UTF-8。',
} as const

export const NOT_UTF8_CHANGE = {
  key: 'store.not-utf8-change',
  en: 'the file is not UTF-8 text, so a change would damage it',
  zh: '文件不是 UTF-8 文本，修改会损坏它',
} as const

export const CONVERT_FIRST = {
  key: 'store.convert-first',
  en: 'Convert it to UTF-8 in an editor first.',
  zh: '请先在编辑器中转换为 UTF-8。',
} as const

export const NOT_UTF8 = {
  key: 'store.not-utf8',
  en: '{file} is not UTF-8 text; nothing was written',
  zh: '{file} 不是 UTF-8 文本；未写入任何内容',
} as const

export const CONVERT_AND_SAVE = {
  key: 'store.convert-and-save',
  en: 'Convert it to UTF-8 and save again.',
  zh: '请转换为 UTF-8 后重新保存。',
} as const

export const SECRET_IN_NAME = {
  key: 'store.secret-in-name',
  en: 'the file name contains a secret; nothing was written',
  zh: '文件名含有密钥；未写入任何内容',
} as const

export const WRITTEN_TWICE = {
  key: 'store.written-twice',
  en: '{file} is written twice in one operation; nothing was written',
  zh: '{file} 在一次操作中写入了两次；未写入任何内容',
} as const

export const WRITE_ONCE = {
  key: 'store.write-once',
  en: 'Write it once, or in two operations.',
  zh: '请只写一次，或分两次写入。',
} as const

export const FILE_CHANGED_SINCE = {
  key: 'store.file-changed-since',
  en: '{file} was changed in the meantime; nothing was written',
  zh: '{file} 在此期间已被更改；未写入任何内容',
} as const

export const FILE_REMOVED_SINCE = {
  key: 'store.file-removed-since',
  en: '{file} was removed in the meantime; nothing was written',
  zh: '{file} 在此期间已被删除；未写入任何内容',
} as const

export const EXISTS_ALREADY = {
  key: 'store.exists-already',
  en: '{file} exists already; nothing was written',
  zh: '{file} 已经存在；未写入任何内容',
} as const

export const CHOOSE_OTHER_NAME = {
  key: 'store.choose-other-name',
  en: 'Choose another name, or change what is there with `memdir edit`.',
  zh: '请换一个名称，或用 `memdir edit` 修改已有的内容。',
} as const

export const REPEAT_THE_CHANGE = {
  key: 'store.repeat-the-change',
  en: 'Look at it again (`memdir show`) and repeat the change.',
  zh: '请重新查看（`memdir show`）后再修改。',
} as const

export const HIDDEN_CHARACTER = {
  key: 'store.hidden-character',
  en: 'line {line} contains an invisible control character ({codePoint}) that can hide instructions',
  zh: '第 {line} 行含有可隐藏指令的不可见控制字符（{codePoint}）',
} as const

export const REMOVE_AND_SAVE = {
  key: 'store.remove-and-save',
  en: 'Remove it and save again.',
  zh: '请删除后重新保存。',
} as const

export const INVISIBLE_REMOVED = {
  key: 'store.invisible-removed',
  en: 'invisible characters were removed',
  zh: '已移除不可见字符',
} as const

export const LINE_OF_TEXT = {
  key: 'store.line-of-text',
  en: 'line {line} of the text',
  zh: '文本第 {line} 行',
} as const

export const LINE_OF_FILE = {
  key: 'store.line-of-file',
  en: 'line {line} of the file',
  zh: '文件第 {line} 行',
} as const

export const MAY_HOLD_SECRET = {
  key: 'store.may-hold-secret',
  en: '{at} may contain a secret ({rule})',
  zh: '{at}可能含有密钥（{rule}）',
} as const

export const PURGE_IF_SECRET = {
  key: 'store.purge-if-secret',
  en: 'if it is a secret: `memdir purge {id}` removes the memory and every former version of it; save it again without',
  zh: '如果确实是密钥：`memdir purge {id}` 会删除这条记忆及其所有历史版本；然后去掉密钥重新保存',
} as const

export const SECRET_CUT_OUT = {
  key: 'store.secret-cut-out',
  en: 'a secret was removed from {at} ({rule})',
  zh: '已从{at}删去密钥（{rule}）',
} as const

export const SECRET_IN_SHARED = {
  key: 'store.secret-in-shared',
  en: 'it contains a secret ({found}), and shared memory is read by others',
  zh: '其中含有密钥（{found}），而共享记忆会被他人读取',
} as const

export const SECRET_AT = {
  key: 'store.secret-at',
  en: '{rule} in {at}',
  zh: '{at} {rule}',
} as const

export const TAKE_SECRET_OUT = {
  key: 'store.take-secret-out',
  en: 'Remove the secret and save again.',
  zh: '请移除密钥后重新保存。',
} as const

export const INDEX_LEFT_ALONE = {
  key: 'store.index-left-alone',
  en: 'the index {file} was not changed: {reason}',
  zh: '索引 {file} 无法写入，未作更改：{reason}',
} as const
