// `memdir eval`.

import { texts } from './message.ts'

export const evaluateTexts = texts('evaluate', {
  nothingToMeasure: ['there is nothing to measure: no memory has a description or a quotation in other words than its text', '没有可衡量的内容：没有记忆的描述或引文与其正文用词不同'],
  describeOtherwise: ['Describe some memories as you would ask for them (`memdir edit`).', '请用您会提问的方式描述一些记忆（`memdir edit`）。'],
  memoriesNotAsked: ['Asked by descriptions and quotations in other words than the text. Left out, because nothing says them in other words: {left} memories; they are searched, too.', '用与正文用词不同的描述和引文提问。有 {left} 条记忆没有这样的说法，未被提问，但仍在搜索范围内。'],
})
