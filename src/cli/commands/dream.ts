import { DREAM_ONE_OF } from '../../base/messages/dream.ts'
import { message } from '../../base/messages/message.ts'
import { RUN_HELP } from '../../base/messages/usage.ts'
import { LOGS_JOB } from '../../learn/request-work.ts'
import { redactValues } from '../../memory/records/redact-memory.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command, CommandInput } from '../command.ts'
import { dreamNow, proposedText, showDreamPlan } from '../dream-report.ts'
import { countOf } from '../language.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'dream',
  help: {
    en: 'Brings the memories in order: the same text once, dates that can be read later, the index sorted by topic and without dead pointers; contradictions and likely doubles are listed. With a model (models.main), it also decides about statements that changed since the last time; each of its decisions is checked, and nothing is lost without a reason in the history. It also runs by itself, at most once a day (dream.hours) after five other conversations (dream.conversations). What it did can be undone.',
    zh: '整理记忆：相同的文本只留一份，相对日期改为绝对日期，索引按主题排序并去掉失效指针；列出矛盾与疑似重复。若配置了模型（models.main），还由它判断上次以来有变化的陈述；每个判断都会核验，没有理由的内容不会丢失。它也会自动运行：每天至多一次（dream.hours），且此前另有五次对话（dream.conversations）。所做更改均可撤销。',
  },
  most: 0,
  options: {
    'dry-run': { type: 'boolean', en: 'only show what would change', zh: '仅显示将要更改的内容' },
    logs: { type: 'boolean', en: 'make memories of the daily logs', zh: '把每日日志提炼成记忆' },
    held: { type: 'boolean', en: 'show what waits for you to decide', zh: '显示待您决定的建议' },
    accept: { type: 'string', value: 'ID', en: 'do as proposed', zh: '照建议执行' },
    refuse: { type: 'string', value: 'ID', en: 'let a proposal go', zh: '放弃某项建议' },
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
    if (chosen.length > 1) throw usage(message(DREAM_ONE_OF), message(RUN_HELP, { command: 'dream' }))
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
    const { entries = 0, distilled = 0 } = run?.did ?? {}
    output.data({ status: run?.status ?? 'busy', entries, memories: distilled, error: run?.error })
    if (!run)
      output.print(
        output.say({ en: 'Another process is reading the logs right now.', zh: '另一个进程正在读取日志。' }),
      )
    else output.print(distilledText(output, entries, distilled))
    if (run?.error) output.note(`${output.paint.yellow('!')} ${printable(run.error[output.language])}`)
    return run?.status === 'failed' ? 1 : 0
  } finally {
    await engine.close()
  }
}

function distilledText(output: CommandInput['output'], entries: number, memories: number): string {
  if (entries === 0)
    return output.say({
      en: 'The daily logs have no entry that was not read already: nothing changed.',
      zh: '每日日志没有未读过的条目：没有任何更改。',
    })
  return output.say({
    en: `${countOf(entries, 'entry', 'entries')} read, ${countOf(memories, 'memory', 'memories')} made of them.`,
    zh: `读取 ${entries} 条日志，提炼出 ${memories} 条记忆。`,
  })
}

async function showHeld({ context, output }: CommandInput): Promise<number> {
  const held = await redactValues((await context.engine().dreams()).proposals(), output.reader)
  output.data({ held })
  if (held.length === 0)
    output.print(output.say({ en: 'Nothing waits for you to decide.', zh: '没有待您决定的建议。' }))
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
  output.print(`${output.paint.green('✓')} ${output.say({ en: 'Done.', zh: '完成。' })}`)
  return 0
}
