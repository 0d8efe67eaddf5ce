import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Comparison,
  comparePolicies,
  type PolicyComparer,
  type ReplayedConversation,
} from '../../agent/compare-policies.ts'
import { contextTexts } from '../../base/messages/context.ts'
import { contextCommandTexts } from '../../base/messages/context-command.ts'
import type { Text } from '../../base/messages/message.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import { COLUMNS_MEAN, policyName, policyVerdict } from '../describe-policy.ts'
import { type Output, printable } from '../output.ts'

const TTLS = ['5m', '1h', 'recorded'] as const satisfies readonly Parameters<typeof comparePolicies>[0][]

export const command: Command = {
  usage: 'context FILE…',
  help: contextCommandTexts.help,
  options: {
    ttl: {
      type: 'string',
      value: 'TTL',
      choices: TTLS,
      text: contextCommandTexts.optionTtl,
    },
  },
  examples: [
    'memdir context ~/.claude/projects/-home-me-shop/4f2a91c0.jsonl',
    'memdir context logs/*.jsonl.gz --ttl 5m --json',
  ],
  withoutProject: true,
  async run({ positionals, values, context, output }) {
    const named = textOption(values, 'ttl') ?? 'recorded'
    const ttl = TTLS.find((one) => one === named)
    if (!ttl)
      throw usage(
        message(contextTexts.unknownTtl, { name: named }),
        message(usageTexts.chooseOneOf, { choices: listOf(TTLS) }),
      )
    if (positionals.length === 0)
      throw usage(message(contextTexts.needsFiles), message(contextTexts.filesFix))
    const comparer = comparePolicies(ttl)
    for (const given of positionals) await addFile(given, resolve(context.directory, given), comparer, output)
    const result = comparer.result()
    if (result.requests === 0)
      throw new MemdirError('not_found', message(contextTexts.noRequests), {
        fix: message(contextTexts.filesFix),
      })
    output.data(result)
    showPolicies(result, output)
    return 0
  },
}

async function addFile(given: string, path: string, comparer: PolicyComparer, output: Output): Promise<void> {
  const replayed = await read(given, path, comparer)
  if (!replayed) {
    output.note(output.say(message(contextTexts.unknownLog, { path: printable(given) })))
    return
  }
  if (replayed.requests === 0)
    output.note(output.say(message(contextTexts.noUsage, { path: printable(given) })))
  else showConversation(given, replayed, output)
}

async function read(given: string, path: string, comparer: PolicyComparer) {
  try {
    if (!existsSync(path)) throw new Error('ENOENT')
    return await comparer.addLog(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MemdirError('not_found', message(contextTexts.cannotRead, { path: given, reason }), {
      fix: message(contextTexts.filesFix),
    })
  }
}

type MapPart = keyof NonNullable<ReplayedConversation['map']>['parts']

const PARTS: Record<MapPart, Text> = {
  base: contextCommandTexts.partsBase,
  summary: contextCommandTexts.partsSummary,
  attached: contextCommandTexts.partsAttached,
  user: contextCommandTexts.partsUser,
  answers: contextCommandTexts.partsAnswers,
  thinking: contextCommandTexts.partsThinking,
  calls: contextCommandTexts.partsCalls,
  results: contextCommandTexts.partsResults,
  media: contextCommandTexts.partsMedia,
}

const LEVELS: Record<string, Text> = {
  micro: contextCommandTexts.levelsMicro,
  notes: contextCommandTexts.levelsNotes,
  snip: contextCommandTexts.levelsSnip,
}

const REASONS: Record<string, Text> = {
  cold: contextCommandTexts.reasonsCold,
  batch: contextCommandTexts.reasonsBatch,
  threshold: contextCommandTexts.reasonsThreshold,
  unsummarised: contextCommandTexts.reasonsUnsummarised,
}

function showConversation(
  given: string,
  { requests, map, acts }: ReplayedConversation,
  output: Output,
): void {
  const count = (tokens: number) => Math.round(tokens).toLocaleString('en-US')
  output.print(output.paint.bold(printable(given)))
  if (map) {
    const largest = message(contextCommandTexts.largest, { requests, input: count(map.input) })
    output.print(`  ${output.say(largest)}`)
    for (const part of Object.keys(PARTS) as MapPart[])
      if (map.parts[part] >= 1)
        output.print(
          `  ${count(map.parts[part]).padStart(9)}  ${`${((100 * map.parts[part]) / map.input).toFixed(1)} %`.padStart(7)}  ${output.say(PARTS[part])}`,
        )
    const tools = map.tools.map(({ name, tokens }) => `${printable(name)} ${count(tokens)}`).join(', ')
    if (tools !== '') output.print(`  ${output.say(contextCommandTexts.resultsTool)}: ${tools}`)
  }
  for (const { receipt, request } of acts) {
    const { level, reason, before, after, time } = receipt
    const what = output.say(LEVELS[level] ?? { en: level, zh: level })
    const why = output.say(REASONS[reason] ?? { en: reason, zh: reason })
    output.print(
      `  ${output.say(contextCommandTexts.request)} ${request}  ${time.slice(0, 16).replace('T', ' ')}  ${what} (${why}): ${count(before)} → ${count(after)}`,
    )
  }
  output.print()
}

function showPolicies(result: Comparison, output: Output): void {
  output.table(
    [
      output.say(contextCommandTexts.policy),
      output.say(contextCommandTexts.cost),
      output.say(contextCommandTexts.cache),
      output.say(contextCommandTexts.breaks),
      '',
    ],
    result.policies.map(({ name, cost, hit, breaks }) => [
      output.say(policyName(name)),
      cost.toFixed(3),
      `${hit.toFixed(1)} %`,
      String(breaks),
      name === result.default ? output.say(contextCommandTexts.whatDoes) : '',
    ]),
  )
  output.print()
  output.print(output.say(policyVerdict(result)))
  for (const line of COLUMNS_MEAN) output.print(output.paint.dim(output.say(line)))
}
