import { dreamTexts } from '../../base/messages/dream.ts'
import { dreamCommandTexts } from '../../base/messages/dream-command.ts'
import { message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { redactValues } from '../../base/secrets/redact-for.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { LOGS_JOB } from '../../learn/request-work.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { dreamNow, proposedText, showDreamPlan } from '../dream-report.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'dream',
  help: dreamCommandTexts.help,
  most: 0,
  options: {
    'dry-run': { type: 'boolean', text: dreamCommandTexts.optionDryRun },
    logs: { type: 'boolean', text: dreamCommandTexts.optionLogs },
    held: { type: 'boolean', text: dreamCommandTexts.optionHeld },
    accept: { type: 'string', value: 'ID', text: dreamCommandTexts.optionAccept },
    refuse: { type: 'string', value: 'ID', text: dreamCommandTexts.optionRefuse },
  },
  examples: [
    'memdir dream',
    'memdir dream --dry-run',
    'memdir dream --logs',
    'memdir dream --held',
    'memdir dream --accept 7f3k',
  ],
  async run(input) {
    const { values, context, output } = input
    const chosen = ['dry-run', 'logs', 'held', 'accept', 'refuse'].filter(
      (name) => values[name] !== undefined,
    )
    if (chosen.length > 1)
      throw usage(message(dreamTexts.oneOf), message(usageTexts.runHelp, { command: 'dream' }))
    if (values.logs) return distil(input)
    if (values.held) return showHeld(input)
    if (values.accept !== undefined || values.refuse !== undefined) return decide(input)
    const engine = values['dry-run'] ? context.engine() : await context.writingEngine()
    try {
      return values['dry-run'] ? await showDreamPlan(engine, output) : await dreamNow(engine, output)
    } finally {
      await engine.close()
    }
  },
}

async function distil({ context, output }: CommandInput): Promise<number> {
  const engine = await context.writingEngine()
  try {
    const run = await (await engine.background()).run(LOGS_JOB, { reason: 'dream', allLogs: true })
    // What was read before it failed counts, and is not read again.
    if (run?.status === 'failed' && run.error) throw new MemdirError('io', run.error)
    const { entries = 0, distilled = 0 } = run?.did ?? {}
    output.data({ status: run?.status ?? 'busy', entries, memories: distilled, error: run?.error })
    if (!run) output.print(output.say(dreamCommandTexts.anotherProcessReadingLogs))
    else output.print(distilledText(output, entries, distilled))
    if (run?.error) output.note(`${output.paint.yellow('!')} ${printable(run.error[output.language])}`)
    return run?.status === 'failed' ? 1 : 0
  } finally {
    await engine.close()
  }
}

function distilledText(output: CommandInput['output'], entries: number, memories: number): string {
  if (entries === 0) return output.say(dreamCommandTexts.dailyLogsNoEntry)
  return output.say(message(dreamCommandTexts.entryEntriesReadMemory, { entries, memories }))
}

async function showHeld({ context, output }: CommandInput): Promise<number> {
  const held = await redactValues((await context.engine().dreams()).proposals(), output.reader)
  output.data({ held })
  if (held.length === 0) output.print(output.say(dreamCommandTexts.nothingWaitsDecide))
  for (const { id, op, text, file, into, reason, because } of held) {
    output.print(`${id}  ${proposedText(output, op)}  ${printable(text)}`)
    const where = into === undefined ? file : `${file} → ${into}`
    output.print(
      `    ${output.paint.dim(printable([where, output.say(reason), because].filter(Boolean).join(' · ')))}`,
    )
  }
  return 0
}

async function decide({ values, context, output }: CommandInput): Promise<number> {
  const engine = await context.writingEngine()
  const dreams = await engine.dreams()
  const [accepted, refused] = [textOption(values, 'accept'), textOption(values, 'refuse')]
  if (accepted !== undefined) await dreams.accept(accepted, context.changedBy().actor)
  if (refused !== undefined) await dreams.refuse(refused)
  output.data({ ...(accepted !== undefined && { accepted }), ...(refused !== undefined && { refused }) })
  output.print(`${output.paint.green('✓')} ${output.say(dreamCommandTexts.done)}`)
  return 0
}
