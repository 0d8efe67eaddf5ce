import { labelOf } from '../../messages/kinds.ts'
import { message } from '../../messages/message.ts'
import { GIVE_MEMORY, MEMORY_REQUIRED } from '../../messages/usage.ts'
import type { Explanation } from '../../records/explain.ts'
import { usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import { stars } from '../describe-memory.ts'
import { countOf, type Text } from '../language.ts'
import { formatFacts, type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'explain MEMORY',
  help: {
    en: 'Says where a memory came from: when, from which conversation, said by whom, how sure, how often used, why it was recalled, and what it said before.',
    zh: '说明一条记忆的来历：时间、对话、来源、置信度、使用次数、召回原因以及以前的版本。',
  },
  most: 1,
  options: {},
  arguments: ['memories'],
  examples: ['memdir explain k3v9', 'memdir explain feedback_testing.md --json'],
  async run({ positionals, context, output }) {
    const [reference] = positionals
    if (reference === undefined) throw usage(message(MEMORY_REQUIRED), message(GIVE_MEMORY))
    const engine = context.engine()
    const explanation = (await engine.records()).explain(engine.store.find(reference))
    output.data({ explanation })
    printExplanation(output, explanation)
  },
}

const ORIGINS: Record<Explanation['said_by'], Text> = {
  user: { en: 'the user', zh: '用户' },
  agent: { en: 'inferred by an agent', zh: '代理推断' },
  reported: { en: 'the user, as an agent reports', zh: '用户（代理转述）' },
  tool: { en: 'output of a tool', zh: '工具输出' },
  web: { en: 'the web', zh: '网页' },
  include: { en: 'an included file', zh: '包含的文件' },
  import: { en: 'an import', zh: '导入' },
  team: { en: 'the team', zh: '团队' },
  unknown: { en: 'not known: the file was written by another program', zh: '未知：文件由其他程序写入' },
}

const STATES: Record<Explanation['state'], Text> = {
  live: { en: 'live', zh: '有效' },
  superseded: { en: 'superseded: no longer recalled', zh: '已被取代：不再召回' },
  expired: { en: 'expired: no longer recalled', zh: '已过期：不再召回' },
  due: { en: 'expired: the next clean-up removes it', zh: '已过期：下次清理时删除' },
}

export function printExplanation(output: Output, told: Explanation): void {
  const say = (en: string, zh: string) => output.say({ en, zh })
  const because = told.recalled_because
  const terms = because?.terms?.join(', ')
  const why = [because?.similarity?.toFixed(2), terms].filter(Boolean).join('  ')
  const facts: [string, string | undefined][] = [
    [say('memory', '记忆'), `${printable(told.name)} (${told.id}, ${printable(told.file)})`],
    [say('kind', '种类'), output.say(labelOf(told.kind))],
    [say('created', '创建'), told.created],
    [say('said by', '来源'), output.say(ORIGINS[told.said_by])],
    [say('written by', '写入者'), printable(told.written_by)],
    [say('conversation', '对话'), told.conversation && printable(told.conversation)],
    [say('message', '消息'), told.message && printable(told.message)],
    [say('confidence', '置信度'), told.confidence?.toString()],
    [say('importance', '重要性'), stars(told.importance)],
    [say('state', '状态'), output.say(STATES[told.state])],
    [say('expires', '到期'), told.expires],
    [say('superseded by', '被取代于'), told.superseded_by],
    [say('supersedes', '取代'), told.supersedes.join(', ')],
    [say('related', '相关'), told.related.join(', ')],
    [
      say('used', '使用'),
      say(countOf(told.used, 'time'), `${told.used} 次`) + (told.last_used ? `, ${told.last_used}` : ''),
    ],
    [say('last recalled for', '上次召回原因'), why],
  ]
  for (const [label, value] of formatFacts(facts)) output.print(`${output.paint.dim(label)}  ${value}`)
  for (const { until, actor, content } of told.former) {
    output.print(output.paint.dim(say(`until ${until} (${actor}) it said:`, `${until} 之前（${actor}）：`)))
    output.print(`  ${printable(content)}`)
  }
  for (const { time, content } of told.merged) {
    output.print(output.paint.dim(say(`merged on ${time}:`, `${time} 合并：`)))
    output.print(`  ${printable(content)}`)
  }
}
