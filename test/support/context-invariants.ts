// What must hold of whatever the context levels make of a conversation: each function names what does not.

import { isPersons, isWords } from '../../src/agent/compact/exchanges.ts'
import type { Block } from '../../src/models/content.ts'
import { serialiseAnthropic } from '../../src/models/providers/anthropic-body.ts'
import { serialiseOpenAI } from '../../src/models/providers/openai-body.ts'
import type { TranscriptMessage } from '../../src/models/transcript-message.ts'
import { anthropicProblem } from './published/anthropic-protocol.ts'
import { openaiProtocol } from './published/openai-protocol.ts'

type Messages = readonly TranscriptMessage[]

/** Problems of what is sent, compared with the history that it was made of. */
export function viewProblems(
  view: Messages,
  history: Messages,
  { withMedia = true }: { withMedia?: boolean } = {},
): string[] {
  return [
    ...pairProblems(view, history),
    ...thinkingProblems(view, history),
    ...latestProblems(view, history, withMedia),
    ...providerProblems(view, history),
  ]
}

/** A call and its result are both there or both gone; calls that were open stay open. */
function pairProblems(view: Messages, history: Messages): string[] {
  const answeredBefore = resultIds(history)
  const problems: string[] = []
  const uses = new Set<string>()
  const results = resultIds(view)
  for (const { content } of view)
    for (const block of content) {
      if (block.type === 'tool_use') {
        uses.add(block.id)
        if (answeredBefore.has(block.id) && !results.has(block.id))
          problems.push(`${block.id} lost its result`)
      } else if (block.type === 'tool_result' && !uses.has(block.toolUseId))
        problems.push(`${block.toolUseId}: a result without its call`)
    }
  return problems
}

function resultIds(messages: Messages): Set<string> {
  return new Set(blocksOf(messages).flatMap((b) => (b.type === 'tool_result' ? [b.toolUseId] : [])))
}

function blocksOf(messages: Messages): Block[] {
  return messages.flatMap(({ content }) => content)
}

function thinkingProblems(view: Messages, history: Messages): string[] {
  const known = new Set(blocksOf(history).filter(({ type }) => type === 'thinking'))
  return blocksOf(view)
    .filter((block) => block.type === 'thinking' && !known.has(block))
    .map(() => 'thinking that was changed')
}

function latestProblems(view: Messages, history: Messages, withMedia: boolean): string[] {
  const latest = history.findLast(isPersons)
  if (!latest) return []
  const wordsOf = ({ content }: TranscriptMessage) =>
    JSON.stringify(content.filter((block) => isWords(block) && (withMedia || block.type === 'text')))
  const words = wordsOf(latest).slice(1, -1)
  const kept = view.some((message) => wordsOf(message).includes(words))
  return kept ? [] : ['the latest message of the person is not there word for word']
}

const TOOLS_OFF = { system: [], tools: [] }

/** Only where the history itself would be accepted: open calls are closed before a request. */
function providerProblems(view: Messages, history: Messages): string[] {
  const known = accepted.get(history) ?? problemsOf(history).length === 0
  accepted.set(history, known)
  return known ? problemsOf(view) : []
}

const accepted = new WeakMap<Messages, boolean>()

function problemsOf(messages: Messages): string[] {
  const anthropic = serialiseAnthropic(
    { ...TOOLS_OFF, messages },
    { model: 'm', maxOutput: 100, cache: '5m' },
  )
  const openai = serialiseOpenAI(
    { ...TOOLS_OFF, messages },
    { model: 'm', maxOutput: 100, dialect: 'compatible' },
  )
  const problems = [anthropicProblem(JSON.parse(anthropic)), openaiProtocol.problem(JSON.parse(openai))]
  return problems.filter((problem) => problem !== undefined)
}

/** Every message that is not sent any more is named by a receipt. */
export function traceProblems(view: Messages, history: Messages, named: ReadonlySet<string>): string[] {
  const kept = new Set(view.map(({ id }) => id))
  return history
    .filter(({ id }) => !kept.has(id) && !named.has(id))
    .map(({ id }) => `${id} is gone without a receipt`)
}

/** What was sent before is what the next request begins with. */
export function prefixProblems(before: Messages, after: Messages): string[] {
  for (const [at, message] of before.entries()) {
    const next = after[at]
    if (next === message) continue
    if (!next || JSON.stringify(next.content) !== JSON.stringify(message.content))
      return [`message ${at} of the prefix changed though no level says so`]
  }
  return []
}
