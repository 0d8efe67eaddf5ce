// Errors of the commands that change single memories: edit, tag, merge, memory.

export const SET_WITHOUT_EQUALS = {
  key: 'edit-commands.set-without-equals',
  en: '--set "{assignment}" has no "="',
  zh: '--set “{assignment}”缺少“=”',
} as const

export const UNKNOWN_FIELD = {
  key: 'edit-commands.unknown-field',
  en: 'unknown field "{name}"',
  zh: '未知字段“{name}”',
} as const

export const SET_WITHOUT_VALUE = {
  key: 'edit-commands.set-without-value',
  en: '--set {field}= has no value',
  zh: '--set {field}= 没有值',
} as const

export const TO_UNSET = {
  key: 'edit-commands.to-unset',
  en: 'To remove it: --unset {field}.',
  zh: '如需删除：--unset {field}。',
} as const

export const FIELD_OUT_OF_RANGE = {
  key: 'edit-commands.field-out-of-range',
  en: '{field} must be a number from {min} to {max}, not "{value}"',
  zh: '{field} 必须是 {min} 到 {max} 之间的数字，而不是“{value}”',
} as const

export const EXAMPLE_SET = {
  key: 'edit-commands.example-set',
  en: 'For example: --set {field}={max}.',
  zh: '例如：--set {field}={max}。',
} as const

export const NOTHING_TO_CHANGE = {
  key: 'edit-commands.nothing-to-change',
  en: 'nothing to change',
  zh: '没有要更改的内容',
} as const

export const GIVE_CHANGE = {
  key: 'edit-commands.give-change',
  en: 'Give --content or --set, or run it in a terminal.',
  zh: '请给出 --content 或 --set，或在终端中运行。',
} as const

export const EMPTY_TEXT_CANCELLED = {
  key: 'edit-commands.empty-text-cancelled',
  en: 'the text was empty, so nothing was changed',
  zh: '文本为空，未更改任何内容',
} as const

export const EDITOR_FAILED = {
  key: 'edit-commands.editor-failed',
  en: 'the editor ended with an error, so nothing was changed',
  zh: '编辑器异常退出，未更改任何内容',
} as const

export const CHECK_EDITOR = {
  key: 'edit-commands.check-editor',
  en: 'Check $EDITOR and try again.',
  zh: '请检查 $EDITOR 后重试。',
} as const

export const TEXT_KEPT = {
  key: 'edit-commands.text-kept',
  en: 'Your text is kept in {path}.',
  zh: '您的文本保存在 {path}。',
} as const

export const ACTION_REQUIRED = {
  key: 'edit-commands.action-required',
  en: 'missing --action',
  zh: '需要指定操作',
} as const

export const ACTION_NEEDS_OPTION = {
  key: 'edit-commands.action-needs-option',
  en: '--action {action} needs --{option}',
  zh: '--action {action} 需要 --{option}',
} as const

export const GIVE_ACTION_OPTION = {
  key: 'edit-commands.give-action-option',
  en: 'Give --{option}; `memdir memory --help` shows all options.',
  zh: '请给出 --{option}；用 `memdir memory --help` 查看所有选项。',
} as const

export const MERGE_NEEDS_TWO = {
  key: 'edit-commands.merge-needs-two',
  en: 'merge needs two memories',
  zh: '合并需要两条记忆',
} as const

export const GIVE_TWO_OR_NONE = {
  key: 'edit-commands.give-two-or-none',
  en: 'Give two, or none to find them.',
  zh: '请给出两条，或不给以自动查找。',
} as const

export const SAME_MEMORY = {
  key: 'edit-commands.same-memory',
  en: 'these are the same memory',
  zh: '这是同一条记忆',
} as const

export const GIVE_TWO_DIFFERENT = {
  key: 'edit-commands.give-two-different',
  en: 'Give two different ones.',
  zh: '请给出两条不同的记忆。',
} as const

export const NOT_A_TAG = {
  key: 'edit-commands.not-a-tag',
  en: 'invalid tag "{word}"',
  zh: '“{word}”不是标签',
} as const

export const TAGS_AFTER_WORD = {
  key: 'edit-commands.tags-after-word',
  en: 'after "{word}" come tags, without a sign',
  zh: '“{word}”之后应为不带符号的标签',
} as const

export const TAG_OF_THAT_NAME = {
  key: 'edit-commands.tag-of-that-name',
  en: 'For example: memdir tag MEMORY {word} release. A tag that is called so: memdir tag MEMORY +{word}.',
  zh: '例如：memdir tag MEMORY {word} release。若标签就叫这个名字：memdir tag MEMORY +{word}。',
} as const

export const NO_COMMAS = {
  key: 'edit-commands.no-commas',
  en: 'Give words without commas.',
  zh: '请给出不含逗号的词。',
} as const

export const MOVE_WHERE = {
  key: 'edit-commands.move-where',
  en: 'where to? Give either --everywhere or --here',
  zh: '移到哪里？请给出 --everywhere 或 --here 之一',
} as const

export const MOVE_WHERE_FIX = {
  key: 'edit-commands.move-where-fix',
  en: 'For example: memdir move k3v9 --everywhere',
  zh: '例如：memdir move k3v9 --everywhere',
} as const
