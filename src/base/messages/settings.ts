// What is said about settings.
import type { MessageTemplate } from './message.ts'

export const SETTINGS_UNSUPPORTED = {
  key: 'settings.settings-unsupported',
  en: 'For parts that this version does not have, and without effect: {names}.',
  zh: '用于此版本尚不具备的部分，目前无效：{names}。',
} as const

export const UNKNOWN_SETTING = {
  key: 'settings.unknown-setting',
  en: 'unknown setting "{name}"',
  zh: '未知设置“{name}”',
} as const

export const SEE_CONFIG = {
  key: 'settings.see-config',
  en: 'See `memdir config` for all names.',
  zh: '用 `memdir config` 查看所有名称。',
} as const

export const GIVE_ANOTHER_VALUE = {
  key: 'settings.give-another-value',
  en: 'Give another value.',
  zh: '请给出其他值。',
} as const

export const MUST_BE_BOOLEAN = {
  key: 'settings.must-be-boolean',
  en: 'must be true or false',
  zh: '必须是 true 或 false',
} as const

export const MUST_BE_NUMBER = {
  key: 'settings.must-be-number',
  en: 'must be a number from {min} to {max}',
  zh: '必须是 {min} 到 {max} 之间的数字',
} as const

export const MUST_BE_ONE_OF = {
  key: 'settings.must-be-one-of',
  en: 'must be one of {choices}',
  zh: '必须是以下之一：{choices}',
} as const

export const MUST_BE_TEXT = { key: 'settings.must-be-text', en: 'must be text', zh: '必须是文本' } as const

export const MUST_BE_OBJECT = {
  key: 'settings.must-be-object',
  en: 'must be an object',
  zh: '必须是对象',
} as const

export const MUST_NOT_CONTAIN = {
  key: 'settings.must-not-contain',
  en: 'must not contain "{name}"; known are {known}',
  zh: '不能含有“{name}”；可用：{known}',
} as const

export const MUST_GIVE_NUMBER = {
  key: 'settings.must-give-number',
  en: 'must give "{name}" a number from {min} to {max}',
  zh: '中的“{name}”必须是 {min} 到 {max} 之间的数字',
} as const

export const INVALID_SETTING = {
  key: 'settings.invalid-setting',
  en: '{name} {problem}',
  zh: '{name} {problem}',
} as const

export const NOT_JSON_OBJECT = {
  key: 'settings.not-json-object',
  en: '{path} is not a JSON object, so it was not changed',
  zh: '{path} 不是 JSON 对象，未作更改',
} as const

export const CORRECT_AND_RETRY = {
  key: 'settings.correct-and-retry',
  en: 'Correct it in an editor and try again.',
  zh: '请在编辑器中修正后重试。',
} as const

export const FILE_IGNORED = {
  key: 'settings.file-ignored',
  en: '{path} is ignored: {problem}',
  zh: '{path} 被忽略：{problem}',
} as const

export const UNKNOWN_SETTING_IN = {
  key: 'settings.unknown-setting-in',
  en: '{path}: unknown setting "{name}"',
  zh: '{path}：未知设置“{name}”',
} as const

export const SETTING_IGNORED_IN = {
  key: 'settings.setting-ignored-in',
  en: '{path}: "{name}" {problem}; it is ignored',
  zh: '{path}：“{name}”{problem}，已忽略',
} as const

export const SETTING_IGNORED = {
  key: 'settings.setting-ignored',
  en: '{name} {problem}; it is ignored',
  zh: '{name} {problem}，已忽略',
} as const

export const INVALID_JSON = {
  key: 'settings.invalid-json',
  en: 'it is not valid JSON',
  zh: '不是有效的 JSON',
} as const

export const INVALID_JSON_AT = {
  key: 'settings.invalid-json-at',
  en: 'it is not valid JSON at line {line}, column {column}',
  zh: '第 {line} 行第 {column} 列处不是有效的 JSON',
} as const

export const INVALID_YAML = {
  key: 'settings.invalid-yaml',
  en: 'it is not valid YAML ({problem})',
  zh: '不是有效的 YAML（{problem}）',
} as const

export const INVALID_YAML_AT = {
  key: 'settings.invalid-yaml-at',
  en: 'it is not valid YAML at line {line}, column {column} ({problem})',
  zh: '第 {line} 行第 {column} 列处不是有效的 YAML（{problem}）',
} as const

export const NOT_AN_OBJECT = {
  key: 'settings.not-an-object',
  en: 'it is not an object',
  zh: '内容不是对象',
} as const

export const SET_BY_DEFAULT = { key: 'settings.set-by-default', en: 'default', zh: '默认' } as const

/** The places of settings, by the name that programs read. */
export const LAYERS: Readonly<Record<string, MessageTemplate>> = {
  policy: { key: 'settings.layer-policy', en: 'policy', zh: '策略' },
  user: { key: 'settings.layer-user', en: 'user', zh: '用户' },
  own: { key: 'settings.layer-own', en: 'own', zh: '本项目个人设置' },
  project: { key: 'settings.layer-project', en: 'project', zh: '项目' },
  local: { key: 'settings.layer-local', en: 'local', zh: '本地' },
}

export const SET_BY_FILE = {
  key: 'settings.set-by-file',
  en: '{layer} settings: {path}',
  zh: '设置文件（{layer}）{path}',
} as const

export const NO_DURABLE_STORAGE = {
  key: 'settings.no-durable-storage',
  en: '{name} without a memory directory: no durable storage',
  zh: '{name} 没有记忆目录：无持久存储',
} as const
