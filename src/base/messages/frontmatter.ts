// Frontmatter that cannot be read or changed.

import { texts } from './message.ts'

export const frontmatterTexts = texts('frontmatter', {
  frontmatterUnreadable: ['the frontmatter cannot be read: {problem}', '无法读取 frontmatter：{problem}'],
  correctFrontmatter: ['Correct it in an editor (`memdir edit`), or let `memdir doctor --fix` set it aside.', '请在编辑器中修正（`memdir edit`），或运行 `memdir doctor --fix`。'],
  frontmatterUnchangeable: ['the frontmatter is written in a form that cannot be changed safely', 'frontmatter 的写法无法安全修改'],
  changeInEditor: ['Change it in an editor: `memdir edit`.', '请在编辑器中修改：`memdir edit`。'],
  noClosingLine: ['the frontmatter has no closing "---" line', 'frontmatter 缺少结尾的“---”行'],
  frontmatterTooLong: ['the frontmatter is longer than 16 KB', 'frontmatter 超过 16 KB'],
  tooManyBrackets: ['the frontmatter has too many brackets, quotes or nested lists', 'frontmatter 中括号、引号或嵌套列表过多'],
  notFields: ['the frontmatter is not a list of fields', 'frontmatter 不是字段列表'],
  nestedTooDeeply: ['the frontmatter is nested too deeply or refers to itself', 'frontmatter 嵌套过深或引用自身'],
})
