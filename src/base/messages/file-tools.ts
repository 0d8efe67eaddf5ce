// What goes wrong when a tool reads or writes a file.

export const FILE_CHANGED = {
  key: 'file-tools.file-changed',
  en: '{file} was changed in the meantime; nothing was written',
  zh: '{file} 在此期间已被更改；未写入任何内容',
} as const
export const FILE_CHANGED_FIX = {
  key: 'file-tools.file-changed-fix',
  en: 'Read it again and repeat the change.',
  zh: '请重新读取后再修改。',
} as const
export const NOT_ORDINARY = {
  key: 'file-tools.not-ordinary',
  en: '{file} is not an ordinary file that can be read',
  zh: '{file} 不是可读取的普通文件',
} as const
export const NOT_ORDINARY_FIX = {
  key: 'file-tools.not-ordinary-fix',
  en: 'Choose another file.',
  zh: '请选择其他文件。',
} as const
