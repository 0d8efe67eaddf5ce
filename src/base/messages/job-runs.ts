// Runs of background jobs.
import { texts } from './message.ts'

export const jobRunsTexts = texts('job-runs', {
  nothingDue: ['nothing was due', '没有待办'],
  separator: [', ', '，'],
  modelCallToken: ['{calls model call} ({tokens token}, {price})', '模型调用 {calls} 次（{tokens} 个 token，{price}）'],
  aboutMinLeft: [', about {minutes} min left', '，约剩 {minutes} 分钟'],
  otherCount: ['{count} {what}', '{what} {count}'],
  changing: ['changing {of}, {perSecond}/s{left}', '更改 {of}，每秒 {perSecond}{left}'],
  embedding: ['embedding {of}, {perSecond}/s{left}', '生成向量 {of}，每秒 {perSecond}{left}'],
})
