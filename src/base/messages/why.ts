// Why a memory was found.
import { texts } from './message.ts'

export const whyTexts = texts('why', {
  wordsQuery: ['words {matchedTerms} ({coverage} of the query)', '词 {matchedTerms}（占查询 {coverage}）'],
  noWordCommon: ['no word in common', '无共同词'],
  meaning: ['meaning {cosine}', '语义 {cosine}'],
  when: ['when it matters: words {coverage}, meaning {cosine}', '适用情形：词 {coverage}，语义 {cosine}'],
  alone: ['against nothing {chance}', '与“无”相比 {chance}'],
  importanceAge: ['importance and age {prior}', '重要性与时间 {prior}'],
  score: ['score {score}', '得分 {score}'],
})
