// Why a directory cannot be a memory directory.

export const LOCATION_REFUSED = {
  key: 'locations.location-refused',
  en: 'the memory directory of {from} is refused: {problem}',
  zh: '{from} 指定的记忆目录被拒绝：{problem}',
} as const

export const GIVE_FULL_PATH = {
  key: 'locations.give-full-path',
  en: 'Give the full path of a directory of its own in {from}, or remove it.',
  zh: '请在 {from} 中给出独立目录的完整路径，或删除该设置。',
} as const

export const REMOTE_STORAGE_ROOT = {
  key: 'locations.remote-storage-root',
  en: 'the remote storage root',
  zh: '远程存储根目录',
} as const

export const HAS_NUL = { key: 'locations.has-nul', en: 'it has a NUL byte', zh: '含有 NUL 字节' } as const

export const IS_UNC = {
  key: 'locations.is-unc',
  en: 'it is a network (UNC) path',
  zh: '是网络（UNC）路径',
} as const

export const IS_DRIVE_ROOT = {
  key: 'locations.is-drive-root',
  en: 'it is a drive root',
  zh: '是驱动器根目录',
} as const

export const IS_RELATIVE = { key: 'locations.is-relative', en: 'it is relative', zh: '是相对路径' } as const

export const IS_ROOT = {
  key: 'locations.is-root',
  en: 'it is the root of the file system',
  zh: '是文件系统根目录',
} as const

export const IS_BELOW_ROOT = {
  key: 'locations.is-below-root',
  en: 'it is directly below the root of the file system',
  zh: '直接位于文件系统根目录下',
} as const

export const IS_HOME = {
  key: 'locations.is-home',
  en: 'it is the home directory itself',
  zh: '是主目录本身',
} as const
