import { existsSync } from 'node:fs'
import { jobsCommandTexts } from '../../base/messages/jobs-command.ts'
import { message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import type { JobRun } from '../../learn/job.ts'
import { SYMBOLS } from '../../learn/request-work.ts'
import type { JobChannel } from '../../learn/serve-job.ts'
import { examineSymbolList } from '../../search/symbol-lists.ts'
import { textOption, usage } from '../arguments.ts'
import { type Command, type CommandInput, placeOptions } from '../command.ts'
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
  help: jobsCommandTexts.help,
  options: {
    ...placeOptions,
    reason: { type: 'string', internal: true, value: 'WORD', text: jobsCommandTexts.optionReason },
    job: {
      type: 'string',
      value: 'NAME',
      text: jobsCommandTexts.optionJob,
    },
    deadline: {
      type: 'string',
      internal: true,
      value: 'MS',
      text: jobsCommandTexts.optionDeadline,
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
        message(usageTexts.unknownAction, { action: `jobs ${action}` }),
        message(usageTexts.runHelp, { command: 'jobs' }),
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
    if (outcome.status === 'busy') output.print(output.say(jobsCommandTexts.workerRunningAlready))
    else if (outcome.runs.length === 0) output.print(output.say(jobsCommandTexts.nothingDue))
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
  if (jobs.length === 0) output.print(output.say(jobsCommandTexts.nothingRunBackgroundYet))
  else output.table(...table(jobs.slice(0, SHOWN), output))
  for (const { job, until, failures } of held) {
    const time = new Date(until).toISOString().slice(0, 19).replace('T', ' ')
    output.print(output.say(message(jobsCommandTexts.waitsUntilFailuresRow, { job, time, failures })))
  }
  // Without memories there is nothing to verify, and no job makes the list.
  if (symbols.problem && symbols.status !== 'no-git' && existsSync(engine.location.memory))
    output.print(`${jobName(SYMBOLS, output)}: ${output.say(symbols.problem)}`)
  if (stopped) output.print(`${output.paint.yellow('!')} ${output.say(stopped.message)}`)
  const { waiting, failed, dropped } = spool
  if (waiting > 0) output.print(output.say(message(jobsCommandTexts.turnsWaitWorker, { waiting })))
  if (dropped > 0) output.print(output.say(message(jobsCommandTexts.turnsDroppedOldestFirst, { dropped })))
  for (const turn of failed) {
    const name = printable([turn.agent, turn.conversation].filter(Boolean).join(' ') || turn.file)
    const why = printable(turn.error[output.language])
    output.print(output.say(message(jobsCommandTexts.turnCouldNotHandled, { name, why })))
  }
  return 0
}

function table(runs: readonly JobRun[], output: CommandInput['output']): [string[], string[][]] {
  const header = [
    output.say(jobsCommandTexts.started),
    output.say(jobsCommandTexts.took),
    output.say(jobsCommandTexts.job),
    output.say(jobsCommandTexts.status),
    output.say(jobsCommandTexts.for),
    output.say(jobsCommandTexts.did),
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
