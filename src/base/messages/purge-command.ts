// What `memdir purge` says.
import { texts } from './message.ts'

export const purgeCommandTexts = texts('purge-command', {
  help: [
    'Erases a memory for good: the file, its pointer, its history, what was made of it, and quotations in memdir’s own transcripts. Names the transcripts of other programs that quote it. It cannot be undone. A memory that was removed before can still be purged by its id or file name.',
    '彻底清除一条记忆：文件、指针、历史、由其生成的数据，以及 memdir 自身记录中的引用；并列出引用它的其他程序的记录。无法撤销。已删除的记忆也可按编号或文件名清除。',
  ],
  optionYes: ['do not ask', '不询问'],
  question: ['Erase "{name}" and its history for good?', '彻底清除“{name}”及其历史？'],
  erasedChangeHistory: ['Erased: {name} ({id}), with {erased change} of its history.', '已清除：{name}（{id}），包括 {erased} 条历史。'],
  moreJson: ['  … and {more} more (--json)', '  ……还有 {more} 个（--json）'],
})
