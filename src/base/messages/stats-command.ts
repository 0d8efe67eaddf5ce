// What `memdir stats` says.
import { texts } from './message.ts'

export const statsCommandTexts = texts('stats-command', {
  help: ['Totals by type and kind, averages, oldest and newest, most used, expired.', '按类型和种类统计、平均值、最旧和最新、最常用、已过期。'],
  memories: ['memories', '记忆'],
  live: ['live', '有效'],
  superseded: ['superseded', '已被取代'],
  expired: ['expired', '已过期'],
  types: ['types', '类型'],
  kinds: ['kinds', '种类'],
  averageImportance: ['average importance', '平均重要性'],
  averageConfidence: ['average confidence', '平均置信度'],
  oldest: ['oldest', '最旧'],
  newest: ['newest', '最新'],
  mostUsed: ['most used', '最常用'],
  separator: [', ', '、'],
})
