// What `memdir eval` says.
import { texts } from './message.ts'

export const evalCommandTexts = texts('eval-command', {
  help: [
    'Measures search on your own memories: full text, vectors and both together. They are asked for by their descriptions and quotations, as far as these use other words than the text; only the text is searched.',
    '用您自己的记忆衡量搜索：全文、向量以及两者结合。用描述和引文（仅限用词与正文不同者）查找记忆，只搜索正文。',
  ],
  optionMine: ['your own memories', '您自己的记忆'],
  question: ['{measured question}', '{measured} 个问题'],
})
