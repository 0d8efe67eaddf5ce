// Hooks of the settings: what of them cannot be used, and what went wrong when one ran.

export const HOOKS_PROBLEM = {
  key: 'hooks.problem',
  en: 'hooks ({source}): {problem}',
  zh: 'hooks（{source}）：{problem}',
} as const
export const HOOK_EVENT_PROBLEM = {
  key: 'hooks.event-problem',
  en: 'hooks ({source}), {event}: {problem}',
  zh: 'hooks（{source}），{event}：{problem}',
} as const
export const HOOKS_UNREADABLE = {
  key: 'hooks.unreadable',
  en: '{path} holds no hooks: it is no JSON object',
  zh: '{path} 中没有 hook：不是 JSON 对象',
} as const
export const HOOKS_OF_AGENT = {
  key: 'hooks.of-agent',
  en: 'The agent {agent}: {problem}',
  zh: '代理 {agent}：{problem}',
} as const
export const HOOKS_NOT_AN_OBJECT = {
  key: 'hooks.not-an-object',
  en: 'not an object',
  zh: '不是对象',
} as const
export const HOOKS_NOT_A_LIST = { key: 'hooks.not-a-list', en: 'not a list', zh: '不是列表' } as const
export const TOO_MANY_HOOKS = {
  key: 'hooks.too-many',
  en: 'only the first {count} are used',
  zh: '只使用前 {count} 个',
} as const
export const NO_SUCH_EVENT = {
  key: 'hooks.no-such-event',
  en: 'there is no such event',
  zh: '没有此事件',
} as const
export const NO_HOOK_LIST = {
  key: 'hooks.no-list',
  en: 'an entry has no list of hooks',
  zh: '有一项没有 hook 列表',
} as const
export const MATCHER_NOT_TEXT = {
  key: 'hooks.matcher-not-text',
  en: 'a matcher is not text',
  zh: '有一个匹配式不是文本',
} as const
export const MATCHER_TOO_LONG = {
  key: 'hooks.matcher-too-long',
  en: 'a matcher is longer than {count} characters',
  zh: '有一个匹配式超过 {count} 个字符',
} as const
export const MATCHER_UNREADABLE = {
  key: 'hooks.matcher-unreadable',
  en: 'the matcher {text} cannot be read: {reason}',
  zh: '匹配式 {text} 无法读取：{reason}',
} as const
export const HOOK_NOT_AN_OBJECT = {
  key: 'hooks.hook-not-an-object',
  en: 'a hook is not an object',
  zh: '有一个 hook 不是对象',
} as const
export const HOOK_WITHOUT_FIELD = {
  key: 'hooks.without-field',
  en: 'a {type} hook has no {field}',
  zh: '有一个 {type} hook 缺少 {field}',
} as const
export const HOOK_WITHOUT_URL = {
  key: 'hooks.without-url',
  en: 'an http hook has no http or https url',
  zh: '有一个 http hook 缺少 http 或 https 网址',
} as const
export const UNKNOWN_HOOK_TYPE = {
  key: 'hooks.unknown-type',
  en: 'the type {type} is not known',
  zh: '未知类型 {type}',
} as const

export const HOOK_WARNING = {
  key: 'hooks.warning',
  en: 'The {type} hook on {event} ({source}) {problem}',
  zh: '{event} 的 {type} hook（{source}）{problem}',
} as const
export const HOOK_FAILED = { key: 'hooks.failed', en: 'failed: {reason}', zh: '失败：{reason}' } as const
export const HOOK_TOO_SLOW = {
  key: 'hooks.too-slow',
  en: 'took longer than {ms} ms',
  zh: '用时超过 {ms} 毫秒',
} as const
export const HOOK_ENDED_EARLY = {
  key: 'hooks.ended-early',
  en: 'ended early: {reason}',
  zh: '提前结束：{reason}',
} as const
export const HOOK_EXIT_CODE = {
  key: 'hooks.exit-code',
  en: 'ended with exit code {code}{output}',
  zh: '以退出码 {code} 结束{output}',
} as const
export const HOOK_WITHOUT_MODEL = {
  key: 'hooks.without-model',
  en: 'was skipped: no model is configured',
  zh: '已跳过：未配置模型',
} as const
export const HOOK_ANSWER_UNREADABLE = {
  key: 'hooks.answer-unreadable',
  en: 'gave an answer that cannot be read',
  zh: '给出的回答无法读取',
} as const
export const HOOK_HTTP_STATUS = {
  key: 'hooks.http-status',
  en: 'was answered with status {status}',
  zh: '得到状态码 {status}',
} as const
