// Setting memdir up in other agents.

export const PLUGINS_MISSING = {
  key: 'agent-setup.plugins-missing',
  en: 'the plugins of memdir are missing from this installation',
  zh: '此安装缺少 memdir 的插件',
} as const

export const INSTALL_AGAIN = {
  key: 'agent-setup.install-again',
  en: 'Install memdir again.',
  zh: '请重新安装 memdir。',
} as const

export const JSON_BROKEN = {
  key: 'agent-setup.json-broken',
  en: '{path} is broken JSON (line {line}: {fault}); it was not changed',
  zh: '{path} 的 JSON 已损坏（第 {line} 行：{fault}）；未作更改',
} as const

export const NO_JSON_OBJECT = {
  key: 'agent-setup.no-json-object',
  en: '{path} has something else than an object at its top (line {line}); it was not changed',
  zh: '{path} 的顶层不是对象（第 {line} 行）；未作更改',
} as const

export const NO_JSON_OBJECT_AT = {
  key: 'agent-setup.no-json-object-at',
  en: '{path} has something else than an object at {place} (line {line}); it was not changed',
  zh: '{path} 中 {place} 不是对象（第 {line} 行）；未作更改',
} as const

export const NO_JSON_LIST_AT = {
  key: 'agent-setup.no-json-list-at',
  en: '{path} has something else than a list at {place} (line {line}); it was not changed',
  zh: '{path} 中 {place} 不是列表（第 {line} 行）；未作更改',
} as const

export const NOT_READ_BY_AGENT = {
  key: 'agent-setup.not-read-by-agent',
  en: '{path} has {fault} (line {line}), which its program does not accept: it ignores the whole file; it was not changed',
  zh: '{path} 第 {line} 行：{fault}，其程序不接受，会忽略整个文件；未作更改',
} as const

export const TOML_BROKEN = {
  key: 'agent-setup.toml-broken',
  en: '{path} is broken TOML (line {line}: {reason}); it was not changed',
  zh: '{path} 的 TOML 已损坏（第 {line} 行：{reason}）；未作更改',
} as const

export const TOML_INLINE = {
  key: 'agent-setup.toml-inline',
  en: '{path} has the servers in a form that cannot be edited safely (line {line}); it was not changed',
  zh: '{path} 中服务器的写法无法安全修改（第 {line} 行）；未作更改',
} as const

export const NOT_READABLE = {
  key: 'agent-setup.not-readable',
  en: '{path} cannot be read ({reason}); it was not changed',
  zh: '无法读取 {path}（{reason}）；未作更改',
} as const

export const LET_READ = {
  key: 'agent-setup.let-read',
  en: 'See whose it is and what it leads to (ls -l), and try again when you can read it.',
  zh: '请查看其所有者及链接目标（ls -l），可读取后再重试。',
} as const

export const NOT_UTF8 = {
  key: 'agent-setup.not-utf8',
  en: '{path} is not UTF-8 text; it was not changed',
  zh: '{path} 不是 UTF-8 文本；未作更改',
} as const

export const SAVE_AS_UTF8 = {
  key: 'agent-setup.save-as-utf8',
  en: 'Save it as UTF-8 and try again.',
  zh: '请另存为 UTF-8 后重试。',
} as const

export const ADD_LINES_BY_HAND = {
  key: 'agent-setup.add-lines-by-hand',
  en: 'Mend it, or add the lines above to {path} by hand, and try again.',
  zh: '请修复该文件，或手动将以上内容加入 {path}，然后重试。',
} as const

export const REMOVE_BY_HAND = {
  key: 'agent-setup.remove-by-hand',
  en: 'Mend it, or remove what names memdir in {path} by hand, and try again.',
  zh: '请修复该文件，或手动删除 {path} 中 memdir 的部分，然后重试。',
} as const

export const AGENT_LEFT_OUT = {
  key: 'agent-setup.agent-left-out',
  en: '{agent} is here too, but {reason}. Lines to add by hand: {command}',
  zh: '检测到 {agent}，但 {reason}。可手动加入的内容：{command}',
} as const

export const NOT_IN_AGENT = {
  key: 'agent-setup.not-in-agent',
  en: 'memdir is not in {agent}: there is nothing to undo.',
  zh: 'memdir 未接入 {agent}：没有可撤销的内容。',
} as const

/** Why an agent could not say whether it reads what is planned. */
export const UNASKED = {
  'not-found': {
    key: 'agent-setup.unasked-not-found',
    en: '{agent} is not on the PATH, so it was not asked whether it can read this.',
    zh: '{agent} 不在 PATH 中，因此未向其确认能否读取。',
  },
  'no-answer': {
    key: 'agent-setup.unasked-no-answer',
    en: '{agent} was asked whether it can read this, and did not answer.',
    zh: '已向 {agent} 确认能否读取，但没有响应。',
  },
  'broken-before': {
    key: 'agent-setup.unasked-broken-before',
    en: '{agent} cannot read its configuration as it is now, so it could not be asked about this change.',
    zh: '{agent} 无法读取其当前配置，因此无法确认此修改。',
  },
} as const

export const AGENT_REFUSED = {
  key: 'agent-setup.agent-refused',
  en: '{agent} could not read its configuration with this change, so nothing was changed: {reason}',
  zh: '{agent} 无法读取修改后的配置，因此未作任何修改：{reason}',
} as const

export const MEND_CONFIGURATION = {
  key: 'agent-setup.mend-configuration',
  en: 'Mend the configuration as it says, and try again.',
  zh: '请按其提示修复配置后重试。',
} as const

export const CHANGED_BY_ANOTHER = {
  key: 'agent-setup.changed-by-another',
  en: '{path} was changed by another program',
  zh: '{path} 已被其他程序更改',
} as const

/** Written into a shell script, between its quotes. */
export const HOOK_WITHOUT_NODE = {
  key: 'agent-setup.hook-without-node',
  en: 'memdir: the Node.js that it was set up with is gone and there is none on the PATH, so there are no memories; install one, then run `memdir init`',
  zh: 'memdir：接入时所用的 Node.js 已不存在，PATH 中也没有，因此没有记忆；请安装后运行 `memdir init`',
} as const

/** Written into opencode's plugin file. */
export const OPENCODE_WITHOUT_MEMDIR = {
  key: 'agent-setup.opencode-without-memdir',
  en: 'memdir cannot be loaded, so there are no memories: npm install -g memdir, then memdir init opencode',
  zh: '无法加载 memdir，因此没有记忆：请运行 npm install -g memdir，再运行 memdir init opencode',
} as const

export const NOTICE_QUESTION = {
  key: 'agent-setup.notice-question',
  en: 'Show a line in the agent when memories were attached to a message?',
  zh: '消息附上记忆时，是否在代理中显示一行提示？',
} as const

export const NOTICE_HINT = {
  key: 'agent-setup.notice-hint',
  en: 'To see which memories were attached to a message: memdir config set recall.notice true',
  zh: '如需看到消息附上了哪些记忆：memdir config set recall.notice true',
} as const

export const RETRY_SETUP = { key: 'agent-setup.retry-setup', en: 'Try again.', zh: '请重试。' } as const
