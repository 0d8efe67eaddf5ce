import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Comparison,
  comparePolicies,
  type PolicyComparer,
  type ReplayedConversation,
} from '../../agent/compact/replay/compare-policies.ts'
import type { Ttl } from '../../agent/compact/replay/recorded-conversation.ts'
import { MAP_PARTS, type MapPart } from '../../agent/compact/replay/token-map.ts'
import {
  CONTEXT_CANNOT_READ,
  CONTEXT_FILES_FIX,
  CONTEXT_NEEDS_FILES,
  CONTEXT_NO_REQUESTS,
  CONTEXT_NO_USAGE,
  CONTEXT_UNKNOWN_LOG,
  CONTEXT_UNKNOWN_TTL,
} from '../../base/messages/context.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { CHOOSE_ONE_OF } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { readAnyTranscript } from '../../models/transcript/read-any-transcript.ts'
import { textOption, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import { COLUMNS_MEAN, policyName, policyVerdict } from '../describe-policy.ts'
import type { Text } from '../language.ts'
import { type Output, printable } from '../output.ts'

const TTLS = ['5m', '1h', 'recorded'] as const satisfies readonly Ttl[]

export const command: Command = {
  usage: 'context FILE…',
  help: {
    en: 'Shows what fills the window in recorded conversations (logs of memdir, Claude Code or Codex, plain or .gz), what each level of memdir would have done and when, and what the policies would have cost: of the input, relative to doing nothing (reading from the cache 0.1, writing 1.25 for five minutes or 2 for an hour), with the share that came from the cache and the requests that broke a prefix which the provider still had. The levels run on the recorded messages at the recorded times; no model is called, and notes are taken as fresh.',
    zh: '显示所记录对话（memdir、Claude Code 或 Codex 的日志，可为 .gz）的窗口由什么占用、memdir 的各级处理会在何时做什么，以及各策略的花费：相对于什么都不做的输入成本（读缓存 0.1，写缓存五分钟 1.25、一小时 2），并给出缓存命中率和破坏仍在缓存中的前缀的请求数。各级处理按记录的消息和时间运行，不调用模型，笔记视为最新。',
  },
  options: {
    ttl: {
      type: 'string',
      value: 'TTL',
      choices: TTLS,
      en: 'how long the provider keeps a prefix: 5m, 1h, or as recorded (recorded)',
      zh: '提供方保留前缀的时间：5m、1h，或按记录（默认 recorded）',
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
        message(CONTEXT_UNKNOWN_TTL, { name: named }),
        message(CHOOSE_ONE_OF, { choices: listOf(TTLS) }),
      )
    if (positionals.length === 0) throw usage(message(CONTEXT_NEEDS_FILES), message(CONTEXT_FILES_FIX))
    const comparer = comparePolicies(ttl)
    for (const given of positionals) await addFile(given, resolve(context.directory, given), comparer, output)
    const result = comparer.result()
    if (result.requests === 0)
      throw new MemdirError('not_found', message(CONTEXT_NO_REQUESTS), {
        fix: message(CONTEXT_FILES_FIX),
      })
    output.data(result)
    showPolicies(result, output)
    return 0
  },
}

async function addFile(given: string, path: string, comparer: PolicyComparer, output: Output): Promise<void> {
  const transcript = await read(given, path)
  if (!transcript) {
    output.note(output.say(message(CONTEXT_UNKNOWN_LOG, { path: printable(given) })))
    return
  }
  const replayed = comparer.add(transcript.messages)
  if (replayed.requests === 0) output.note(output.say(message(CONTEXT_NO_USAGE, { path: printable(given) })))
  else showConversation(given, replayed, output)
}

async function read(given: string, path: string) {
  try {
    if (!existsSync(path)) throw new Error('ENOENT')
    return await readAnyTranscript(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MemdirError('not_found', message(CONTEXT_CANNOT_READ, { path: given, reason }), {
      fix: message(CONTEXT_FILES_FIX),
    })
  }
}

const PARTS: Record<MapPart, Text> = {
  base: { en: 'system prompt and tools', zh: '系统提示与工具' },
  summary: { en: 'summary of earlier messages', zh: '先前消息的摘要' },
  attached: { en: 'attached by the agent', zh: '代理附加的内容' },
  user: { en: 'the person’s messages', zh: '用户消息' },
  answers: { en: 'answers', zh: '回答' },
  thinking: { en: 'thinking', zh: '思考' },
  calls: { en: 'tool calls', zh: '工具调用' },
  results: { en: 'tool results', zh: '工具结果' },
  media: { en: 'pictures and documents', zh: '图片与文档' },
}

const LEVELS: Record<string, Text> = {
  micro: { en: 'clears old tool results', zh: '清除旧的工具结果' },
  notes: { en: 'compacts by notes', zh: '按笔记压缩' },
  snip: { en: 'drops the oldest messages', zh: '丢弃最早的消息' },
}

const REASONS: Record<string, Text> = {
  cold: { en: 'the cache is cold', zh: '缓存已失效' },
  batch: { en: 'enough at once', zh: '一次释放足够多' },
  threshold: { en: 'the window is nearly full', zh: '窗口将满' },
  unsummarised: { en: 'nothing can summarise', zh: '无法摘要' },
}

function showConversation(
  given: string,
  { requests, map, acts }: ReplayedConversation,
  output: Output,
): void {
  const count = (tokens: number) => Math.round(tokens).toLocaleString('en-US')
  output.print(output.paint.bold(printable(given)))
  if (map) {
    const largest = {
      en: `largest of ${requests} requests: ${count(map.input)} tokens`,
      zh: `${requests} 个请求中最大：${count(map.input)} 令牌`,
    }
    output.print(`  ${output.say(largest)}`)
    for (const part of MAP_PARTS)
      if (map.parts[part] >= 1)
        output.print(
          `  ${count(map.parts[part]).padStart(9)}  ${`${((100 * map.parts[part]) / map.input).toFixed(1)} %`.padStart(7)}  ${output.say(PARTS[part])}`,
        )
    const tools = map.tools.map(({ name, tokens }) => `${printable(name)} ${count(tokens)}`).join(', ')
    if (tools !== '') output.print(`  ${output.say({ en: 'results by tool', zh: '各工具的结果' })}: ${tools}`)
  }
  for (const { receipt, request } of acts) {
    const { level, reason, before, after, time } = receipt
    const what = output.say(LEVELS[level] ?? { en: level, zh: level })
    const why = output.say(REASONS[reason] ?? { en: reason, zh: reason })
    output.print(
      `  ${output.say({ en: 'request', zh: '请求' })} ${request}  ${time.slice(0, 16).replace('T', ' ')}  ${what} (${why}): ${count(before)} → ${count(after)}`,
    )
  }
  output.print()
}

function showPolicies(result: Comparison, output: Output): void {
  output.table(
    [
      output.say({ en: 'policy', zh: '策略' }),
      output.say({ en: 'cost', zh: '成本' }),
      output.say({ en: 'from cache', zh: '缓存命中' }),
      output.say({ en: 'breaks', zh: '重写' }),
      '',
    ],
    result.policies.map(({ name, cost, hit, breaks }) => [
      output.say(policyName(name)),
      cost.toFixed(3),
      `${hit.toFixed(1)} %`,
      String(breaks),
      name === result.default ? output.say({ en: 'what memdir does', zh: 'memdir 的默认做法' }) : '',
    ]),
  )
  output.print()
  output.print(output.say(policyVerdict(result)))
  for (const line of COLUMNS_MEAN) output.print(output.paint.dim(output.say(line)))
}
