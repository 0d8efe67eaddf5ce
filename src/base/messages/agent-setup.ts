// Setting memdir up in other agents.

import { texts } from './message.ts'

export const agentSetupTexts = texts('agent-setup', {
  pluginsMissing: ['the plugins of memdir are missing from this installation', '此安装缺少 memdir 的插件'],
  installAgain: ['Install memdir again.', '请重新安装 memdir。'],
  jsonBroken: ['{path} is broken JSON (line {line}: {fault}); it was not changed', '{path} 的 JSON 已损坏（第 {line} 行：{fault}）；未作更改'],
  noJsonObject: ['{path} has something else than an object at its top (line {line}); it was not changed', '{path} 的顶层不是对象（第 {line} 行）；未作更改'],
  noJsonObjectAt: ['{path} has something else than an object at {place} (line {line}); it was not changed', '{path} 中 {place} 不是对象（第 {line} 行）；未作更改'],
  noJsonListAt: ['{path} has something else than a list at {place} (line {line}); it was not changed', '{path} 中 {place} 不是列表（第 {line} 行）；未作更改'],
  notReadByAgent: ['{path} has {fault} (line {line}), which its program does not accept: it ignores the whole file; it was not changed', '{path} 第 {line} 行：{fault}，其程序不接受，会忽略整个文件；未作更改'],
  tomlBroken: ['{path} is broken TOML (line {line}: {reason}); it was not changed', '{path} 的 TOML 已损坏（第 {line} 行：{reason}）；未作更改'],
  tomlInline: ['{path} has the servers in a form that cannot be edited safely (line {line}); it was not changed', '{path} 中服务器的写法无法安全修改（第 {line} 行）；未作更改'],
  notReadable: ['{path} cannot be read ({reason}); it was not changed', '无法读取 {path}（{reason}）；未作更改'],
  letRead: ['See whose it is and what it leads to (ls -l), and try again when you can read it.', '请查看其所有者及链接目标（ls -l），可读取后再重试。'],
  notUtf8: ['{path} is not UTF-8 text; it was not changed', '{path} 不是 UTF-8 文本；未作更改'],
  saveAsUtf8: ['Save it as UTF-8 and try again.', '请另存为 UTF-8 后重试。'],
  addLinesByHand: ['Mend it, or add the lines above to {path} by hand, and try again.', '请修复该文件，或手动将以上内容加入 {path}，然后重试。'],
  removeByHand: ['Mend it, or remove what names memdir in {path} by hand, and try again.', '请修复该文件，或手动删除 {path} 中 memdir 的部分，然后重试。'],
  agentLeftOut: ['{agent} is here too, but {reason}. Lines to add by hand: {command}', '检测到 {agent}，但 {reason}。可手动加入的内容：{command}'],
  notInAgent: ['memdir is not in {agent}: there is nothing to undo.', 'memdir 未接入 {agent}：没有可撤销的内容。'],
  unaskedNotFound: ['{agent} is not on the PATH, so it was not asked whether it can read this.', '{agent} 不在 PATH 中，因此未向其确认能否读取。'],
  unaskedNoAnswer: ['{agent} was asked whether it can read this, and did not answer.', '已向 {agent} 确认能否读取，但没有响应。'],
  unaskedBrokenBefore: ['{agent} cannot read its configuration as it is now, so it could not be asked about this change.', '{agent} 无法读取其当前配置，因此无法确认此修改。'],
  agentRefused: ['{agent} could not read its configuration with this change, so nothing was changed: {reason}', '{agent} 无法读取修改后的配置，因此未作任何修改：{reason}'],
  mendConfiguration: ['Mend the configuration as it says, and try again.', '请按其提示修复配置后重试。'],
  changedByAnother: ['{path} was changed by another program', '{path} 已被其他程序更改'],
  /** Written into a shell script, between its quotes. */
  hookWithoutNode: ['memdir: the Node.js that it was set up with is gone and there is none on the PATH, so there are no memories; install one, then run `memdir init`', 'memdir：接入时所用的 Node.js 已不存在，PATH 中也没有，因此没有记忆；请安装后运行 `memdir init`'],
  /** Written into opencode's plugin file. */
  opencodeWithoutMemdir: ['memdir cannot be loaded, so there are no memories: npm install -g memdir, then memdir init opencode', '无法加载 memdir，因此没有记忆：请运行 npm install -g memdir，再运行 memdir init opencode'],
  noticeQuestion: ['Show a line in the agent when memories were attached to a message?', '消息附上记忆时，是否在代理中显示一行提示？'],
  noticeHint: ['To see which memories were attached to a message: memdir config set recall.notice true', '如需看到消息附上了哪些记忆：memdir config set recall.notice true'],
  retrySetup: ['Try again.', '请重试。'],
  codexAfter: ['Codex skips hooks that you have not trusted: start `codex` and trust those of memdir, when it asks or with /hooks.', 'Codex 会跳过未受信任的钩子：请启动 `codex`，在它询问时或用 /hooks 信任 memdir 的钩子。'],
  pathsMachineOnlyBecause: [
    'These paths are of this machine only, because `memdir` is not on the PATH. Before you commit the file: put it there (npm install -g, npm link) and run this again.',
    '由于 `memdir` 不在 PATH 中，以上路径只适用于本机。提交该文件之前，请先将其加入 PATH（npm install -g、npm link），再重新运行。',
  ],
})

/** Why an agent could not say whether it reads what is planned. */
export const UNASKED = {
  'not-found': agentSetupTexts.unaskedNotFound,
  'no-answer': agentSetupTexts.unaskedNoAnswer,
  'broken-before': agentSetupTexts.unaskedBrokenBefore,
} as const
