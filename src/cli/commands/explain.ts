import { labelOf } from '../../base/messages/kinds.ts'
import { message } from '../../base/messages/message.ts'
import { GIVE_MEMORY, MEMORY_REQUIRED } from '../../base/messages/usage.ts'
import type { Explanation } from '../../memory/records/explain.ts'
import { findEver } from '../../memory/records/find-ever.ts'
import { verifiedTree } from '../../search/recall-for.ts'
import { examineSymbolList } from '../../search/symbol-lists.ts'
import { verificationLine } from '../../search/verify/verification.ts'
import { verifyMemories } from '../../search/verify-memories.ts'
import { usage } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { stars } from '../describe-memory.ts'
import { countOf, type Text } from '../language.ts'
import { localTime } from '../local-time.ts'
import { ORIGIN_LABELS } from '../origin-labels.ts'
import { formatFacts, type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'explain MEMORY',
  help: {
    en: 'Says where a memory came from: when, from which conversation, said by whom, how sure, how often used, why it was recalled, and what it said before.',
    zh: '说明一条记忆的来历：时间、对话、来源、置信度、使用次数、召回原因以及以前的版本。',
  },
  most: 1,
  options: everywhereOption,
  arguments: ['memories'],
  examples: ['memdir explain k3v9', 'memdir explain feedback_testing.md --json'],
  async run({ positionals, context, output }) {
    const [reference] = positionals
    if (reference === undefined) throw usage(message(MEMORY_REQUIRED), message(GIVE_MEMORY))
    const engine = await context.engineOf([reference], { ever: true })
    const memory = findEver(engine.store, reference)
    const explanation = (await engine.records()).explain(memory)
    const { location } = engine
    const symbols = examineSymbolList(location.state, location.identity.git)
    const tree = verifiedTree(location)
    const [verification] = await verifyMemories(tree, [memory], new Date())
    output.data({ explanation, verification: verification ?? null, symbols })
    printExplanation(output, explanation)
    if (verification) output.print(verificationLine(verification))
    if (symbols.problem) output.print(output.paint.dim(output.say(symbols.problem)))
  },
}

const STATES: Record<Explanation['state'], Text> = {
  live: { en: 'live', zh: '有效' },
  superseded: { en: 'superseded: no longer recalled', zh: '已被取代：不再召回' },
  expired: { en: 'expired: no longer recalled', zh: '已过期：不再召回' },
  removed: {
    en: 'removed: `memdir log` says when, `memdir undo` brings it back',
    zh: '已删除：`memdir log` 可查时间，`memdir undo` 可恢复',
  },
  due: { en: 'expired: the next clean-up removes it', zh: '已过期：下次清理时删除' },
}

export function printExplanation(output: Output, explanation: Explanation): void {
  const say = (en: string, zh: string) => output.say({ en, zh })
  const because = explanation.recalled_because
  const terms = because?.terms?.join(say(', ', '、'))
  const why = [because?.similarity?.toFixed(2), terms].filter(Boolean).join('  ')
  const facts: [string, string | undefined][] = [
    [
      say('memory', '记忆'),
      say(
        `${printable(explanation.name)} (${explanation.id}, ${printable(explanation.file)})`,
        `${printable(explanation.name)}（${explanation.id}，${printable(explanation.file)}）`,
      ),
    ],
    [say('kind', '种类'), output.say(labelOf(explanation.kind))],
    [say('created', '创建'), explanation.created && localTime(explanation.created)],
    [say('said by', '来源'), output.say(ORIGIN_LABELS[explanation.said_by])],
    [
      say('written by', '写入者'),
      explanation.written_by === 'user' ? say('user', '用户') : printable(explanation.written_by),
    ],
    [say('conversation', '对话'), explanation.conversation && printable(explanation.conversation)],
    [say('message', '消息'), explanation.message && printable(explanation.message)],
    [say('confidence', '置信度'), explanation.confidence?.toString()],
    [say('importance', '重要性'), stars(explanation.importance)],
    [say('state', '状态'), output.say(STATES[explanation.state])],
    [say('expires', '到期'), explanation.expires && localTime(explanation.expires)],
    [say('superseded by', '取代者'), explanation.superseded_by],
    [say('supersedes', '取代'), explanation.supersedes.join(say(', ', '、'))],
    [say('related', '相关'), explanation.related.join(say(', ', '、'))],
    [
      say('used', '使用'),
      say(countOf(explanation.used, 'time'), `${explanation.used} 次`) +
        (explanation.last_used ? say(', ', '，') + localTime(explanation.last_used) : ''),
    ],
    [
      say('acted on', '被采用'),
      explanation.acted_on > 0
        ? say(`in ${countOf(explanation.acted_on, 'conversation')}`, `${explanation.acted_on} 个对话`)
        : undefined,
    ],
    [say('called wrong', '被指有误'), wrongText(output, explanation)],
    [say('last recalled for', '上次召回原因'), why],
  ]
  for (const [label, value] of formatFacts(facts)) output.print(`${output.paint.dim(label)}  ${value}`)
  for (const { until, actor, content } of explanation.former) {
    const end = localTime(until)
    output.print(output.paint.dim(say(`until ${end} (${actor}) it said:`, `${end} 之前（${actor}）：`)))
    output.print(`  ${printable(content)}`)
  }
  for (const { time, content } of explanation.merged) {
    output.print(output.paint.dim(say(`merged on ${localTime(time)}:`, `${localTime(time)} 合并：`)))
    output.print(`  ${printable(content)}`)
  }
}

function wrongText(output: Output, { called_wrong: count, wrong_said: said, raised }: Explanation) {
  if (!said) return undefined
  const reason = said.reason === undefined ? '' : `: ${printable(said.reason)}`
  const now =
    raised > 0
      ? output.say({
          en: `; needs ${raised.toFixed(1)} more similarity`,
          zh: `；需多 ${raised.toFixed(1)} 的相似度`,
        })
      : count > 0
        ? output.say({ en: '; what you said stands', zh: '；您说过的仍然有效' })
        : output.say({ en: '; used since', zh: '；之后又被采用' })
  return `${localTime(said.time)} (${said.by})${reason}${now}`
}
