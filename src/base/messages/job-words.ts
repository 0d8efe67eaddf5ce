// Words of background jobs, by the names in their records.
import { texts } from './message.ts'

export const jobNamesTexts = texts('job-names', {
  turns: ['turns', '已结束的轮次（turns）'],
  'clean-up': ['clean-up', '清理（clean-up）'],
  embedding: ['embedding', '搜索数据（embedding）'],
  'agent-memories': ['agent-memories', '代理的记忆（agent-memories）'],
  entries: ['entries', '日志条目与历史发言（entries）'],
  doubles: ['doubles', '疑似重复（doubles）'],
  symbols: ['symbols', '符号列表（symbols）'],
  dream: ['dream', '整理（dream）'],
  logs: ['logs', '每日日志（logs）'],
  episodes: ['episodes', '历史发言（episodes）'],
})

export const jobStatusTexts = texts('job-status', {
  running: ['running', '运行中'],
  done: ['done', '完成'],
  stopped: ['stopped', '已停止'],
  failed: ['failed', '失败'],
  later: ['later', '推迟'],
})

export const jobReasonsTexts = texts('job-reasons', {
  write: ['write', '写入'],
  files: ['files', '文件变动'],
  start: ['start', '对话开始'],
  command: ['command', '命令'],
  reindex: ['reindex', '重建'],
  'turn-end': ['turn-end', '一轮结束'],
  end: ['end', '对话结束'],
  'before-compact': ['before-compact', '压缩之前'],
  catalog: ['catalog', '搜索数据缺失'],
  doctor: ['doctor', '检查'],
  dream: ['dream', '整理'],
})

/** What a job counts. */
export const jobCountsTexts = texts('job-counts', {
  added: ['{count} added', '新增 {count}'],
  changed: ['{count} changed', '更改 {count}'],
  removed: ['{count} removed', '移除 {count}'],
  embedded: ['{count} embedded', '生成向量 {count}'],
  turns: ['{count turn|turns}', '轮次 {count}'],
  proven: ['{count} proven', '已证实 {count}'],
  notes: ['{count note|notes}', '更新笔记 {count}'],
  used: ['{count} used', '被用到的记忆 {count}'],
  saved: ['{count} saved', '已保存 {count}'],
  candidates: ['{count candidate|candidates}', '候选 {count}'],
  quarantined: ['{count} quarantined', '已隔离 {count}'],
  'given up': ['{count} given up', '已放弃 {count}'],
  'by rules': ['{count} by rules', '仅按规则 {count}'],
  dropped: ['{count} dropped', '已丢弃 {count}'],
  expired: ['{count} expired', '过期移除 {count}'],
  trimmed: ['{count} trimmed', '历史清理 {count}'],
  conversations: ['{count conversation|conversations}', '对话 {count}'],
  lists: ['{count list|lists}', '旧符号列表清理 {count}'],
  doubles: ['{count double|doubles}', '疑似重复 {count}'],
  'files listed': ['{count file listed|files listed}', '列出文件 {count}'],
  'files read': ['{count file read|files read}', '读取文件 {count}'],
  merged: ['{count} merged', '合并 {count}'],
  superseded: ['{count} superseded', '取代 {count}'],
  moved: ['{count} moved', '移动 {count}'],
  dated: ['{count} dated', '日期改为绝对 {count}'],
  archived: ['{count} archived', '归档 {count}'],
  'index lines': ['{count index line|index lines}', '索引行 {count}'],
  held: ['{count} held', '待决定 {count}'],
  improved: ['{count} improved', '改善的记忆 {count}'],
  entries: ['{count entry|entries}', '日志条目 {count}'],
  distilled: ['{count} distilled', '提炼出的记忆 {count}'],
  episodes: ['{count episode|episodes}', '历史发言 {count}'],
  'foreign notes': ['{count foreign note|foreign notes}', '移除其他项目的笔记 {count}'],
  offered: ['{count} offered', '可接管的记忆 {count}'],
})
