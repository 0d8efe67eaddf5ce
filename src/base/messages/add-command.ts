// What `memdir add` says.
import { texts } from './message.ts'

export const addCommandTexts = texts('add-command', {
  help: [
    'Remembers a text. Without TEXT, or with "-", it is read from standard input. Name and description are made from the text when they are not given. A text that a memory of the same kind says already is merged into it; one that plainly corrects a memory takes its place.',
    '记住一段文本。不给 TEXT 或给 "-" 时从标准输入读取。未给出名称和描述时会根据文本生成。若同一种类的记忆已有相同文本则合并；若明确更正某条记忆则取代它。',
  ],
  optionImportance: ['importance (3)', '重要性（默认 3）'],
  optionFile: ['file name; implies --separate', '文件名；同时表示 --separate'],
  optionSeparate: ['a memory of its own, never merged with one that says the same', '单独保存，不与内容相同的记忆合并'],
  optionOrigin: ['who said it (user; agent when an agent runs this)', '来源（默认 user；由代理运行时为 agent）'],
  optionConversation: ['the conversation it came from', '来源对话'],
  off: ['Memory is off here: agents will not be given it until you run `memdir on`.', '此处的记忆已关闭：运行 `memdir on` 之前，代理不会得到它。'],
})
