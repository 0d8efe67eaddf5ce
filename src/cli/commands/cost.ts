import type { SpendSummary } from '../../agent/runtime.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { CANNOT_GROUP_BY } from '../../base/messages/settings-commands.ts'
import { CHOOSE_ONE_OF } from '../../base/messages/usage.ts'
import { systemClock } from '../../base/values/clock.ts'
import { inputTokens } from '../../models/content.ts'
import type { CapState } from '../../models/spend/caps-left.ts'
import { dollars } from '../../models/spend/dollars.ts'
import { amountOf } from '../../models/spend-cap.ts'
import type { SpendGroup, SpendSum } from '../../models/spend-report.ts'
import { parseTime, textOption, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { Text } from '../language.ts'
import type { Output } from '../output.ts'

const GROUPS = ['purpose', 'project', 'day', 'model'] as const satisfies readonly SpendGroup[]

export const command: Command = {
  usage: 'cost',
  help: {
    en: 'What the model calls that memdir made on its own cost: in tokens and, where the price is known, in US dollars. Shows the caps and how much of them is left today. Prices and caps: `memdir config set spend.prices …`, `spend.caps`. What you say in `memdir chat` is not counted here: /cost tells it there.',
    zh: 'memdir 自行发起的模型调用的花费：令牌数，以及已知价格时的美元数。显示上限及今日余量。价格和上限：`memdir config set spend.prices …`、`spend.caps`。您在 `memdir chat` 中的对话不计入此处，可在其中用 /cost 查看。',
  },
  most: 0,
  options: {
    since: {
      type: 'string',
      value: 'WHEN',
      en: 'from a date or span back: 2026-11-01, 7d (30d)',
      zh: '起始日期或时长：2026-11-01、7d（默认 30d）',
    },
    by: {
      type: 'string',
      value: 'GROUP',
      choices: GROUPS,
      en: `grouped by ${GROUPS.join(', ')} (purpose)`,
      zh: `分组：${GROUPS.join('、')}（默认 purpose）`,
    },
    prices: {
      type: 'boolean',
      en: 'the prices that are used: per million tokens, where they were read, and when',
      zh: '所用价格：每百万令牌，以及来源和日期',
    },
  },
  examples: [
    'memdir cost',
    'memdir cost --since 7d --by day',
    'memdir cost --by project --json',
    'memdir cost --prices',
  ],
  withoutProject: true,
  async run({ values, context, output }) {
    if (values.prices === true) return showPrices(output, context.engine().settings.get('spend.prices'))
    const by = GROUPS.find((group) => group === (textOption(values, 'by') ?? 'purpose'))
    if (!by)
      throw usage(
        message(CANNOT_GROUP_BY, { by: String(values.by) }),
        message(CHOOSE_ONE_OF, { choices: listOf(GROUPS) }),
      )
    const since = parseTime(textOption(values, 'since') ?? '30d', systemClock.now(), 'past')
    const runtime = await context.engine().runtime()
    const spend = await runtime.spend({ since: since.toISOString().slice(0, 10), by })
    output.data({
      from: spend.from,
      to: spend.to,
      by,
      total: sumData(spend.total),
      groups: spend.groups.map((group) => ({ name: group.name, ...sumData(group) })),
      caps: spend.caps,
      extractions: spend.extractions,
    })
    printSpend(output, spend)
    return 0
  },
}

async function showPrices(output: Output, written: unknown): Promise<number> {
  const { priceList } = await import('../../models/prices.ts')
  const { readPrices } = await import('../../models/spend-settings.ts')
  const prices = priceList(readPrices(written)).map(({ set, source, ...price }) => ({
    ...price,
    source: set ? 'spend.prices' : source,
  }))
  output.data({ currency: 'USD', per: 1_000_000, prices })
  const header = [
    output.say({ en: 'MODEL', zh: '模型' }),
    output.say({ en: 'IN', zh: '输入' }),
    output.say({ en: 'OUT', zh: '输出' }),
    output.say({ en: 'AS OF', zh: '日期' }),
    output.say({ en: 'SOURCE', zh: '来源' }),
  ]
  const rows = prices.map(({ model, input, output: out, asOf = '', source = '' }) => [
    model,
    `$${input}`,
    `$${out}`,
    asOf,
    source,
  ])
  output.table(header, rows)
  output.note(
    output.say({
      en: 'US dollars per million tokens. Other models are counted in tokens only. Yours: memdir config set spend.prices \'{"MODEL": {"input": 1, "output": 2}}\'',
      zh: '单位为每百万令牌美元。其他模型只计令牌数。自定义：memdir config set spend.prices \'{"MODEL": {"input": 1, "output": 2}}\'',
    }),
  )
  return 0
}

function sumData({ calls, failed, usage, cost, unpriced }: SpendSum) {
  const { input, output, cacheRead, cacheCreated } = usage
  return { calls, failed, tokens: { input, output, cacheRead, cacheCreated }, cost, unpriced }
}

const TITLES: Record<SpendGroup, Text> = {
  purpose: { en: 'PURPOSE', zh: '用途' },
  project: { en: 'PROJECT', zh: '项目' },
  day: { en: 'DAY', zh: '日期' },
  model: { en: 'MODEL', zh: '模型' },
}

function printSpend(output: Output, spend: SpendSummary): void {
  if (spend.total.calls === 0)
    output.print(
      output.say({
        en: `memdir made no model calls of its own from ${spend.from} to ${spend.to}.`,
        zh: `${spend.from} 至 ${spend.to} 期间 memdir 没有自行调用模型。`,
      }),
    )
  else {
    const header = [
      output.say(TITLES[spend.by]),
      output.say({ en: 'CALLS', zh: '调用' }),
      output.say({ en: 'IN', zh: '输入' }),
      output.say({ en: 'OUT', zh: '输出' }),
      output.say({ en: 'COST', zh: '费用' }),
    ]
    const total = { ...spend.total, name: output.say({ en: 'total', zh: '合计' }) }
    output.table(
      header,
      [...spend.groups, total].map((sum) => row(sum)),
      { flexible: 0 },
    )
    if (spend.total.unpriced > 0)
      output.note(
        output.say({
          en: `The price of ${spend.total.unpriced} of the calls is not known: they are not in the cost.`,
          zh: `其中 ${spend.total.unpriced} 次调用价格未知，未计入费用。`,
        }),
      )
  }
  const learnt = extractionLine(output, spend.extractions)
  if (learnt) output.print(learnt)
  for (const cap of spend.caps) output.print(capLine(output, cap))
  if (spend.caps.length === 0)
    output.note(
      output.paint.dim(output.say({ en: 'No caps are set (spend.caps).', zh: '未设置上限（spend.caps）。' })),
    )
}

/** Where a model is configured: whether it was the one that learnt. */
function extractionLine(
  output: Output,
  { fork, structured, rules, failed }: SpendSummary['extractions'],
): string | undefined {
  if (fork + structured + rules === 0) return undefined
  const failures =
    failed > 0 ? { en: `, ${failed} of them because it failed`, zh: `（其中 ${failed} 次因其失败）` } : NONE
  return output.say({
    en: `learnt from conversations: by the model ${fork + structured}, by rules ${rules}${failures.en}`,
    zh: `从对话学习：模型 ${fork + structured} 次，规则 ${rules} 次${failures.zh}`,
  })
}

const NONE: Text = { en: '', zh: '' }

function row({ name, calls, failed, usage, cost, unpriced }: SpendSum): string[] {
  const money = unpriced === calls ? '?' : `$${cost.toFixed(4)}${unpriced > 0 ? ' + ?' : ''}`
  const counted = failed > 0 ? `${calls} (${failed} ✗)` : String(calls)
  return [name, counted, thousands(inputTokens(usage)), thousands(usage.output), money]
}

const CAPS: Record<CapState['cap'], Text> = {
  perTurn: { en: 'per turn', zh: '每轮上限' },
  perProject: { en: 'this project today', zh: '此项目今日上限' },
  background: { en: 'background work here today', zh: '此项目后台工作今日上限' },
  perDay: { en: 'all projects today', zh: '所有项目今日上限' },
}

function capLine(output: Output, { cap, unit, limit, used, left }: CapState): string {
  const amount = (value: number) => {
    const said = amountOf(unit, value)
    return typeof said === 'string' ? said : output.say(said)
  }
  const room = unit === 'money' ? dollars(left) : thousands(left)
  const line =
    used === undefined
      ? { en: `cap ${CAPS[cap].en}: ${amount(limit)}`, zh: `${CAPS[cap].zh}：${amount(limit)}` }
      : {
          en: `cap ${CAPS[cap].en}: ${room} left of ${amount(limit)}`,
          zh: `${CAPS[cap].zh}：${amount(limit)}，还剩 ${room}`,
        }
  return left === 0 ? output.paint.yellow(output.say(line)) : output.say(line)
}

function thousands(value: number): string {
  return value.toLocaleString('en-US')
}
