// What is said of imports and exports.

import { texts } from './message.ts'

export const transferTexts = texts('transfer', {
  importConflict: ['{file} is there with another text; nothing was imported', '{file} 已存在且内容不同；未导入任何内容'],
  importConflictFix: ['Give --keep to keep what is there, or --replace to take what is imported.', '用 --keep 保留现有内容，或用 --replace 采用导入的内容。'],
  conflictUnused: ['--keep and --replace count for your own exports and with --trust; what waits is added beside what is there', '--keep 和 --replace 仅对本机自己的导出或加 --trust 时有效；等待的内容会与现有内容并存'],
  manyPlainFiles: ['{count} files in it have no frontmatter and may be anything ({files}, …); nothing was imported', '其中 {count} 个文件没有 frontmatter，不一定是记忆（{files} 等）；未导入任何内容'],
  manyPlainFilesFix: ['Look with --dry-run; add --yes if all of them are meant.', '可先用 --dry-run 查看；若确实要全部导入，请加 --yes。'],
  importByPerson: ['only the person takes or refuses an import; nothing was changed', '导入的内容只能由用户本人接受或拒绝；未更改任何内容'],
  importByPersonFix: ['They do it in a terminal of their own: `memdir inbox`.', '用户可在自己的终端中处理：`memdir inbox`。'],
  importAnswered: ['the import {id} does not wait any more: it was answered elsewhere', '导入 {id} 已不在等待：已在别处处理'],
  includeNotRead: ['@{path} takes in another file, which was not read: import that file as well', '@{path} 引入了另一个文件，该文件未被读取：请另行导入它'],
  removedBefore: ['left out, because you removed or refused it here before; `memdir add` keeps it all the same', '未导入，因为您以前在这里删除或拒绝过它；仍要保留请用 `memdir add`'],
  futureTimes: ['dates in the future: {count}; these memories count as saved now', '有 {count} 条记忆的日期在未来；一律按现在保存计算'],
  waitsUntilTaken: ['No agent is given any of it before you take it:', '在您接受之前，其中任何内容都不会提供给代理：'],
  readWhole: ['read all of it', '查看全部内容'],
  takeWhole: ['take all', '全部接受'],
  takeOne: ['take only number 1', '只接受第 1 条'],
  takePart: ['take only numbers 1, 3, 4 and 5', '只接受第 1、3、4、5 条'],
  throwAway: ['throw all of it away', '全部丢弃'],
  importedFrom: ['import from {format}', '从 {format} 导入'],
  recordProblem: ['memory {at} was left out: {problem}', '第 {at} 条记忆未导入：{problem}'],
  notEmpty: ['{directory} is not empty; nothing was written', '{directory} 不是空目录；未写入任何内容'],
  notEmptyFix: ['Give a directory that is empty or does not exist.', '请给出一个空目录或尚不存在的目录。'],
  fileOrDirectory: ['Give a file or a directory.', '请给出文件或目录。'],
  nameTheFormat: ['Name its format with --format, one of {formats}.', '请用 --format 指明格式：{formats}。'],
  missing: ['{path} does not exist', '{path} 不存在'],
  special: ['{path} is neither a file nor a directory', '{path} 既不是文件也不是目录'],
  tooLarge: ['{path} is larger than 256 MB', '{path} 超过 256 MB'],
  tooLargeFix: ['Split it and import the parts.', '请拆分后分别导入。'],
  tooMany: ['{path} holds {count} memories, more than the {most} of one import; nothing was imported', '{path} 含 {count} 条记忆，超过一次导入的上限 {most} 条；未导入任何内容'],
  tooManyFix: ['Split it and import the parts.', '请拆分后分别导入。'],
  tooWide: ['{path} is not a directory of memories: it is the whole disk, a home directory, a part of .git or node_modules, or holds too many directories', '{path} 不是记忆目录：它是整个磁盘、主目录、.git 或 node_modules 的一部分，或包含过多子目录'],
  tooWideFix: ['Name the directory in which the memories are.', '请指明存放记忆的目录。'],
  badEntry: ['{path} cannot be imported: entry {at} has no text in "{field}"; nothing was imported', '无法导入 {path}：第 {at} 条的“{field}”没有文本；未导入任何内容'],
  badEntryFix: ['Correct or remove that entry and import again.', '请改正或删除该条后重新导入。'],
  tooDeep: ['{path} cannot be imported: its JSON is nested more than 64 levels deep', '无法导入 {path}：JSON 嵌套超过 64 层'],
  tooDeepFix: ['Check what wrote it: no known format is nested like that.', '请检查该文件的来源：已知格式都不会这样嵌套。'],
  otherFormat: ['{path} cannot be imported: it is not in the {format} form', '无法导入 {path}：它不是 {format} 格式'],
  otherFormatFix: ['Leave --format out to let memdir find it out, or name another.', '去掉 --format 由 memdir 自动识别，或指定其他格式。'],
  unreadable: ['{path} cannot be imported: it cannot be read', '无法导入 {path}：无法读取'],
  denied: ['{path} cannot be read: permission denied', '无法读取 {path}：没有权限'],
  deniedFix: ['Check who owns the file and its permissions.', '请检查文件的所有者和权限。'],
  notText: ['{path} is not text (binary data, or not UTF-8); nothing was imported', '{path} 不是文本（二进制数据，或不是 UTF-8）；未导入任何内容'],
  notTextFix: ['Take it away, or convert it to UTF-8, and import again.', '请移走该文件或转换为 UTF-8，然后重新导入。'],
  noObservations: ['{path} cannot be imported: it has no table of observations', '无法导入 {path}：没有 observations 表'],
  unknownForm: ['{path} cannot be imported: its format is not recognised', '无法导入 {path}：格式未知'],
  badLine: ['{path} cannot be imported: line {line} is not a JSON object', '无法导入 {path}：第 {line} 行不是 JSON 对象'],
  exportRefused: ['the import was refused: {reason}; nothing was changed', '导入被拒绝：{reason}；未更改任何内容'],
  exportRefusedFix: ['Correct the file and import it again.', '请改正文件后重新导入。'],
  newer: ['it was written by a newer version of memdir', '由更新版本的 memdir 写入'],
  incomplete: ['memory {at} has no file or no content', '第 {at} 条记忆没有文件名或内容'],
  path: ['memory {at}: {reason}', '第 {at} 条记忆：{reason}'],
  twice: ['memory {at}: {file} is there twice', '第 {at} 条记忆：{file} 出现两次'],
  noId: ['memory {at} has no id', '第 {at} 条记忆没有 id'],
  index: ['{file} is the name of an index, which memdir makes itself, so it cannot be a memory', '{file} 是索引的文件名，索引由 memdir 生成，不能作为记忆'],
  unwritable: ['it cannot be written as a file', '无法写成文件'],
})

/** Why something cannot be imported, and what to do. */
export const IMPORT_REFUSALS = {
  missing: {
    problem: transferTexts.missing,
    fix: transferTexts.fileOrDirectory,
  },
  special: {
    problem: transferTexts.special,
    fix: transferTexts.fileOrDirectory,
  },
  tooLarge: {
    problem: transferTexts.tooLarge,
    fix: transferTexts.tooLargeFix,
  },
  tooMany: {
    problem: transferTexts.tooMany,
    fix: transferTexts.tooManyFix,
  },
  tooWide: {
    problem: transferTexts.tooWide,
    fix: transferTexts.tooWideFix,
  },
  badEntry: {
    problem: transferTexts.badEntry,
    fix: transferTexts.badEntryFix,
  },
  tooDeep: {
    problem: transferTexts.tooDeep,
    fix: transferTexts.tooDeepFix,
  },
  otherFormat: {
    problem: transferTexts.otherFormat,
    fix: transferTexts.otherFormatFix,
  },
  unreadable: {
    problem: transferTexts.unreadable,
    fix: transferTexts.nameTheFormat,
  },
  denied: {
    problem: transferTexts.denied,
    fix: transferTexts.deniedFix,
  },
  notText: {
    problem: transferTexts.notText,
    fix: transferTexts.notTextFix,
  },
  noObservations: {
    problem: transferTexts.noObservations,
    fix: transferTexts.nameTheFormat,
  },
  unknownForm: {
    problem: transferTexts.unknownForm,
    fix: transferTexts.nameTheFormat,
  },
  badLine: {
    problem: transferTexts.badLine,
    fix: transferTexts.nameTheFormat,
  },
} as const
export type ImportRefusal = keyof typeof IMPORT_REFUSALS
/** What is wrong with an export of memdir. */
export const EXPORT_PROBLEMS = {
  newer: transferTexts.newer,
  incomplete: transferTexts.incomplete,
  path: transferTexts.path,
  twice: transferTexts.twice,
  noId: transferTexts.noId,
} as const
