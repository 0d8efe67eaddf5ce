import type { Runtime } from '../../agent/runtime.ts'
import { costCommandTexts } from '../../base/messages/cost-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { listOf, type MessageTemplate, message, verbatim } from '../../base/messages/message.ts'
import { settingsCommandsTexts } from '../../base/messages/settings-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { amountOf } from '../../base/settings/spend-settings.ts'
import { systemClock } from '../../base/values/clock.ts'
import { inputTokens } from '../../base/values/usage.ts'
import { parseTime, textOption, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { Output } from '../output.ts'

type SpendSummary = Awaited<ReturnType<Runtime['spend']>>
type SpendSum = SpendSummary['total']
type SpendGroup = SpendSummary['by']

const GROUPS = ['purpose', 'project', 'day', 'model'] as const satisfies readonly SpendGroup[]

export const command: Command = {
  usage: 'cost',
  help: costCommandTexts.help,
  most: 0,
  options: {
    since: {
      type: 'string',
      value: 'WHEN',
      text: costCommandTexts.optionSince,
    },
    by: {
      type: 'string',
      value: 'GROUP',
      choices: GROUPS,
      text: message(costCommandTexts.optionBy, { groups: listOf(GROUPS) }),
    },
    prices: {
      type: 'boolean',
      text: costCommandTexts.optionPrices,
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
    if (values.prices === true) return showPrices(output, await context.engine().runtime())
    const by = GROUPS.find((group) => group === (textOption(values, 'by') ?? 'purpose'))
    if (!by)
      throw usage(
        message(settingsCommandsTexts.cannotGroupBy, { by: String(values.by) }),
        message(usageTexts.chooseOneOf, { choices: listOf(GROUPS) }),
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

async function showPrices(output: Output, runtime: Runtime): Promise<number> {
  const listed = await runtime.prices()
  const prices = listed.map(({ set, source, ...price }) => ({
    ...price,
    source: set ? 'spend.prices' : source,
  }))
  output.data({ currency: 'USD', per: 1_000_000, prices })
  const header = [
    output.say(costCommandTexts.model),
    output.say(costCommandTexts.in),
    output.say(costCommandTexts.out),
    output.say(costCommandTexts.asOf),
    output.say(costCommandTexts.source),
  ]
  const rows = prices.map(({ model, input, output: out, asOf = '', source = '' }) => [
    model,
    `$${input}`,
    `$${out}`,
    asOf,
    source,
  ])
  output.table(header, rows)
  output.note(output.say(costCommandTexts.usDollarsPerMillion))
  return 0
}

function sumData({ calls, failed, usage, cost, unpriced }: SpendSum) {
  const { input, output, cacheRead, cacheCreated } = usage
  return { calls, failed, tokens: { input, output, cacheRead, cacheCreated }, cost, unpriced }
}

const TITLES: Record<SpendGroup, Text> = {
  purpose: costCommandTexts.titlesPurpose,
  project: costCommandTexts.titlesProject,
  day: costCommandTexts.titlesDay,
  model: costCommandTexts.model,
}

function printSpend(output: Output, spend: SpendSummary): void {
  if (spend.total.calls === 0)
    output.print(output.say(message(costCommandTexts.madeNoModelCalls, { from: spend.from, to: spend.to })))
  else {
    const header = [
      output.say(TITLES[spend.by]),
      output.say(costCommandTexts.calls),
      output.say(costCommandTexts.in),
      output.say(costCommandTexts.out),
      output.say(costCommandTexts.cost),
    ]
    const total = { ...spend.total, name: output.say(costCommandTexts.total) }
    output.table(
      header,
      [...spend.groups, total].map((sum) => row(sum)),
      { flexible: 0 },
    )
    if (spend.total.unpriced > 0)
      output.note(
        output.say(message(costCommandTexts.priceCallsNotKnown, { unpriced: spend.total.unpriced })),
      )
  }
  const learnt = extractionLine(output, spend.extractions)
  if (learnt) output.print(learnt)
  for (const cap of spend.caps) output.print(capLine(output, cap))
  if (spend.caps.length === 0) output.note(output.paint.dim(output.say(costCommandTexts.noCapsSetSpend)))
}

/** Where a model is configured: whether it was the one that learnt. */
function extractionLine(
  output: Output,
  { fork, structured, rules, failed }: SpendSummary['extractions'],
): string | undefined {
  if (fork + structured + rules === 0) return undefined
  const failures = failed > 0 ? message(costCommandTexts.themBecauseFailed, { failed }) : NONE
  return output.say(
    message(costCommandTexts.learntConversationsModel, { fork: fork + structured, rules, failures }),
  )
}

const NONE = verbatim('')

function row({ name, calls, failed, usage, cost, unpriced }: SpendSum): string[] {
  const money = unpriced === calls ? '?' : `$${cost.toFixed(4)}${unpriced > 0 ? ' + ?' : ''}`
  const counted = failed > 0 ? `${calls} (${failed} ✗)` : String(calls)
  return [name, counted, thousands(inputTokens(usage)), thousands(usage.output), money]
}

type CapState = SpendSummary['caps'][number]

const CAPS: Record<CapState['cap'], MessageTemplate> = {
  perTurn: costCommandTexts.capsPerTurn,
  perProject: costCommandTexts.capsPerProject,
  background: costCommandTexts.capsBackground,
  perDay: costCommandTexts.capsPerDay,
}

function capLine(output: Output, { cap, unit, limit, used, left }: CapState): string {
  const amount = (value: number) => {
    const said = amountOf(unit, value)
    return typeof said === 'string' ? said : output.say(said)
  }
  const room = unit === 'money' ? amount(left) : thousands(left)
  const line =
    used === undefined
      ? message(costCommandTexts.cap, { caps: message(CAPS[cap]), limit: amount(limit) })
      : message(costCommandTexts.capLeft, { caps: message(CAPS[cap]), room, limit: amount(limit) })
  return left === 0 ? output.paint.yellow(output.say(line)) : output.say(line)
}

function thousands(value: number): string {
  return value.toLocaleString('en-US')
}
