// A run of a background job as people read it.
import type { JobRun } from '../worker/job-log.ts'
import { type Output, printable } from './output.ts'

const JOB_ZH: Record<string, string> = {
  turns: '已结束的轮次',
  'clean-up': '清理',
  embedding: '搜索数据',
  'agent-memories': '代理的记忆',
  doubles: '疑似重复',
  symbols: '符号列表',
  dream: '整理',
  logs: '每日日志',
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
const DID_ZH: Record<string, string> = {
  added: '新增',
  changed: '更改',
  removed: '移除',
  embedded: '生成向量',
  turns: '轮次',
  proven: '已证实',
  saved: '已保存',
  candidates: '候选',
  quarantined: '已隔离',
  'given up': '已放弃',
  'by rules': '仅按规则',
  dropped: '已丢弃',
  expired: '过期移除',
  trimmed: '历史清理',
  conversations: '旧对话清理',
  lists: '旧符号列表清理',
  doubles: '疑似重复',
  'files listed': '列出文件',
  'files read': '读取文件',
  merged: '合并',
  superseded: '取代',
  moved: '移动',
  dated: '日期改为绝对',
  archived: '归档',
  'index lines': '索引行',
  held: '待决定',
  improved: '改善的记忆',
  entries: '日志条目',
  distilled: '提炼出的记忆',
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
    .map(([what, count]) => output.say({ en: `${count} ${what}`, zh: `${DID_ZH[what] ?? what} ${count}` }))
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
      en: `${used.calls} model calls (${used.tokens} tokens, ${price})`,
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
