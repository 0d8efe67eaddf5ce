// What `memdir doctor` finds out about the agents on this machine.

import { texts } from './message.ts'

export const agentChecksTexts = texts('agent-checks', {
  codexNotFound: ['`codex` is not on the PATH', '`codex` 不在 PATH 中'],
  codexNoAnswer: ['it did not answer', '没有响应'],
  processEnded: ['it ended', '进程已结束'],
  codexNoHookList: ['it does not list hooks', '它不列出钩子'],
  trustUnknown: ['Codex could not be asked about trust: {reason}', '无法向 Codex 查询信任状态：{reason}'],
  writeFailed: ['the memory could not be written: {problem}', '无法写入记忆：{problem}'],
  hookCheckFailed: ['the hook ended with {status}', '钩子以 {status} 结束'],
  notRecalled: ['the memory was not recalled', '未召回该记忆'],
  loopFailed: ['write → recall failed: {reason}', '写入 → 召回失败：{reason}'],
  mcpFailed: ['the MCP server failed: {reason}', 'MCP 服务器失败：{reason}'],
  deadPrograms: ['it is told to start what is not there any more ({paths}): memdir init {name}', '它所要启动的程序已不存在（{paths}）：memdir init {name}'],
  starterMissing: ['what it starts is missing ({path}), so it gets no memories: memdir init {name}', '它所启动的脚本缺失（{path}），因此得不到记忆：memdir init {name}'],
  starterDead: ['it was set up with what is not there any more ({paths}); what is on the PATH is used instead: memdir init {name}', '接入时所用的程序已不存在（{paths}），现改用 PATH 中的程序：memdir init {name}'],
  hooksSwitchedOff: ['its hooks are switched off, so no memories are attached to messages: take out {key} in {file}', '其钩子已关闭，消息不会附上记忆：请删除 {file} 中的 {key}'],
  serverSwitchedOff: ['it has the server memdir switched off, so it has no tools for memory: see {key} in {file}', '其 memdir 服务器已关闭，没有记忆工具可用：请检查 {file} 中的 {key}'],
  hookMemoryOff: [
    'memory was off where it last fired, {at} UTC: CLAUDE_CODE_DISABLE_AUTO_MEMORY, MEMDIR_DISABLE_AUTO_MEMORY or another switch is set in the shell that starts it; unset it there and start the agent again',
    '上次触发时（{at} UTC）记忆处于关闭状态：启动它的 shell 设置了 CLAUDE_CODE_DISABLE_AUTO_MEMORY、MEMDIR_DISABLE_AUTO_MEMORY 或其他开关；请在那里取消后重新启动代理',
  ],
  hookLastFailed: ['its hook failed when it last fired, {at} UTC ({event}): {reason}', '其钩子上次触发时失败，{at} UTC（{event}）：{reason}'],
  isIn: ['memdir is in {title}', 'memdir 已接入 {title}'],
  text: ['the setup is incomplete or of another installation: memdir init {name}', '接入不完整或来自另一处安装：memdir init {name}'],
  text2: ['not set up: memdir init {name}', '尚未接入：memdir init {name}'],
  text3: ['Codex lists none of memdir’s hooks: it does not read its hooks.json, or hooks are switched off in its configuration', 'Codex 没有列出 memdir 的任何钩子：它未读取其 hooks.json，或其配置中已关闭钩子'],
  hooksTrusted: ['{total} hooks are trusted', '{total} 个钩子已受信任'],
  text4: ['{untrusted} of {total} hooks are not trusted, so Codex skips them: start codex, /hooks', '{total} 个钩子中有 {untrusted} 个未受信任，Codex 会跳过：启动 codex，输入 /hooks'],
  text5: ['its hooks have not fired in this project yet', '其钩子在此项目中尚未触发过'],
  text6: ['last fired {at} UTC ({event}: {outcome}, {ms} ms)', '上次触发 {at} UTC（{event}：{outcome}，{ms} 毫秒）'],
  text7: ['write → recall works, {ms} ms with the start of Node', '写入 → 召回正常，含 Node 启动 {ms} 毫秒'],
  mcpServerAnswersMs: ['the MCP server answers, {ms} ms', 'MCP 服务器正常，{ms} 毫秒'],
})
