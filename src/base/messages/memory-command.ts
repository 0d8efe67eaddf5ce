// What `memdir memory` says.
import { texts } from './message.ts'

export const memoryCommandTexts = texts('memory-command', {
  help: ['The memory tool that agents use, on the command line. The actions also exist as commands of their own: list, add, rm, search, edit, export, import, stats, cleanup, explain.', '代理使用的 memory 工具的命令行形式。各操作也有独立命令：list、add、rm、search、edit、export、import、stats、cleanup、explain。'],
  optionType: ['type or kind', '类型或种类'],
  optionQuery: ['search: what to look for', 'search：查找内容'],
  optionContent: ['add, update: the text', 'add、update：文本'],
  optionId: ['delete, update, explain: which one', 'delete、update、explain：哪一条'],
  optionTags: ['add, update, list: tags', 'add、update、list：标签'],
  optionImportance: ['add, update: importance', 'add、update：重要性'],
  optionSeparate: ['add: never merged with one that says the same', 'add：不与内容相同的记忆合并'],
  optionLimit: ['list, search: at most N (20)', 'list、search：最多 N 条（默认 20）'],
  optionThreshold: ['search: least similarity (0.6)', 'search：最低相似度（默认 0.6）'],
  optionOutput: ['export: where to', 'export：目标文件'],
  optionFile: ['import: what', 'import：来源文件'],
  optionFormat: ['import: who wrote it', 'import：来源格式'],
  changed: ['Changed', '已修改'],
  removed: ['Removed', '已删除'],
  bringBack: ['  To bring it back: {how}', '  恢复：{how}'],
  nothingFound: ['Nothing found.', '没有找到。'],
  id: ['ID', '编号'],
  similarity: ['SIMILARITY', '相似度'],
  type: ['TYPE', '类型'],
  importance: ['IMPORTANCE', '重要性'],
  content: ['CONTENT', '内容'],
})
