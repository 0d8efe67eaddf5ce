// Search data that is missing or being made.

import { texts } from './message.ts'

export const searchTexts = texts('search', {
  episodesOff: ['What you said in earlier conversations is not kept.', '未保留您在以往对话中说过的话。'],
  episodesOffFix: ['`memdir config set episodes.enabled true` keeps it from now on (docs/recall.md).', '运行 `memdir config set episodes.enabled true` 从现在起保留（见 docs/recall.md）。'],
  vectorsBeingMade: ['the vectors are being made in the background; on first use the models are prepared for that, which takes about half a minute.', '正在后台生成向量；首次使用时还要准备模型，约需半分钟。'],
  vectorsBeingMadeFix: ['Try again then; `memdir jobs` shows how far it is.', '请稍后再试；`memdir jobs` 显示进度。'],
  noVectorsYet: ['there are no vectors yet.', '尚无向量。'],
  makeVectors: ['`memdir reindex` makes them.', '运行 `memdir reindex` 生成。'],
  vectorsDoNotFit: ['no vector can be compared with this question; the models inside read English and Chinese.', '没有向量可与此问题比较；内置模型只读中文和英文。'],
  vectorsDoNotFitFix: ['Ask in the language of the memories.', '请用记忆所用的语言提问。'],
  searchDataBehind: ['the search data of {files} memory files is being made in the background; until then they are not recalled', '正在后台为 {files} 个记忆文件生成搜索数据；完成之前不会召回这些记忆'],
  searchDataBehindOff: ['{files} memory files have no search data yet, so they are not recalled, and background work is off: run `memdir reindex`', '{files} 个记忆文件尚无搜索数据，不会被召回，且后台工作已关闭：请运行 `memdir reindex`'],
})
