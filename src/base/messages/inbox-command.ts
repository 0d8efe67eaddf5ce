// What `memdir inbox` says.
import { texts } from './message.ts'

export const inboxCommandTexts = texts('inbox-command', {
  help: [
    'What waits for you: candidates (said in a conversation, perhaps worth keeping; never recalled until you accept them or they come again), likely conflicts (accept: the newer counts), likely doubles (accept: merged), quarantine (what came only from tools or the web, or was written by an agent and reads like instructions), imports (what this installation did not write: taken or refused whole, or in part with --only), and proposals. What you refuse does not come back. Every answer can be taken back with `memdir undo`: what it did is undone, and the entry waits here again.',
    '等待您处理的内容：候选（对话中说过、可能值得保留；接受之前或再次出现之前不会被召回）、疑似冲突（接受：以较新的为准）、疑似重复（接受：合并）、隔离区（仅来自工具或网页，或由代理写入且读起来像指令）、导入（并非本机所写：可整批接受或拒绝，也可用 --only 只处理一部分）以及提议。拒绝的内容不会再出现。每次处理都可用 `memdir undo` 撤销：所做的更改被撤回，条目重新在此等待。',
  ],
  optionAll: ['all of them, or of the group given by --group; accept without a group takes candidates alone', '全部，或 --group 指定的一组；accept 未指定组时仅限候选'],
  optionGroup: ['only this group', '仅限此组'],
  optionOnly: ['of an import, these memories alone, such as 1,3-5', '仅限导入中的这些记忆，例如 1,3-5'],
  optionYes: ['do not ask', '不询问'],
  question: ['Accept {ids entry|entries}?', '接受 {ids} 条？'],
  accepted: ['Accepted: ', '已接受：'],
  question2: ['Refuse {ids entry|entries}?', '拒绝 {ids} 条？'],
})
