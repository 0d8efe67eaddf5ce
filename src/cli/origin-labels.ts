// Who said a memory, as people read it.
import type { Origin } from '../memory/memory.ts'
import type { Text } from './language.ts'

export const ORIGIN_LABELS: Record<Origin | 'unknown', Text> = {
  user: { en: 'the user', zh: '用户' },
  agent: { en: 'inferred by an agent', zh: '代理推断' },
  reported: { en: 'the user, as an agent reports', zh: '用户（代理转述）' },
  tool: { en: 'output of a tool', zh: '工具输出' },
  web: { en: 'the web', zh: '网页' },
  include: { en: 'an included file', zh: '包含的文件' },
  import: { en: 'an import', zh: '导入' },
  team: { en: 'the team', zh: '团队' },
  unknown: { en: 'not known: the file was written by another program', zh: '未知：文件由其他程序写入' },
}
