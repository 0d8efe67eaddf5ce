// What `memdir tag` says.
import { texts } from './message.ts'

export const tagCommandTexts = texts('tag-command', {
  help: ['Without words: all tags and how often they are used. With a memory: adds the tags, or removes those after "remove". +TAG and, after "--", -TAG do both at once.', '不给参数：列出所有标签及使用次数。给出记忆：添加标签；写在 remove 之后的则删除。用 +TAG 和（“--”之后的）-TAG 可同时增删。'],
  noTagsYet: ['No tags yet.', '还没有标签。'],
  noTag: ['It has no tag "{tag}".', '没有标签“{tag}”。'],
  separator: [', ', '、'],
  nameList: ['{name}: {list}', '{name}：{list}'],
})
