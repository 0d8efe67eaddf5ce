// What hooks and settings say about what a project asks for and is not approved.

export const TRUST_WAITS = {
  key: 'trust.trust-waits',
  en: 'This project asks for things that need your approval, and they are ignored until then ({parts}). Look at them and decide, in a terminal: memdir trust',
  zh: '此项目要求的一些内容需要您批准，在此之前不会生效（{parts}）。请在终端中查看并决定：memdir trust',
} as const

export const TRUST_DAMAGED = {
  key: 'trust.trust-damaged',
  en: '{path} cannot be understood, so nothing that projects ask for counts as approved. Approve it again with memdir trust.',
  zh: '无法理解 {path}，因此任何项目要求的内容都不算已批准。请用 memdir trust 重新批准。',
} as const

export const FILE_REFUSED = {
  key: 'trust.file-refused',
  en: '{path} is not read: {reason}',
  zh: '未读取 {path}：{reason}',
} as const

export const IS_LINK = {
  key: 'trust.is-link',
  en: 'its path contains a symbolic link, which could lead anywhere',
  zh: '其路径中有符号链接，可能指向任何位置',
} as const

export const IN_SUBMODULE = {
  key: 'trust.in-submodule',
  en: 'it belongs to a submodule, which is another repository',
  zh: '它属于子模块，即另一个仓库',
} as const

export const IS_NO_FILE = {
  key: 'trust.is-no-file',
  en: 'it is not a regular file',
  zh: '它不是普通文件',
} as const

export const IS_TOO_LARGE = { key: 'trust.is-too-large', en: 'it is too large', zh: '文件过大' } as const

export const IS_UNREADABLE = { key: 'trust.is-unreadable', en: 'it cannot be read', zh: '无法读取' } as const

export const NOT_WRITTEN = {
  key: 'trust.not-written',
  en: '{path} is not a plain file in a plain directory of this project, so nothing was written',
  zh: '{path} 不是此项目普通目录中的普通文件，因此未写入任何内容',
} as const

export const NOT_WRITTEN_FIX = {
  key: 'trust.not-written-fix',
  en: 'Remove the link or submodule, or change your own settings instead.',
  zh: '请移除该链接或子模块，或改为更改您自己的设置。',
} as const

export const NEWER_TRUST = {
  key: 'trust.newer-trust',
  en: '{path} was written by a newer memdir, so nothing was changed',
  zh: '{path} 由更新版本的 memdir 写入，因此未作任何更改',
} as const

export const NEWER_TRUST_FIX = {
  key: 'trust.newer-trust-fix',
  en: 'Update memdir.',
  zh: '请更新 memdir。',
} as const
