// Why a directory cannot be a memory directory.

import { texts } from './message.ts'

export const locationsTexts = texts('locations', {
  locationRefused: ['the memory directory of {from} is refused: {problem}', '{from} 指定的记忆目录被拒绝：{problem}'],
  giveFullPath: ['Give the full path of a directory of its own in {from}, or remove it.', '请在 {from} 中给出独立目录的完整路径，或删除该设置。'],
  remoteStorageRoot: ['the remote storage root', '远程存储根目录'],
  hasNul: ['it has a NUL byte', '含有 NUL 字节'],
  isUnc: ['it is a network (UNC) path', '是网络（UNC）路径'],
  isDriveRoot: ['it is a drive root', '是驱动器根目录'],
  isRelative: ['it is relative', '是相对路径'],
  isRoot: ['it is the root of the file system', '是文件系统根目录'],
  isBelowRoot: ['it is directly below the root of the file system', '直接位于文件系统根目录下'],
  isHome: ['it is the home directory itself', '是主目录本身'],
})
