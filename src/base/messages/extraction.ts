// What extraction saved, and what waits for the person.

import { texts } from './message.ts'

export const extractionTexts = texts('extraction', {
  saved: ['saved from what you said: {memories}', '已从您的话中保存：{memories}'],
  /** What one of them says, and where it is. */
  savedMemory: ['“{name}” ({file})', '“{name}”（{file}）'],
  savedMore: ['and {count} more', '另有 {count} 条'],
  takeBackOne: ['not what you meant? `memdir rm {file}`', '并非您的本意？`memdir rm {file}`'],
  takeBack: ['not what you meant? `memdir rm FILE` removes one', '并非您的本意？`memdir rm 文件` 可删除其中一条'],
  waiting: ['waiting for you in `memdir inbox`: {kinds}', '`memdir inbox` 中等待您处理：{kinds}'],
  waitingCandidates: ['perhaps worth keeping {count}', '可能值得保留 {count}'],
  waitingConflicts: ['likely conflicts {count}', '疑似冲突 {count}'],
  waitingDoubles: ['likely doubles {count}', '疑似重复 {count}'],
  waitingQuarantine: ['held back {count}', '隔离 {count}'],
  waitingImports: ['imports {count}', '导入 {count}'],
  waitingProposals: ['proposals {count}', '提议 {count}'],
  notSavedSecret: ['nothing was learnt from a message with a secret in it ({rules})', '有消息含密钥（{rules}），未从中学习任何内容'],
  givenUp: ['the model could not look through what was said, {tries} times: only what rules find in it was learnt: {problem}', '模型 {tries} 次未能处理这些对话，只学到了按规则找到的内容：{problem}'],
  failed: ['what was said could not be looked through for memories, and is looked at again: {problem}', '未能从对话中提取记忆，稍后重试：{problem}'],
})

/** By group of the inbox. */
export const WAITING_COUNTS = {
  candidates: extractionTexts.waitingCandidates,
  conflicts: extractionTexts.waitingConflicts,
  doubles: extractionTexts.waitingDoubles,
  quarantine: extractionTexts.waitingQuarantine,
  imports: extractionTexts.waitingImports,
  proposals: extractionTexts.waitingProposals,
} as const
