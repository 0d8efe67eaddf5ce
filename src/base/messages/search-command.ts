// What `memdir search` says.
import { texts } from './message.ts'

export const searchCommandTexts = texts('search-command', {
  help: ['Finds memories by words and by meaning, best first, each with its similarity and why. For what an agent would be given, see recall.', '按词和语义查找记忆，最佳在前，并给出相似度和原因。代理会得到什么，请看 recall。'],
  optionLimit: ['at most N (10)', '最多 N 条（默认 10）'],
  optionThreshold: ['least similarity ({answerSimilarity}, or every word of QUERY), 0 for all', '最低相似度（默认 {answerSimilarity}，或含全部词），0 为全部'],
  optionMode: ['hybrid (by words and meaning), words, or meaning', 'hybrid（词与语义）、words（仅词）或 meaning（仅语义）'],
  optionSince: ['only changed since: 2026-04-09, 30d', '仅此后更改的：2026-04-09、30d'],
  optionEpisodes: ['also what you said in earlier conversations, below the memories', '也列出您在以往对话中说过的话，排在记忆之后'],
  optionOrigin: ['only from this origin', '仅此来源'],
  saidEarlierConversationNot: ['said on {day} in an earlier conversation, not a memory', '{day} 在以往对话中说过，不是记忆'],
  nothingFound: ['Nothing found.', '没有找到。'],
  nearest: ['No memory reaches a similarity of {least}; `--threshold 0` shows what comes nearest.', '没有记忆达到相似度 {least}；`--threshold 0` 显示最接近的记忆。'],
  containing: ['No memory contains enough of these words; `--threshold 0` shows those that contain any of them.', '没有记忆包含足够多的这些词；`--threshold 0` 显示包含其中任何一个词的记忆。'],
  noMemoryReachesSimilarity: ['No memory reaches a similarity of {least}; these contain the words that you searched for.', '没有记忆达到相似度 {least}；以下记忆包含您搜索的词。'],
  searchMeaningNotPossible: ['Search by meaning is not possible yet: {problem}', '尚不能按语义搜索：{problem}'],
  searchedWordsOnly: ['Searched by words only: {problem}', '仅按词搜索：{problem}'],
  searchedPartWordsOnly: ['Searched in part by words only: {problem}', '部分仅按词搜索：{problem}'],
})
