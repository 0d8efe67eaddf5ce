// What `memdir dream` says.
import { texts } from './message.ts'

export const dreamCommandTexts = texts('dream-command', {
  help: [
    'Brings the memories in order: the same text once, dates that can be read later, the index sorted by topic and without dead pointers; contradictions and likely doubles are listed. With a model (models.main), it also decides about statements that changed since the last time; each of its decisions is checked, and nothing is lost without a reason in the history. It also runs by itself, at most once a day (dream.hours) after five other conversations (dream.conversations). What it did can be undone.',
    '整理记忆：相同的文本只留一份，相对日期改为绝对日期，索引按主题排序并去掉失效指针；列出矛盾与疑似重复。若配置了模型（models.main），还由它判断上次以来有变化的陈述；每个判断都会核验，没有理由的内容不会丢失。它也会自动运行：每天至多一次（dream.hours），且此前另有五次对话（dream.conversations）。所做更改均可撤销。',
  ],
  optionDryRun: ['only show what would change', '仅显示将要更改的内容'],
  optionLogs: ['make memories of the daily logs', '把每日日志提炼成记忆'],
  optionHeld: ['show what waits for you to decide', '显示待您决定的建议'],
  optionAccept: ['do as proposed', '照建议执行'],
  optionRefuse: ['let a proposal go', '放弃某项建议'],
  anotherProcessReadingLogs: ['Another process is reading the logs right now.', '另一个进程正在读取日志。'],
  dailyLogsNoEntry: ['The daily logs have no entry that was not read already: nothing changed.', '每日日志没有未读过的条目：没有任何更改。'],
  entryEntriesReadMemory: ['{entries entry|entries} read, {memories memory|memories} made of them.', '读取 {entries} 条日志，提炼出 {memories} 条记忆。'],
  nothingWaitsDecide: ['Nothing waits for you to decide.', '没有待您决定的建议。'],
  done: ['Done.', '完成。'],
})
