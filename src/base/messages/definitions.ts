// Why a file does not define an agent or a skill.

import { texts } from './message.ts'

export const definitionsTexts = texts('definitions', {
  notDefined: ['defines no agent or skill: {problem}', '未定义代理或技能：{problem}'],
  /** For one line: the first, and how many more. */
  unused: ['{path} defines no agent or skill: {problem}', '{path} 未定义代理或技能：{problem}'],
  unusedMore: ['{first}; {more} more: /agents lists them', '{first}；另有 {more} 个：用 /agents 查看'],
  placeTooLarge: ['its files have more than 4 million characters; not read: {files}', '其中文件总计超过 400 万个字符；未读取：{files}'],
  brokenFrontmatter: ['the frontmatter cannot be read: {reason}', '无法读取 frontmatter：{reason}'],
  noName: ['name is missing or not a name', '缺少名称或名称无效'],
  agentNotObject: ['it is not an object with description and prompt', '不是包含 description 和 prompt 的对象'],
  noDescription: ['description is missing', '缺少 description'],
})
