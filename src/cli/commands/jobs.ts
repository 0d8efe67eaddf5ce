import type { Job } from '../../worker/job-log.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'jobs [run]',
  help: {
    en: 'Shows what ran in the background: when, how long, what it did. `jobs run` does the work that is due here and now. Background work is started by writes, one worker per project, and ends by itself; MEMDIR_BACKGROUND=0 or the setting background.enabled switches it off.',
    zh: '显示后台运行过的工作：时间、时长、内容。`jobs run` 立即在此执行到期的工作。后台工作由写入触发，每个项目一个，自行结束；MEMDIR_BACKGROUND=0 或设置 background.enabled 可关闭。',
  },
  options: { reason: { type: 'string', value: 'WORD', en: 'what asked for it', zh: '触发原因' } },
  examples: ['memdir jobs', 'memdir jobs run', 'memdir jobs --json'],
  withoutProject: true,
  async run(input) {
    const [action] = input.positionals
    if (action === 'run') return work(input)
    if (action !== undefined) throw usage(`there is no "jobs ${action}"`, 'Run `memdir jobs --help`.')
    return list(input)
  },
}

async function work({ values, context, output }: CommandInput): Promise<number> {
  const engine = context.engine()
  try {
    const outcome = await engine.work({ reason: textOption(values, 'reason') ?? 'command' })
    output.data(outcome)
    if (outcome.status === 'busy')
      output.print(output.say({ en: 'A worker is running already.', zh: '已有任务在运行。' }))
    else
      output.print([statusOf(outcome.job, output), summary(outcome.job, output)].filter(Boolean).join('  '))
    return outcome.status === 'ended' && outcome.job.status === 'failed' ? 1 : 0
  } finally {
    await engine.close()
  }
}

function list({ context, output }: CommandInput): number {
  const jobs = context.engine().jobs().toReversed()
  output.data({ jobs })
  if (jobs.length === 0)
    output.print(
      output.say({ en: 'Nothing has run in the background yet.', zh: '后台还没有运行过任何工作。' }),
    )
  else {
    const header = [
      output.say({ en: 'STARTED', zh: '开始' }),
      output.say({ en: 'TOOK', zh: '用时' }),
      output.say({ en: 'STATUS', zh: '状态' }),
      output.say({ en: 'FOR', zh: '原因' }),
      output.say({ en: 'DID', zh: '内容' }),
    ]
    output.table(
      header,
      jobs
        .slice(0, 20)
        .map((job) => [
          job.started.slice(0, 19).replace('T', ' '),
          took(job),
          statusOf(job, output),
          reasonOf(job, output),
          summary(job, output),
        ]),
    )
  }
  return 0
}

const STATUS_ZH: Record<Job['status'], string> = {
  running: '运行中',
  done: '完成',
  stopped: '已停止',
  failed: '失败',
}
const REASON_ZH: Record<string, string> = {
  write: '写入',
  files: '文件变动',
  start: '对话开始',
  command: '命令',
  reindex: '重建',
  stop: '一轮结束',
  end: '对话结束',
  compact: '压缩',
  catalog: '搜索数据缺失',
  doctor: '检查',
}
const DID_ZH: Record<string, string> = {
  added: '新增',
  changed: '更改',
  removed: '移除',
  embedded: '生成向量',
  turns: '轮次',
}

function statusOf({ status }: Job, output: Output): string {
  return output.say({ en: status, zh: STATUS_ZH[status] })
}

function reasonOf({ reason }: Job, output: Output): string {
  return printable(output.say({ en: reason, zh: REASON_ZH[reason] ?? reason }))
}

function took({ started, ended }: Job): string {
  return ended ? `${((Date.parse(ended) - Date.parse(started)) / 1000).toFixed(1)} s` : ''
}

function summary(job: Job, output: Output): string {
  if (job.error) return printable(job.error)
  const did = Object.entries(job.did)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => output.say({ en: `${count} ${what}`, zh: `${DID_ZH[what] ?? what} ${count}` }))
  const all = [...did, ...progress(job, output)]
  if (all.length === 0 && job.status === 'done') return output.say({ en: 'nothing was due', zh: '没有待办' })
  return all.join(output.say({ en: ', ', zh: '，' }))
}

/** How far a running one is, and how fast. */
function progress({ progress: now }: Job, output: Output): string[] {
  if (!now) return []
  const of = `${now.done}/${now.total}`
  const minutes = now.perSecond > 0 ? Math.ceil((now.total - now.done) / now.perSecond / 60) : undefined
  const left =
    minutes === undefined
      ? ''
      : output.say({ en: `, about ${minutes} min left`, zh: `，约剩 ${minutes} 分钟` })
  return [
    output.say({
      en: `embedding ${of}, ${now.perSecond}/s${left}`,
      zh: `生成向量 ${of}，每秒 ${now.perSecond}${left}`,
    }),
  ]
}
