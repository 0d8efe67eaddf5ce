import { explainCommandTexts } from '../../base/messages/explain-command.ts'
import { labelOf } from '../../base/messages/kinds.ts'
import type { Text } from '../../base/messages/message.ts'
import { message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { findEver } from '../../memory/history.ts'
import type { Explanation } from '../../memory/records.ts'
import { verifiedTree } from '../../search/recall-for.ts'
import { examineSymbolList } from '../../search/symbol-lists.ts'
import { verificationLine } from '../../search/verification.ts'
import { verifyMemories } from '../../search/verify-memories.ts'
import { usage } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { stars } from '../describe-memory.ts'
import { localTime } from '../local-time.ts'
import { ORIGIN_LABELS } from '../origin-labels.ts'
import { formatFacts, type Output, printable } from '../output.ts'

export const command: Command = {
  usage: 'explain MEMORY',
  help: explainCommandTexts.help,
  most: 1,
  options: placeOptions,
  arguments: ['memories'],
  examples: ['memdir explain k3v9', 'memdir explain feedback_testing.md --json'],
  async run({ positionals, context, output }) {
    const [reference] = positionals
    if (reference === undefined)
      throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
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
  live: explainCommandTexts.statesLive,
  superseded: explainCommandTexts.statesSuperseded,
  expired: explainCommandTexts.statesExpired,
  removed: explainCommandTexts.statesRemoved,
  due: explainCommandTexts.statesDue,
}

export function printExplanation(output: Output, explanation: Explanation): void {
  const because = explanation.recalled_because
  const terms = because?.terms?.join(output.say(explainCommandTexts.separator))
  const why = [because?.similarity?.toFixed(2), terms].filter(Boolean).join('  ')
  const facts: [string, string | undefined][] = [
    [
      output.say(explainCommandTexts.memory),
      output.say(
        message(explainCommandTexts.nameIdFile, {
          name: printable(explanation.name),
          id: explanation.id,
          file: printable(explanation.file),
        }),
      ),
    ],
    [output.say(explainCommandTexts.kind), output.say(labelOf(explanation.kind))],
    [output.say(explainCommandTexts.created), explanation.created && localTime(explanation.created)],
    [output.say(explainCommandTexts.said), output.say(ORIGIN_LABELS[explanation.said_by])],
    [
      output.say(explainCommandTexts.written),
      explanation.written_by === 'user'
        ? output.say(explainCommandTexts.user)
        : printable(explanation.written_by),
    ],
    [
      output.say(explainCommandTexts.conversation),
      explanation.conversation && printable(explanation.conversation),
    ],
    [output.say(explainCommandTexts.message), explanation.message && printable(explanation.message)],
    [output.say(explainCommandTexts.confidence), explanation.confidence?.toString()],
    [output.say(explainCommandTexts.importance), stars(explanation.importance)],
    [output.say(explainCommandTexts.state), output.say(STATES[explanation.state])],
    [output.say(explainCommandTexts.expires), explanation.expires && localTime(explanation.expires)],
    [output.say(explainCommandTexts.superseded), explanation.superseded_by],
    [
      output.say(explainCommandTexts.supersedes),
      explanation.supersedes.join(output.say(explainCommandTexts.separator)),
    ],
    [
      output.say(explainCommandTexts.related),
      explanation.related.join(output.say(explainCommandTexts.separator)),
    ],
    [
      output.say(explainCommandTexts.used),
      output.say(message(explainCommandTexts.time, { used: explanation.used })) +
        (explanation.last_used
          ? output.say(explainCommandTexts.separator2) + localTime(explanation.last_used)
          : ''),
    ],
    [
      output.say(explainCommandTexts.acted),
      explanation.acted_on > 0
        ? output.say(message(explainCommandTexts.conversation2, { acted_on: explanation.acted_on }))
        : undefined,
    ],
    [output.say(explainCommandTexts.calledWrong), wrongText(output, explanation)],
    [output.say(explainCommandTexts.lastRecalled), why],
  ]
  for (const [label, value] of formatFacts(facts)) output.print(`${output.paint.dim(label)}  ${value}`)
  for (const { until, actor, content } of explanation.former) {
    const end = localTime(until)
    output.print(output.paint.dim(output.say(message(explainCommandTexts.untilSaid, { end, actor }))))
    output.print(`  ${printable(content)}`)
  }
  for (const { time, content } of explanation.merged) {
    output.print(output.paint.dim(output.say(message(explainCommandTexts.merged, { time: localTime(time) }))))
    output.print(`  ${printable(content)}`)
  }
}

function wrongText(output: Output, { called_wrong: count, wrong_said: said, raised }: Explanation) {
  if (!said) return undefined
  const reason = said.reason === undefined ? '' : `: ${printable(said.reason)}`
  const now =
    raised > 0
      ? output.say(message(explainCommandTexts.needsMoreSimilarity, { raised: raised.toFixed(1) }))
      : count > 0
        ? output.say(explainCommandTexts.saidStands)
        : output.say(explainCommandTexts.usedSince)
  return `${localTime(said.time)} (${said.by})${reason}${now}`
}
