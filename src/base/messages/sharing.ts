// Sharing a directory of memories with an agent.
import { texts } from './message.ts'

export const sharingTexts = texts('sharing', {
  removedWhileSharedStill: ['Removed while it was shared, and still in memdir’s directory: {again}. To remove them here too: memdir rm', '共享期间已删除、但仍在 memdir 目录中：{again}。如需一并删除：memdir rm'],
  copiedHereOne: ['{count memory|memories} of {agent} is copied to memdir’s directory; its files stay', '将 {agent} 的 {count} 条记忆复制到 memdir 的目录，原文件保留'],
  copiedHere: ['{count memory|memories} of {agent} are copied to memdir’s directory; its files stay', '将 {agent} 的 {count} 条记忆复制到 memdir 的目录，原文件保留'],
  copiedToProjectOne: ['{count memory|memories} of {agent} is copied to it; its files stay', '将 {agent} 的 {count} 条记忆复制到该目录，原文件保留'],
  copiedToProject: ['{count memory|memories} of {agent} are copied to it; its files stay', '将 {agent} 的 {count} 条记忆复制到该目录，原文件保留'],
  copiedThereOne: ['{count memory|memories} is copied to it; memdir’s own directory keeps its files', '将复制 {count} 条记忆到该目录；memdir 自己目录中的文件保留'],
  copiedThere: ['{count memory|memories} are copied to it; memdir’s own directory keeps its files', '将复制 {count} 条记忆到该目录；memdir 自己目录中的文件保留'],
  backNone: ['Memories of this project: {directory}; nothing is copied to it from {from}, which keeps its files', '此项目的记忆目录：{directory}；从 {from} 复制期间写入的 0 条记忆，原文件保留'],
  backOne: ['Memories of this project: {directory}; {count memory|memories} written since then is copied to it from {from}, which keeps its files', '此项目的记忆目录：{directory}；从 {from} 复制期间写入的 {count} 条记忆，原文件保留'],
  back: ['Memories of this project: {directory}; {count memory|memories} written since then are copied to it from {from}, which keeps its files', '此项目的记忆目录：{directory}；从 {from} 复制期间写入的 {count} 条记忆，原文件保留'],
})
