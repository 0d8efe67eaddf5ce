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
  en: '{path} was not changed, because {reason}',
  zh: '未更改 {path}：{reason}',
} as const

export const LEADS_ELSEWHERE = {
  key: 'trust.leads-elsewhere',
  en: '{at} is a symbolic link to {target}',
  zh: '{at} 是指向 {target} 的符号链接',
} as const

export const HAS_OTHER_NAMES = {
  key: 'trust.has-other-names',
  en: 'it has another name elsewhere (a hard link)',
  zh: '它在别处还有另一个名称（硬链接）',
} as const

export const NOT_WRITTEN_FIX = {
  key: 'trust.not-written-fix',
  en: 'A repository must not lead memdir to other files. See what is there (ls -ld {at}), put a plain file or directory in its place, or nothing, and try again.',
  zh: '仓库不得将 memdir 引向其他文件。请查看该处内容（ls -ld {at}），换成普通文件或目录，或将其删除，然后重试。',
} as const
