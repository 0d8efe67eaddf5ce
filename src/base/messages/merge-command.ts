// What `memdir merge` says.
import { texts } from './message.ts'

export const mergeCommandTexts = texts('merge-command', {
  help: [
    'Merges duplicate memories. Without names: all that have the same text, within a kind, after asking. With --near it only shows likely doubles: memories that are near in meaning, with the same numbers and names; merge those that are, by their names. The longer text stays, of two that are as long the one changed last (but what you said is not replaced by what an agent inferred); the other goes into the history; `memdir undo` takes it back.',
    '合并重复的记忆。不给名称时，询问后合并同一种类内文本相同的记忆。--near 仅列出疑似重复：含义相近且数字、名称一致的记忆；确属重复的请给出名称合并。保留较长的文本，等长时保留最近更改的（但代理推断的内容不会取代您说过的话）；另一条存入历史；可用 `memdir undo` 撤销。',
  ],
  optionNear: ['show likely doubles, merge nothing', '列出疑似重复，不合并'],
  optionDryRun: ['only show what would be merged', '仅显示将合并的内容'],
  optionYes: ['do not ask', '不询问'],
  merged: ['Merged: ', '已合并：'],
  nothingChanged: ['Nothing was changed.', '未更改任何内容。'],
  differ: ['They differ in a number, a name or a negation.', '两者的数字、名称或否定不同。'],
  questionsReworded: ['Merge these two?', '合并这两条记忆？'],
  questionsDifferent: ['{differ} Merge them all the same?', '{differ}仍要合并吗？'],
  question: ['Merge {pairs pair}?', '合并这 {pairs} 对记忆？'],
  merging: ['merging', '合并'],
  pairMerged: ['{merged pair} merged.', '已合并 {merged} 对。'],
  none: ['No two memories have the same text.', '没有文本相同的记忆。'],
  noDoubles: ['No likely doubles were found.', '没有找到疑似重复。'],
  likelyDoubleMergeNear: ['{count likely double}: `memdir merge --near` shows them.', '{count} 对疑似重复：用 `memdir merge --near` 查看。'],
  keeps: ['Keeps: ', '保留：'],
  goesIntoHistory: ['Goes into the history: ', '存入历史：'],
})
