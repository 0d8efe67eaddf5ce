import { existsSync } from 'node:fs'
import { message } from '../../base/messages/message.ts'
import { RUN_HELP, UNKNOWN_ACTION } from '../../base/messages/usage.ts'
import type { JobRun } from '../../learn/job-log.ts'
import { SYMBOLS } from '../../learn/request-work.ts'
import type { JobChannel } from '../../learn/serve-job.ts'
import { examineSymbolList } from '../../search/symbol-lists.ts'
import { textOption, usage } from '../arguments.ts'
import { type Command, type CommandInput, everywhereOption } from '../command.ts'
import {
  didText,
  jobName,
  jobReasonText,
  jobText,
  startedText,
  statusText,
  tookText,
} from '../describe-job.ts'
import { learningData, learningNow } from '../note-learning.ts'
import { printable } from '../output.ts'

const SHOWN = 20

export const command: Command = {
  usage: 'jobs [run]',
  help: {
    en: 'Shows what ran in the background: when, how long, what it did, what failed and why. `jobs run` does the work that is due here and now. Background work is started by writes, one worker per project, and ends by itself; MEMDIR_BACKGROUND=0 or the setting background.enabled switches it off.',
    zh: '显示后台运行过的任务：时间、时长、内容、失败及其原因。`jobs run` 立即在此执行到期的任务。后台工作由写入触发，每个项目一个，自行结束；MEMDIR_BACKGROUND=0 或设置 background.enabled 可关闭。',
  },
  options: {
    ...everywhereOption,
    reason: { type: 'string', internal: true, value: 'WORD', en: 'what asked for it', zh: '触发原因' },
    job: {
      type: 'string',
      value: 'NAME',
      en: 'run only this job, due or not',
      zh: '只运行此任务，无论是否到期',
    },
    deadline: {
      type: 'string',
      internal: true,
      value: 'MS',
      en: 'for the worker: begin nothing after this time, or with --job end it then (milliseconds since 1970)',
      zh: '供后台进程使用：此时刻之后不再开始新任务；与 --job 一起则到时结束该任务（自 1970 年起的毫秒数）',
    },
  },
  arguments: [['run']],
  examples: ['memdir jobs', 'memdir jobs run', 'memdir jobs run --job embedding', 'memdir jobs --json'],
  withoutProject: true,
  async run(input) {
    const [action] = input.positionals
    if (action === 'run') return run(input)
    if (action !== undefined)
      throw usage(
        message(UNKNOWN_ACTION, { action: `jobs ${action}` }),
        message(RUN_HELP, { command: 'jobs' }),
      )
    return list(input)
  },
}

async function run({ values, context, output }: CommandInput): Promise<number> {
  const engine = context.engine()
  const background = await engine.background()
  const reason = textOption(values, 'reason') ?? 'command'
  const job = textOption(values, 'job')
  const deadline = textOption(values, 'deadline')
  const until = deadline === undefined ? {} : { deadline: Number(deadline) }
  try {
    if (job !== undefined && deadline !== undefined) {
      const result = await background.serve(job, Number(deadline), process as JobChannel)
      return result.status === 'failed' ? 1 : 0
    }
    const outcome =
      job === undefined
        ? await background.work({ reason, ...until })
        : await alone(background.run(job, { reason }))
    output.data(outcome)
    if (outcome.status === 'busy')
      output.print(output.say({ en: 'A worker is running already.', zh: '已有任务在运行。' }))
    else if (outcome.runs.length === 0)
      output.print(output.say({ en: 'Nothing was due.', zh: '没有到期的任务。' }))
    else output.table(...table(outcome.runs, output))
    return outcome.status === 'ended' && outcome.runs.some(({ status }) => status === 'failed') ? 1 : 0
  } finally {
    await engine.close()
    if (process.connected) process.disconnect()
  }
}

async function alone(
  running: Promise<JobRun | undefined>,
): Promise<{ status: 'busy' } | { status: 'ended'; runs: JobRun[] }> {
  const done = await running
  return done ? { status: 'ended', runs: [done] } : { status: 'busy' }
}

async function list({ context, output }: CommandInput): Promise<number> {
  const engine = context.engine()
  const background = await engine.background()
  const symbols = examineSymbolList(engine.location.state, engine.location.identity.git)
  const jobs = background.runs().toReversed()
  const spool = background.spool()
  const held = background.held()
  const stopped = await learningNow(engine)
  output.data({ jobs, held, spool, symbols, learning: learningData(stopped) })
  if (jobs.length === 0)
    output.print(
      output.say({ en: 'Nothing has run in the background yet.', zh: '后台还没有运行过任何任务。' }),
    )
  else output.table(...table(jobs.slice(0, SHOWN), output))
  for (const { job, until, failures } of held) {
    const time = new Date(until).toISOString().slice(0, 19).replace('T', ' ')
    output.print(
      output.say({
        en: `${job} waits until ${time} (failures in a row: ${failures}). \`memdir jobs run --job ${job}\` runs it now.`,
        zh: `${job} 等到 ${time}（连续失败 ${failures} 次）。\`memdir jobs run --job ${job}\` 可立即运行。`,
      }),
    )
  }
  // Without memories there is nothing to verify, and no job makes the list.
  if (symbols.problem && symbols.status !== 'no-git' && existsSync(engine.location.memory))
    output.print(`${jobName(SYMBOLS, output)}: ${output.say(symbols.problem)}`)
  if (stopped) output.print(`${output.paint.yellow('!')} ${output.say(stopped.message)}`)
  const { waiting, failed, dropped } = spool
  if (waiting > 0)
    output.print(
      output.say({ en: `Turns that wait for the worker: ${waiting}.`, zh: `等待处理的轮次：${waiting}。` }),
    )
  if (dropped > 0)
    output.print(
      output.say({
        en: `Turns that were dropped, the oldest first, because too many waited: ${dropped}.`,
        zh: `因等待的轮次过多而丢弃的最早轮次：${dropped}。`,
      }),
    )
  for (const turn of failed) {
    const name = printable([turn.agent, turn.conversation].filter(Boolean).join(' ') || turn.file)
    const why = printable(turn.error[output.language])
    output.print(
      output.say({
        en: `A turn could not be handled and is kept in state/spool/failed (${name}): ${why}`,
        zh: `一个轮次未能处理，保存在 state/spool/failed（${name}）：${why}`,
      }),
    )
  }
  return 0
}

function table(runs: readonly JobRun[], output: CommandInput['output']): [string[], string[][]] {
  const header = [
    output.say({ en: 'STARTED', zh: '开始' }),
    output.say({ en: 'TOOK', zh: '用时' }),
    output.say({ en: 'JOB', zh: '任务' }),
    output.say({ en: 'STATUS', zh: '状态' }),
    output.say({ en: 'FOR', zh: '原因' }),
    output.say({ en: 'DID', zh: '内容' }),
  ]
  const rows = runs.map((one) => [
    startedText(one),
    tookText(one),
    jobText(one, output),
    statusText(one, output),
    jobReasonText(one, output),
    didText(one, output),
  ])
  return [header, rows]
}
