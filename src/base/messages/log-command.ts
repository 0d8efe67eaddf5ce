// What `memdir log` says.
import { texts } from './message.ts'

export const logCommandTexts = texts('log-command', {
  help: ['Shows what changed, newest first: when, by whom, from which conversation. What was changed together is one entry. With MEMORY, only its own history.', '显示更改历史，最新的在前：时间、作者、来源对话。一起做的更改为一条。给出 MEMORY 时只显示它的历史。'],
  optionSince: ['date or span: 2026-04-09, 2h, 3d', '日期或时长：2026-04-09、2h、3d'],
  optionConversation: ['only from this conversation', '仅此对话'],
  optionLimit: ['at most N ({shown}; JSON: all)', '最多 N 条（默认 {shown}；JSON：全部）'],
  noChanges: ['No changes.', '没有更改。'],
  change: ['CHANGE', '更改'],
  when: ['WHEN', '时间'],
  by: ['BY', '作者'],
  what: ['WHAT', '操作'],
  file: ['FILE', '文件'],
  actionsAdd: ['added', '添加'],
  actionsEdit: ['changed', '修改'],
  actionsRemove: ['removed', '删除'],
  actionsUndo: ['undo', '撤销'],
  actionsRepair: ['repaired', '修复'],
  actionsMove: ['moved', '移动'],
  actionsMerge: ['merged', '合并'],
  actionsImport: ['imported', '导入'],
  actionsPurge: ['purged', '清除'],
  actionsSupersede: ['superseded', '被取代'],
  actionsTidy: ['tidied', '整理'],
  actionsRevive: ['lives again', '恢复有效'],
  separator: [', ', '、'],
  user: ['user', '用户'],
})
