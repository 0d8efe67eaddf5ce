// What `memdir undo` says.
import { texts } from './message.ts'

export const undoCommandTexts = texts('undo-command', {
  help: [
    'Takes back one change (without a name the newest: a whole import, if that was it, or all that was answered at once in the inbox), all since a time, or all from a conversation. An undo can itself be undone.',
    '撤销一次更改（默认最新一次；若是导入或一次对收件箱的批量处理则整体撤销）、某时间以来的全部更改，或来自某对话的全部更改。撤销本身也可撤销。',
  ],
  optionSince: ['all changes since a date or span (2h, 3d)', '某日期或时长以来的全部更改'],
  optionConversation: ['all changes from this conversation', '来自此对话的全部更改'],
  optionDryRun: ['only show what would be undone', '仅显示将撤销的内容'],
  optionYes: ['do not ask', '不询问'],
  question: ['Undo {chosen change}?', '撤销 {chosen} 次更改？'],
  nothingUndo: ['Nothing to undo.', '没有可撤销的更改。'],
  again: [' ({again})', '（{again}）'],
  undone: ['Undone: {what}{redoing}', '已撤销：{what}{redoing}'],
  more: ['  … and {more} more', '  ……还有 {more} 个'],
  memoryMemoriesImport: ['{count memory|memories} of an import', '一次导入的 {count} 条记忆'],
  change: ['{count change}', '{count} 次更改'],
  redoSeeLog: ['to redo: see memdir log', '重做：见 memdir log'],
  redo: ['to redo: {commands}', '重做：{commands}'],
  waitingInboxAgainEntry: ['Waiting in the inbox again: {back entry|entries}{redoing}', '重新在收件箱中等待：{back} 条{redoing}'],
  answeredAgainEntryEntries: ['Answered again: {gone entry|entries}{redoing}', '重新按原答复处理：{gone} 条{redoing}'],
  moreJson: ['  … and {more} more (--json)', '  ……还有 {more} 个（--json）'],
  change2: ['CHANGE', '更改'],
  file: ['FILE', '文件'],
  inbox: ['inbox: {entries}', '收件箱：{entries}'],
  toRedo: [' (to redo: {again})', '（重做：{again}）'],
})
