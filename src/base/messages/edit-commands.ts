// Errors of the commands that change single memories: edit, tag, merge, memory.

import { texts } from './message.ts'

export const editCommandsTexts = texts('edit-commands', {
  setWithoutEquals: ['--set "{assignment}" has no "="', '--set “{assignment}”缺少“=”'],
  unknownField: ['unknown field "{name}"', '未知字段“{name}”'],
  setWithoutValue: ['--set {field}= has no value', '--set {field}= 没有值'],
  toUnset: ['To remove it: --unset {field}.', '如需删除：--unset {field}。'],
  fieldOutOfRange: ['{field} must be a number from {min} to {max}, not "{value}"', '{field} 必须是 {min} 到 {max} 之间的数字，而不是“{value}”'],
  exampleSet: ['For example: --set {field}={max}.', '例如：--set {field}={max}。'],
  nothingToChange: ['nothing to change', '没有要更改的内容'],
  giveChange: ['Give --content or --set, or run it in a terminal.', '请给出 --content 或 --set，或在终端中运行。'],
  emptyTextCancelled: ['the text was empty, so nothing was changed', '文本为空，未更改任何内容'],
  editorFailed: ['the editor ended with an error, so nothing was changed', '编辑器异常退出，未更改任何内容'],
  checkEditor: ['Check $EDITOR and try again.', '请检查 $EDITOR 后重试。'],
  textKept: ['Your text is kept in {path}.', '您的文本保存在 {path}。'],
  actionRequired: ['missing --action', '需要指定操作'],
  actionNeedsOption: ['--action {action} needs --{option}', '--action {action} 需要 --{option}'],
  giveActionOption: ['Give --{option}; `memdir memory --help` shows all options.', '请给出 --{option}；用 `memdir memory --help` 查看所有选项。'],
  mergeNeedsTwo: ['merge needs two memories', '合并需要两条记忆'],
  giveTwoOrNone: ['Give two, or none to find them.', '请给出两条，或不给以自动查找。'],
  sameMemory: ['these are the same memory', '这是同一条记忆'],
  giveTwoDifferent: ['Give two different ones.', '请给出两条不同的记忆。'],
  notATag: ['invalid tag "{word}"', '“{word}”不是标签'],
  tagsAfterWord: ['after "{word}" come tags, without a sign', '“{word}”之后应为不带符号的标签'],
  tagOfThatName: ['For example: memdir tag MEMORY {word} release. A tag that is called so: memdir tag MEMORY +{word}.', '例如：memdir tag MEMORY {word} release。若标签就叫这个名字：memdir tag MEMORY +{word}。'],
  noCommas: ['Give words without commas.', '请给出不含逗号的词。'],
  moveWhere: ['where to? Give either --everywhere or --here', '移到哪里？请给出 --everywhere 或 --here 之一'],
  moveWhereFix: ['For example: memdir move k3v9 --everywhere', '例如：memdir move k3v9 --everywhere'],
})
