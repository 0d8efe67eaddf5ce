// System errors.

import { texts } from './message.ts'

export const ioTexts = texts('io', {
  ioFailed: ['{doing} failed: {reason}', '{doing}失败：{reason}'],
  thisOperation: ['This', '操作'],
  writingMemory: ['Writing the memory', '写入记忆'],
  readingMemory: ['Reading {file}', '读取 {file} '],
  readingMemories: ['Reading the memory directory', '读取记忆目录'],
  writingSearchData: ['Writing the search data', '写入搜索数据'],
  writingLedger: ['Writing the spend ledger', '写入花费账本'],
  readingLedger: ['Reading the spend ledger', '读取花费账本'],
  writingLog: ['Writing the conversation log', '写入对话日志'],
  openingLog: ['Opening the conversation log', '打开对话日志'],
  writingFile: ['Writing {path}', '写入 {path}'],
  writeDenied: ['permission denied to write in {path}', '没有权限写入 {path}'],
  denied: ['permission denied for {path}', '没有权限访问 {path}'],
  readOnlyReason: ['the file system of {path} is read-only', '{path} 所在的文件系统是只读的'],
  noSpace: ['no space left on the disk', '磁盘空间不足'],
  nothingChanged: ['Nothing was changed; try again.', '未更改任何内容；请重试。'],
  diskFull: ['Free some disk space (`df -h`, `df -i`) and try again.', '请释放磁盘空间（`df -h`、`df -i`）后重试。'],
  roomMade: ['the disk has no room for another file; {directory} was emptied, what was in it is made again', '磁盘无法再存放文件；已清空 {directory}，其中的内容会重新生成'],
  quotaUsedUp: ['Your disk quota is used up; free some space and try again.', '磁盘配额已用完；请释放空间后重试。'],
  checkOwner: ['Check who owns the directory and its permissions.', '请检查目录的所有者和权限。'],
  readOnly: ['The file system is read-only; choose another directory.', '文件系统是只读的；请选择其他目录。'],
  tooManyFiles: ['Too many files are open; close some programs or raise the limit (ulimit -n).', '打开的文件过多；请关闭一些程序或提高限制（ulimit -n）。'],
  tooManyFilesHere: ['Too many files are open on this machine; close some programs.', '此计算机打开的文件过多；请关闭一些程序。'],
  diskError: ['The disk reported an error; check it before you write again.', '磁盘报告错误；再次写入前请先检查。'],
  isWriting: ['{who} is writing and did not finish in time', '{who} 正在写入，未能及时完成'],
  waitForIt: ['Wait for it and try again; if it hangs, end that process.', '请稍候重试；如果它卡住，请结束该进程。'],
  newerState: ['{path} was written by a newer memdir, so nothing was changed', '{path} 由更新版本的 memdir 写入，因此未作任何更改'],
  newerStateFix: ['Update memdir.', '请更新 memdir。'],
})

/** What the system says, by its code, with the place where that is known. */
export const SYSTEM_REASONS = {
  write_denied: ioTexts.writeDenied,
  denied: ioTexts.denied,
  read_only: ioTexts.readOnlyReason,
} as const
