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

export const NOT_PLAIN_JSON = {
  key: 'agent-setup.not-plain-json',
  en: '{path} is not plain JSON (it may have comments), so it was not changed',
  zh: '{path} 不是纯 JSON（可能含注释），未作更改',
} as const

export const ADD_BY_HAND = {
  key: 'agent-setup.add-by-hand',
  en: 'Add the lines by hand as docs/agents.md shows, or remove the comments and try again.',
  zh: '请按 docs/agents.md 手动添加，或删除注释后重试。',
} as const

export const CHANGED_BY_ANOTHER = {
  key: 'agent-setup.changed-by-another',
  en: '{path} was changed by another program',
  zh: '{path} 已被其他程序更改',
} as const

export const RETRY_SETUP = { key: 'agent-setup.retry-setup', en: 'Try again.', zh: '请重试。' } as const
