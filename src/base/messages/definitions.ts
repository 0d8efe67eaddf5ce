// Why a file does not define an agent or a skill.

export const NOT_DEFINED = {
  key: 'definitions.not-defined',
  en: 'defines no agent or skill: {problem}',
  zh: '未定义代理或技能：{problem}',
} as const
/** For one line: the first, and how many more. */
export const DEFINITIONS_UNUSED = {
  key: 'definitions.unused',
  en: '{path} defines no agent or skill: {problem}',
  zh: '{path} 未定义代理或技能：{problem}',
} as const
export const DEFINITIONS_UNUSED_MORE = {
  key: 'definitions.unused-more',
  en: '{first}; {more} more: /agents lists them',
  zh: '{first}；另有 {more} 个：用 /agents 查看',
} as const

export const PLACE_TOO_LARGE = {
  key: 'definitions.place-too-large',
  en: 'its files have more than 4 million characters; not read: {files}',
  zh: '其中文件总计超过 400 万个字符；未读取：{files}',
} as const
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
export const AGENT_NOT_OBJECT = {
  key: 'definitions.agent-not-object',
  en: 'it is not an object with description and prompt',
  zh: '不是包含 description 和 prompt 的对象',
} as const
export const NO_DESCRIPTION = {
  key: 'definitions.no-description',
  en: 'description is missing',
  zh: '缺少 description',
} as const
