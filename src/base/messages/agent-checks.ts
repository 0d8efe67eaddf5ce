// What `memdir doctor` finds out about the agents on this machine.

export const CODEX_NOT_FOUND = {
  key: 'agent-checks.codex-not-found',
  en: '`codex` is not on the PATH',
  zh: '`codex` 不在 PATH 中',
} as const
export const CODEX_NO_ANSWER = {
  key: 'agent-checks.codex-no-answer',
  en: 'it did not answer',
  zh: '没有响应',
} as const
export const PROCESS_ENDED = { key: 'agent-checks.process-ended', en: 'it ended', zh: '进程已结束' } as const
export const CODEX_NO_HOOK_LIST = {
  key: 'agent-checks.codex-no-hook-list',
  en: 'it does not list hooks',
  zh: '它不列出钩子',
} as const
export const TRUST_UNKNOWN = {
  key: 'agent-checks.trust-unknown',
  en: 'Codex could not be asked about trust: {reason}',
  zh: '无法向 Codex 查询信任状态：{reason}',
} as const
export const WRITE_FAILED = {
  key: 'agent-checks.write-failed',
  en: 'the memory could not be written: {problem}',
  zh: '无法写入记忆：{problem}',
} as const
export const HOOK_CHECK_FAILED = {
  key: 'agent-checks.hook-check-failed',
  en: 'the hook ended with {status}',
  zh: '钩子以 {status} 结束',
} as const
export const NOT_RECALLED = {
  key: 'agent-checks.not-recalled',
  en: 'the memory was not recalled',
  zh: '未召回该记忆',
} as const
export const LOOP_FAILED = {
  key: 'agent-checks.loop-failed',
  en: 'write → recall failed: {reason}',
  zh: '写入 → 召回失败：{reason}',
} as const
export const MCP_FAILED = {
  key: 'agent-checks.mcp-failed',
  en: 'the MCP server failed: {reason}',
  zh: 'MCP 服务器失败：{reason}',
} as const
export const DEAD_PROGRAMS = {
  key: 'agent-checks.dead-programs',
  en: 'it is told to start what is not there any more ({paths}): memdir init {name}',
  zh: '它所要启动的程序已不存在（{paths}）：memdir init {name}',
} as const
export const STARTER_MISSING = {
  key: 'agent-checks.starter-missing',
  en: 'what its hooks start is missing ({path}), so it gets no memories: memdir init {name}',
  zh: '其钩子启动的脚本缺失（{path}），因此得不到记忆：memdir init {name}',
} as const
export const STARTER_DEAD = {
  key: 'agent-checks.starter-dead',
  en: 'its hooks were set up with what is not there any more ({paths}); they use what is on the PATH: memdir init {name}',
  zh: '其钩子接入时所用的程序已不存在（{paths}），现改用 PATH 中的程序：memdir init {name}',
} as const
export const HOOKS_SWITCHED_OFF = {
  key: 'agent-checks.hooks-switched-off',
  en: 'its hooks are switched off, so no memories are attached to messages: take out {key} in {file}',
  zh: '其钩子已关闭，消息不会附上记忆：请删除 {file} 中的 {key}',
} as const
export const SERVER_SWITCHED_OFF = {
  key: 'agent-checks.server-switched-off',
  en: 'it has the server memdir switched off, so it has no tools for memory: see {key} in {file}',
  zh: '其 memdir 服务器已关闭，没有记忆工具可用：请检查 {file} 中的 {key}',
} as const
export const HOOK_MEMORY_OFF = {
  key: 'agent-checks.hook-memory-off',
  en: 'memory was off where it last fired, {at} UTC: CLAUDE_CODE_DISABLE_AUTO_MEMORY, MEMDIR_DISABLE_AUTO_MEMORY or another switch is set in the shell that starts it; unset it there and start the agent again',
  zh: '上次触发时（{at} UTC）记忆处于关闭状态：启动它的 shell 设置了 CLAUDE_CODE_DISABLE_AUTO_MEMORY、MEMDIR_DISABLE_AUTO_MEMORY 或其他开关；请在那里取消后重新启动代理',
} as const
export const HOOK_LAST_FAILED = {
  key: 'agent-checks.hook-last-failed',
  en: 'its hook failed when it last fired, {at} UTC ({event}): {reason}',
  zh: '其钩子上次触发时失败，{at} UTC（{event}）：{reason}',
} as const
