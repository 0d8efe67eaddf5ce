// What `memdir uninstall` says.
import { texts } from './message.ts'

export const uninstallCommandTexts = texts('uninstall-command', {
  help: [
    'Takes memdir out of every agent and removes what can be made again: models, caches, search data, logs of background jobs. The memories stay, those that hold in all projects and those of named agents too, with their history, the inbox, conversations and your settings; they are listed with their directories. With --memories all of that goes as well, but never a directory shared with an agent. Installed again, memdir finds them.',
    '将 memdir 从所有代理中移除，并删除可以重新生成的内容：模型、缓存、搜索数据、后台任务日志。记忆（包括适用于所有项目的和各代理自己的）及其历史、收件箱、对话和您的设置都会保留，并列出所在目录。给出 --memories 时这些也一并删除，但与代理共用的目录始终保留。重新安装后 memdir 会再次找到它们。',
  ],
  optionMemories: ['remove the memories, their history and the settings as well', '同时删除记忆、历史和设置'],
  optionDryRun: ['only show what would go', '只显示将删除的内容'],
  optionYes: ['do not ask', '不询问'],
})
