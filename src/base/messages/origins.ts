// Where a memory comes from, as people read it.
import { texts } from './message.ts'

export const originsTexts = texts('origins', {
  user: ['the user', '用户'],
  agent: ['inferred by an agent', '代理推断'],
  reported: ['the user, as an agent reports', '用户（代理转述）'],
  tool: ['output of a tool', '工具输出'],
  web: ['the web', '网页'],
  include: ['an included file', '包含的文件'],
  import: ['an import', '导入'],
  team: ['the team', '团队'],
  unknown: ['not known: the file was written by another program', '未知：文件由其他程序写入'],
})
