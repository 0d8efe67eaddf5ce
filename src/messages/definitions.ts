// Why a file does not define an agent or a skill.

export const BROKEN_FRONTMATTER = {
  key: 'definitions.broken-frontmatter',
  en: 'the frontmatter cannot be read: {reason}',
  zh: '无法读取 frontmatter：{reason}',
} as const
export const NO_NAME = {
  key: 'definitions.no-name',
  en: 'name is missing or not a name',
  zh: '缺少名称或名称无效',
} as const
export const NO_DESCRIPTION = {
  key: 'definitions.no-description',
  en: 'description is missing',
  zh: '缺少 description',
} as const
