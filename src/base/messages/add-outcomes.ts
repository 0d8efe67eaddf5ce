// What became of a text that was to be remembered.
import { texts } from './message.ts'

export const addOutcomesTexts = texts('add-outcomes', {
  remembered: ['Remembered', '已记住'],
  supersedes: ['supersedes {id}: {name}', '取代 {id}：{name}'],
  mergedInto: ['Merged into', '已合并到'],
  knownAlready: ['Known already', '已有此记忆'],
  seeWhyInboxShow: ['To see why: memdir inbox show {id}', '查看原因：memdir inbox show {id}'],
  onlyPersonLet: ['Only the person can let it in: {confirm}', '只有用户本人可以放行：{confirm}'],
  ifRight: ['If it is right: {confirm}', '若无问题：{confirm}'],
  quarantine: ['In quarantine', '已隔离'],
  notRemembered: ['Not remembered', '未记住'],
  keptOld: ['It says the same; its text stays. --separate keeps both.', '内容相同，保留原文。用 --separate 可分开保存。'],
  keptNew: ['It has the new text now; the older one is in its history. --separate keeps both.', '已采用新文本，原文存入其历史。用 --separate 可分开保存。'],
})
