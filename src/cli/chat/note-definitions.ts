// Files that were to define an agent or a skill, and do not: whoever wrote one waits for it.
import type { Conversation } from '../../agent/conversation.ts'
import { definitionsTexts } from '../../base/messages/definitions.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { type Output, printable } from '../output.ts'

/** One line, at the start. */
export function noteDefinitions({ problems }: Pick<Conversation, 'problems'>, output: Output): void {
  const [first, ...others] = problems.map(unused)
  if (!first) return
  const said =
    others.length === 0 ? first : message(definitionsTexts.unusedMore, { first, more: others.length })
  output.note(`${output.paint.yellow('!')} ${printable(output.say(said))}`)
}

/** All agents, then what defines none. */
export function showAgents(
  { agents, problems }: Pick<Conversation, 'agents' | 'problems'>,
  output: Output,
): void {
  for (const { name, description } of agents)
    output.print(`  ${printable(name).padEnd(24)} ${output.paint.dim(printable(description).slice(0, 80))}`)
  for (const problem of problems)
    output.print(`${output.paint.yellow('!')} ${printable(output.say(unused(problem)))}`)
}

function unused({ path, problem }: Conversation['problems'][number]): Message {
  return message(definitionsTexts.unused, { path, problem })
}
