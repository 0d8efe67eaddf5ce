// Why a value does not fit a JSON schema. Models and people read it.

export const SCHEMA_ROOT = { key: 'schema.schema-root', en: 'the value', zh: '值' } as const
export const SCHEMA_TYPE = {
  key: 'schema.schema-type',
  en: '{path}: expected {expected}, got {got}',
  zh: '{path}：应为 {expected}，实际为 {got}',
} as const
export const SCHEMA_CHOICE = {
  key: 'schema.schema-choice',
  en: '{path}: expected one of {expected}, got {got}',
  zh: '{path}：应为 {expected} 之一，实际为 {got}',
} as const
export const SCHEMA_FORM = {
  key: 'schema.schema-form',
  en: '{path}: fits none of the allowed forms',
  zh: '{path}：不符合任何允许的形式',
} as const
export const SCHEMA_MISSING = {
  key: 'schema.schema-missing',
  en: '{path} is missing',
  zh: '缺少 {path}',
} as const
export const SCHEMA_UNKNOWN = {
  key: 'schema.schema-unknown',
  en: '{path} is not known; known are: {expected}',
  zh: '不认识 {path}；可用的有：{expected}',
} as const
export const SCHEMA_LEAST = {
  key: 'schema.schema-least',
  en: '{path}: expected at least {expected}, got {got}',
  zh: '{path}：至少应为 {expected}，实际为 {got}',
} as const
export const SCHEMA_MOST = {
  key: 'schema.schema-most',
  en: '{path}: expected at most {expected}, got {got}',
  zh: '{path}：至多应为 {expected}，实际为 {got}',
} as const
export const SCHEMA_CHARACTERS = {
  key: 'schema.schema-characters',
  en: '{count} characters',
  zh: '{count} 个字符',
} as const
export const SCHEMA_ITEMS = { key: 'schema.schema-items', en: '{count} items', zh: '{count} 项' } as const
