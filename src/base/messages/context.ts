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

export const WINDOW_IS_FULL = {
  key: 'context.window-is-full',
  en: 'the context window is full ({used} tokens), and nothing more can be compacted or dropped',
  zh: '上下文窗口已满（{used} 令牌），且无法再压缩或丢弃',
} as const

export const WINDOW_IS_FULL_FIX = {
  key: 'context.window-is-full-fix',
  en: 'Start a new conversation, or use /clear. What was said stays in the log.',
  zh: '请开始新对话，或使用 /clear。已说的内容保留在日志中。',
} as const

export const WINDOW_IS_FULL_UNCOMPACTED = {
  key: 'context.window-is-full-uncompacted',
  en: 'the context window is full ({used} tokens), and compacting by itself is switched off (autoCompactEnabled)',
  zh: '上下文窗口已满（{used} 令牌），且自动压缩已关闭（autoCompactEnabled）',
} as const

export const WINDOW_IS_FULL_UNCOMPACTED_FIX = {
  key: 'context.window-is-full-uncompacted-fix',
  en: 'Use /compact or /snip to make room, then say it again.',
  zh: '请用 /compact 或 /snip 腾出空间，然后再说一次。',
} as const

export const CONTEXT_SHORTENED = {
  key: 'context.shortened',
  en: '{what}: {before} → {after} tokens. /context show {id} shows what is gone.',
  zh: '{what}：{before} → {after} 令牌。用 /context show {id} 查看移除的内容。',
} as const

export const CONTEXT_SHORTENED_ABOUT = {
  key: 'context.shortened-about',
  en: '{what}: about {before} → {after} tokens, estimated. /context show {id} shows what is gone.',
  zh: '{what}：约 {before} → {after} 令牌（估算）。用 /context show {id} 查看移除的内容。',
} as const

export const LEVEL_SNIP = {
  key: 'context.level-snip',
  en: 'Dropped the oldest messages',
  zh: '已丢弃最早的消息',
} as const

export const LEVEL_MICRO = {
  key: 'context.level-micro',
  en: 'Cleared old tool results',
  zh: '已清除旧的工具结果',
} as const

export const LEVEL_COLLAPSE = {
  key: 'context.level-collapse',
  en: 'Summarised an old part of the conversation',
  zh: '已摘要对话的较早部分',
} as const

export const LEVEL_NOTES = {
  key: 'context.level-notes',
  en: 'Compacted by the notes of this conversation',
  zh: '已按本对话的笔记压缩',
} as const

export const LEVEL_FULL = {
  key: 'context.level-full',
  en: 'Compacted: a summary replaces the older messages',
  zh: '已压缩：摘要代替较早的消息',
} as const

export const LEVEL_MEDIA = {
  key: 'context.level-media',
  en: 'Took out pictures that were too large to be sent',
  zh: '已移除过大而无法发送的图片',
} as const

export const CONTEXT_NEARLY_FULL = {
  key: 'context.nearly-full',
  en: 'The context window is nearly full: {percent} % left until it is compacted.',
  zh: '上下文窗口将满：距压缩还剩 {percent} %。',
} as const

export const COMPACTION_FAILED = {
  key: 'context.compaction-failed',
  en: 'Compaction failed ({why}).',
  zh: '压缩失败（{why}）。',
} as const

export const COMPACTION_GIVEN_UP = {
  key: 'context.compaction-given-up',
  en: 'Compaction failed three times in a row ({why}); it is not tried again by itself. /compact tries once more.',
  zh: '压缩连续失败三次（{why}），不再自动尝试。可用 /compact 再试一次。',
} as const

export const NOT_COMPACTED = {
  key: 'context.not-compacted',
  en: 'not compacted: {why}',
  zh: '未压缩：{why}',
} as const

export const NOTHING_TO_SNIP = {
  key: 'context.nothing-to-snip',
  en: 'Nothing was dropped: before the last answer there is nothing but your own words, which stay, or next to nothing.',
  zh: '没有丢弃任何内容：最后一个回答之前只有您自己的话（会保留），或几乎没有其他内容。',
} as const

export const NO_RECEIPT = {
  key: 'context.no-receipt',
  en: 'there is no receipt {id} in this conversation',
  zh: '此对话中没有收据 {id}',
} as const

export const RECEIPTS_ARE = {
  key: 'context.receipts-are',
  en: 'There are: {ids}.',
  zh: '现有：{ids}。',
} as const

export const NOT_A_NUMBER_OF_TOKENS = {
  key: 'context.not-a-number-of-tokens',
  en: 'not a number of tokens: {text}',
  zh: '不是令牌数：{text}',
} as const

export const SNIP_EXAMPLE = {
  key: 'context.snip-example',
  en: 'For example: /snip 30000',
  zh: '例如：/snip 30000',
} as const

export const WHY_MISSING = { key: 'context.why-missing', en: 'there are no notes', zh: '没有笔记' } as const
export const WHY_TEMPLATE = {
  key: 'context.why-template',
  en: 'the notes are still empty',
  zh: '笔记还是空的',
} as const
export const WHY_CURSOR = {
  key: 'context.why-cursor',
  en: 'the notes end at a message that is not here',
  zh: '笔记所止的消息不在此处',
} as const
export const WHY_TOO_LARGE = {
  key: 'context.why-too-large',
  en: 'the result would still be too large',
  zh: '结果仍然过大',
} as const
export const WHY_USELESS = {
  key: 'context.why-useless',
  en: 'it would free less than a tenth',
  zh: '释放不到十分之一',
} as const
export const WHY_DENIED = {
  key: 'context.why-denied',
  en: 'a hook forbade it',
  zh: '钩子禁止了压缩',
} as const
export const WHY_NO_MODEL = {
  key: 'context.why-no-model',
  en: 'no model can write a summary now',
  zh: '目前没有模型可写摘要',
} as const
export const WHY_SUMMARISER = {
  key: 'context.why-summariser',
  en: 'the model wrote no summary',
  zh: '模型没有写出摘要',
} as const
export const WHY_NOTHING = {
  key: 'context.why-nothing',
  en: 'nothing was said yet',
  zh: '还没有任何内容',
} as const
