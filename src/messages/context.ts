// What is said about the context window, in conversations and by `memdir context`.

export const CONTEXT_NEEDS_FILES = {
  key: 'context.needs-files',
  en: 'missing argument: a file with a conversation',
  zh: '需要一个对话文件',
} as const

export const CONTEXT_FILES_FIX = {
  key: 'context.files-fix',
  en: 'Give logs of memdir, Claude Code (~/.claude/projects/…/*.jsonl) or Codex (~/.codex/sessions/…/*.jsonl), plain or .gz.',
  zh: '请给出 memdir、Claude Code（~/.claude/projects/…/*.jsonl）或 Codex（~/.codex/sessions/…/*.jsonl）的日志，可为 .gz。',
} as const

export const CONTEXT_UNKNOWN_TTL = {
  key: 'context.unknown-ttl',
  en: 'unknown life of a cache entry: {name}',
  zh: '未知的缓存时长：{name}',
} as const

export const CONTEXT_CANNOT_READ = {
  key: 'context.cannot-read',
  en: 'cannot read {path}: {reason}',
  zh: '无法读取 {path}：{reason}',
} as const

export const CONTEXT_NO_REQUESTS = {
  key: 'context.no-requests',
  en: 'none of these files says how large its requests were',
  zh: '这些文件都没有记录请求的大小',
} as const

export const CONTEXT_UNKNOWN_LOG = {
  key: 'context.unknown-log',
  en: '{path}: not the log of an agent that memdir knows; left out',
  zh: '{path}：不是 memdir 认识的代理日志，已略过',
} as const

export const CONTEXT_NO_USAGE = {
  key: 'context.no-usage',
  en: '{path}: does not say how large its requests were; left out',
  zh: '{path}：没有记录请求大小，已略过',
} as const
