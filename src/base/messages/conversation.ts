// What people read about conversations and their logs.

import { texts } from './message.ts'

export const conversationTexts = texts('conversation', {
  turnRunning: ['A turn is already running in this conversation.', '此对话中已有一轮正在进行。'],
  noResponse: ['The model ended without a response.', '模型未作回答就结束了。'],
  unexpected: ['Something failed: {reason}', '发生错误：{reason}'],
  notSaved: ['The conversation is not being saved: {reason}', '对话未能保存：{reason}'],
  stopHookLoops: ['A stop hook keeps sending the agent on; it is not asked again.', '停止钩子不断要求代理继续；不再询问它。'],
  recalled: ['Recalled: {files}', '已召回：{files}'],
  recalledEpisodes: ['Recalled of what you said in earlier conversations: {count}', '召回您在以往对话中说过的话：{count} 条'],
  recallFailed: ['Recall failed: {reason}', '召回失败：{reason}'],
  gitFailed: ['git {command} failed: {reason}', 'git {command} 失败：{reason}'],
  newerLog: ['This conversation was written by a newer memdir.', '此对话由更新版本的 memdir 写入。'],
  newerLogFix: ['Update memdir, or start a new conversation.', '请更新 memdir，或开始新的对话。'],
  logClosed: ['The conversation log is closed.', '对话日志已关闭。'],
  ambiguousConversation: ['"{id}" is the beginning of {count} conversations', '有 {count} 个对话以“{id}”开头'],
  longerId: ['Give more characters of the id.', '请给出更长的编号。'],
  nothingToResume: ['there is no conversation to resume in this project', '此项目中没有可继续的对话'],
  noConversation: ['there is no conversation "{id}" in this project', '此项目中没有对话“{id}”'],
  noConversationFix: ['Start one with `memdir chat`; /resume lists them.', '用 `memdir chat` 开始；/resume 可列出对话。'],
  unrecovered: ['What an earlier run left unfinished could not be finished or taken back: {problem}; `memdir doctor` says more', '此前未完成的更改无法完成或撤回：{problem}；可运行 `memdir doctor` 查看'],
})
