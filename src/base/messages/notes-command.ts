// What `memdir notes` says.
import { texts } from './message.ts'

export const notesCommandTexts = texts('notes-command', {
  help: [
    'Notes of this project’s conversations: what was asked, what is being done, files, commands, errors, a worklog. Without an argument the conversations are listed, memdir’s own and other agents’. Of `memdir chat` a model keeps the notes while you talk; of other agents’ conversations rules make them from their log. --handoff prints a text that another agent can go on with; secrets are cut out of all of them.',
    '本项目各对话的笔记：所提要求、当前进展、文件、命令、错误和工作日志。不带参数时列出对话（memdir 自身及其他代理的）。`memdir chat` 的笔记由模型在对话中维护；其他代理的对话由规则根据其日志生成。--handoff 输出可供另一代理继续工作的文本；所有输出都会去除密钥。',
  ],
  optionHandoff: ['a text by which another agent continues (the newest conversation where none is named)', '供另一代理继续工作的文本（未指定时取最新对话）'],
  noAgentConversationProject: ['No agent had a conversation in this project yet.', '此项目中还没有任何代理的对话。'],
  conversation: ['CONVERSATION', '对话'],
  agent: ['AGENT', '代理'],
  last: ['LAST', '最近'],
  title: ['TITLE', '标题'],
  nothingTyped: ['(nothing typed)', '（未输入文字）'],
})
