// A run of a background job as people read it.
import type { JobRun } from '../learn/job-log.ts'
import { countOf } from './language.ts'
import { type Output, printable } from './output.ts'

const JOB_ZH: Record<string, string> = {
  turns: '已结束的轮次',
  'clean-up': '清理',
  embedding: '搜索数据',
  'agent-memories': '代理的记忆',
  entries: '日志条目与历史发言',
  doubles: '疑似重复',
  symbols: '符号列表',
  dream: '整理',
  logs: '每日日志',
  episodes: '历史发言',
}
const STATUS_ZH: Record<JobRun['status'], string> = {
  running: '运行中',
  done: '完成',
  stopped: '已停止',
  failed: '失败',
  later: '推迟',
}
const REASON_ZH: Record<string, string> = {
  write: '写入',
  files: '文件变动',
  start: '对话开始',
  command: '命令',
  reindex: '重建',
  'turn-end': '一轮结束',
  end: '对话结束',
  'before-compact': '压缩之前',
  catalog: '搜索数据缺失',
  doctor: '检查',
  dream: '整理',
}
/** What a job counts, by the name in its record; `one`: where the English word for a single one differs. */
export const DID: Readonly<Record<string, { zh: string; one?: string }>> = {
  added: { zh: '新增' },
  changed: { zh: '更改' },
  removed: { zh: '移除' },
  embedded: { zh: '生成向量' },
  turns: { zh: '轮次', one: 'turn' },
  proven: { zh: '已证实' },
  notes: { zh: '更新笔记', one: 'note' },
  used: { zh: '被用到的记忆' },
  saved: { zh: '已保存' },
  candidates: { zh: '候选', one: 'candidate' },
  quarantined: { zh: '已隔离' },
  'given up': { zh: '已放弃' },
  'by rules': { zh: '仅按规则' },
  dropped: { zh: '已丢弃' },
  expired: { zh: '过期移除' },
  trimmed: { zh: '历史清理' },
  conversations: { zh: '对话', one: 'conversation' },
  'foreign notes': { zh: '移除其他项目的笔记', one: 'foreign note' },
  lists: { zh: '旧符号列表清理', one: 'list' },
  offered: { zh: '可接管的记忆' },
  doubles: { zh: '疑似重复', one: 'double' },
  'files listed': { zh: '列出文件', one: 'file listed' },
  'files read': { zh: '读取文件', one: 'file read' },
  merged: { zh: '合并' },
  superseded: { zh: '取代' },
  moved: { zh: '移动' },
  dated: { zh: '日期改为绝对' },
  archived: { zh: '归档' },
  'index lines': { zh: '索引行', one: 'index line' },
  held: { zh: '待决定' },
  improved: { zh: '改善的记忆' },
  entries: { zh: '日志条目', one: 'entry' },
  distilled: { zh: '提炼出的记忆' },
  episodes: { zh: '历史发言', one: 'episode' },
}

export function jobText({ job }: JobRun, output: Output): string {
  return jobName(job, output)
}

export function jobName(job: string, output: Output): string {
  return printable(output.say({ en: job, zh: JOB_ZH[job] ? `${JOB_ZH[job]}（${job}）` : job }))
}

export function statusText({ status }: JobRun, output: Output): string {
  return output.say({ en: status, zh: STATUS_ZH[status] })
}

export function jobReasonText({ reason }: JobRun, output: Output): string {
  return printable(output.say({ en: reason, zh: REASON_ZH[reason] ?? reason }))
}

export function startedText({ started }: JobRun): string {
  return started.slice(0, 19).replace('T', ' ')
}

export function tookText({ started, ended }: JobRun): string {
  return ended ? `${((Date.parse(ended) - Date.parse(started)) / 1000).toFixed(1)} s` : ''
}

/** What was done, what it cost, how far a running one is, and what went wrong. */
export function didText(run: JobRun, output: Output): string {
  const did = Object.entries(run.did)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => {
      const { zh = what, one = what } = Object.hasOwn(DID, what) ? (DID[what] ?? {}) : {}
      return output.say({ en: countOf(count, one, what), zh: `${zh} ${count}` })
    })
  const error = run.error ? [printable(run.error[output.language])] : []
  const all = [...did, ...spent(run, output), ...progress(run, output), ...error]
  if (all.length === 0 && run.status === 'done') return output.say({ en: 'nothing was due', zh: '没有待办' })
  return all.join(output.say({ en: ', ', zh: '，' }))
}

function spent({ spent: used }: JobRun, output: Output): string[] {
  if (!used) return []
  const price = `$${used.cost.toFixed(4)}`
  return [
    output.say({
      en: `${countOf(used.calls, 'model call')} (${countOf(used.tokens, 'token')}, ${price})`,
      zh: `模型调用 ${used.calls} 次（${used.tokens} 个 token，${price}）`,
    }),
  ]
}

function progress({ job, progress: now, status }: JobRun, output: Output): string[] {
  if (!now || status !== 'running') return []
  const of = `${now.done}/${now.total}`
  const minutes = now.perSecond > 0 ? Math.ceil((now.total - now.done) / now.perSecond / 60) : undefined
  const left =
    minutes === undefined
      ? ''
      : output.say({ en: `, about ${minutes} min left`, zh: `，约剩 ${minutes} 分钟` })
  return [
    output.say({
      en: `${job === 'dream' ? 'changing' : 'embedding'} ${of}, ${now.perSecond}/s${left}`,
      zh: `${job === 'dream' ? '更改' : '生成向量'} ${of}，每秒 ${now.perSecond}${left}`,
    }),
  ]
}
