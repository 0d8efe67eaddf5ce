// What people read about conversations and their logs.

export const TURN_RUNNING = {
  key: 'conversation.turn-running',
  en: 'A turn is already running in this conversation.',
  zh: '此对话中已有一轮正在进行。',
} as const
export const NO_RESPONSE = {
  key: 'conversation.no-response',
  en: 'The model ended without a response.',
  zh: '模型未作回答就结束了。',
} as const
export const UNEXPECTED = {
  key: 'conversation.unexpected',
  en: 'Something failed: {reason}',
  zh: '发生错误：{reason}',
} as const
export const NOT_SAVED = {
  key: 'conversation.not-saved',
  en: 'The conversation is not being saved: {reason}',
  zh: '对话未能保存：{reason}',
} as const
export const STOP_HOOK_LOOPS = {
  key: 'conversation.stop-hook-loops',
  en: 'A stop hook keeps sending the agent on; it is not asked again.',
  zh: '停止钩子不断要求代理继续；不再询问它。',
} as const
export const RECALLED = {
  key: 'conversation.recalled',
  en: 'Recalled: {files}',
  zh: '已召回：{files}',
} as const
export const RECALLED_EPISODES = {
  key: 'conversation.recalled-episodes',
  en: 'Recalled of what you said in earlier conversations: {count}',
  zh: '召回您在以往对话中说过的话：{count} 条',
} as const
export const RECALL_FAILED = {
  key: 'conversation.recall-failed',
  en: 'Recall failed: {reason}',
  zh: '召回失败：{reason}',
} as const
export const GIT_FAILED = {
  key: 'conversation.git-failed',
  en: 'git {command} failed: {reason}',
  zh: 'git {command} 失败：{reason}',
} as const
export const NEWER_LOG = {
  key: 'conversation.newer-log',
  en: 'This conversation was written by a newer memdir.',
  zh: '此对话由更新版本的 memdir 写入。',
} as const
export const NEWER_LOG_FIX = {
  key: 'conversation.newer-log-fix',
  en: 'Update memdir, or start a new conversation.',
  zh: '请更新 memdir，或开始新的对话。',
} as const
export const LOG_CLOSED = {
  key: 'conversation.log-closed',
  en: 'The conversation log is closed.',
  zh: '对话日志已关闭。',
} as const
export const AMBIGUOUS_CONVERSATION = {
  key: 'conversation.ambiguous-conversation',
  en: '"{id}" is the beginning of {count} conversations',
  zh: '有 {count} 个对话以“{id}”开头',
} as const
export const LONGER_ID = {
  key: 'conversation.longer-id',
  en: 'Give more characters of the id.',
  zh: '请给出更长的编号。',
} as const
export const NOTHING_TO_RESUME = {
  key: 'conversation.nothing-to-resume',
  en: 'there is no conversation to resume in this project',
  zh: '此项目中没有可继续的对话',
} as const
export const NO_CONVERSATION = {
  key: 'conversation.no-conversation',
  en: 'there is no conversation "{id}" in this project',
  zh: '此项目中没有对话“{id}”',
} as const
export const NO_CONVERSATION_FIX = {
  key: 'conversation.no-conversation-fix',
  en: 'Start one with `memdir chat`; /resume lists them.',
  zh: '用 `memdir chat` 开始；/resume 可列出对话。',
} as const

export const UNRECOVERED = {
  key: 'conversation.unrecovered',
  en: 'What an earlier run left unfinished could not be finished or taken back: {problem}; `memdir doctor` says more',
  zh: '此前未完成的更改无法完成或撤回：{problem}；可运行 `memdir doctor` 查看',
} as const
