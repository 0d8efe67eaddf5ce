import { message } from '../../base/messages/message.ts'
import { NOTHING_INJECTED, recallReason } from '../../base/messages/recall.ts'
import {
  GIVE_SESSION,
  RECALL_EXAMPLE,
  RECALL_NEEDS_PROMPT,
  RECORD_NEEDS_SESSION,
} from '../../base/messages/search-commands.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import type { MemdirError } from '../../base/values/errors.ts'
import type { Engine } from '../../connect/engine.ts'
import { mayHoldSecret } from '../../memory/records/redact-memory.ts'
import { formatSimilarity } from '../../search/answer-similarity.ts'
import type { RecallResult } from '../../search/recall.ts'
import type { Why } from '../../search/search.ts'
import { numberOption, readStdin, textOption, usage } from '../arguments.ts'
import type { Command } from '../command.ts'
import { asSentences, type ErrorData, errorData } from '../error-line.ts'
import { type Output, printable } from '../output.ts'
import { isTerminal } from '../streams.ts'
import { whyLine } from '../why.ts'

const NEAREST = 3

export const command: Command = {
  usage: 'recall --prompt TEXT',
  help: {
    en: 'Prints exactly what an agent would be given for a prompt, and nothing when nothing fits. --explain adds why, on standard error, and what came nearest when nothing fits. With --session, what that conversation was shown is left out; --record counts this as shown.',
    zh: '输出代理针对某个提示会得到的全部内容；没有合适的就什么也不输出。--explain 在标准错误中说明原因，没有合适的时列出最接近的。加 --session 时略去该对话已看过的内容；--record 记为已显示。',
  },
  options: {
    prompt: {
      type: 'string',
      short: 'p',
      value: 'TEXT',
      en: 'the message; without it or as "-" it is read from standard input',
      zh: '消息；省略或为“-”时从标准输入读取',
    },
    session: { type: 'string', value: 'ID', en: 'the conversation', zh: '对话' },
    record: { type: 'boolean', en: 'count it as shown', zh: '记为已显示' },
    budget: { type: 'string', value: 'N', en: 'at most N characters', zh: '最多 N 个字符' },
    explain: { type: 'boolean', short: 'e', en: 'say why', zh: '说明原因' },
  },
  examples: [
    'memdir recall --prompt "how do we test the orders table?"',
    'memdir recall -p "接口变慢了看哪里" --explain',
    'memdir recall -p "deploy" --session 42 --record --json',
  ],
  async run({ positionals, values, context, output }) {
    const given = textOption(values, 'prompt') ?? (positionals.join(' ') || undefined)
    const piped = given === '-' || (given === undefined && !isTerminal('stdin'))
    const prompt = piped ? await readStdin() : given
    if (prompt === undefined || prompt.trim() === '')
      throw usage(message(RECALL_NEEDS_PROMPT), message(RECALL_EXAMPLE))
    const conversation = textOption(values, 'session')
    if (values.record && conversation === undefined)
      throw usage(message(RECORD_NEEDS_SESSION), message(GIVE_SESSION))
    const engine = context.engine()
    try {
      const result = await engine.recall({
        prompt,
        conversation,
        budget: numberOption(values, 'budget', 100, 1e7),
        explain: values.explain === true,
      })
      const nearest = result.reason === 'nothing_fits' ? result.nearest : undefined
      const isExplained = values.explain === true || result.text === ''
      const why = isExplained ? await whyByWords(engine, prompt, result) : undefined
      const found = {
        status: result.status,
        reason: result.reason ? recallReason(result.reason) : null,
        mode: result.mode ?? null,
        memories: result.memories.map(({ memory, similarity, why, similar }) => ({
          ...{ memory, similarity, why },
          ...(similar && { newer_than: similar.olderIds }),
        })),
        ...(result.episodes && {
          episodes: result.episodes.map(({ memory, similarity, why }) => ({
            ...{ said: memory.content.trim(), time: memory.modified, similarity, why },
          })),
        }),
        left_out: result.leftOut.map(({ file, reason }) => ({ file, reason: recallReason(reason) })),
        ...(why && { problem: errorData(why, output.language) }),
        ...(result.behind && { behind: result.behind.files }),
        ...(nearest && {
          threshold: nearest.needed,
          nearest: nearest.hits
            .slice(0, NEAREST)
            .map(({ memory, similarity, why }) => ({ file: memory.file, similarity, why })),
        }),
      }
      output.data(found, { text: result.text })
      if (result.text !== '') printRecalled(output, result.text, engine.location.memory)
      if (result.notice) output.note(`${output.paint.yellow('!')} ${output.say(result.notice)}`)
      if (isExplained) explain(output, result)
      if (why && !output.json) explainWords(output, errorData(why, output.language))
      if (nearest && !output.json) explainMiss(output, nearest)
      await output.flushed()
      if (values.record && conversation !== undefined) await engine.noteShown(conversation, result)
    } finally {
      await engine.close()
    }
  },
}

/** The directory's own path looks like a secret, with the hash in it, and would load the scanner every time. */
function printRecalled(output: Output, text: AgentText, directory: string): void {
  output.printText(text, { clean: !mayHoldSecret(text.replaceAll(directory, '')) })
}

/** What came nearest, and how near it would have had to come. */
function explainMiss(output: Output, { hits, needed }: NonNullable<RecallResult['nearest']>): void {
  if (hits.length === 0) return
  const least = needed.toFixed(2)
  output.note(
    output.say({
      en: `Nearest, where ${least} is needed (memdir search shows more):`,
      zh: `最接近的记忆（需达到 ${least}；memdir search 可查看更多）：`,
    }),
  )
  const near = hits.toSorted((a, b) => b.similarity - a.similarity).slice(0, NEAREST)
  for (const { memory, similarity, why } of near) {
    output.note(`${formatSimilarity(similarity, needed)} ${output.paint.bold(printable(memory.file))}`)
    output.note(`     ${output.paint.dim(whyLine(output, why as Why))}`)
  }
}

function explain(output: Output, result: RecallResult): void {
  if (output.json) return
  const needed = result.nearest?.needed
  if (result.reason)
    output.note(output.say(message(NOTHING_INJECTED, { reason: recallReason(result.reason) })))
  for (const { memory, similarity, why } of result.memories) {
    output.note(
      `${output.paint.green(formatSimilarity(similarity, needed))} ${output.paint.bold(printable(memory.file))}`,
    )
    output.note(`     ${output.paint.dim(whyLine(output, why as Why))}`)
  }
  for (const { memory, similarity, why } of result.episodes ?? []) {
    const said = output.say({
      en: `said on ${memory.modified.slice(0, 10)}, not a memory:`,
      zh: `${memory.modified.slice(0, 10)} 说过，不是记忆：`,
    })
    output.note(
      `${output.paint.green(formatSimilarity(similarity, needed))} ${said} ${printable(memory.name)}`,
    )
    output.note(`     ${output.paint.dim(whyLine(output, why as Why))}`)
  }
  for (const { file, reason } of result.leftOut.slice(0, 10)) {
    output.note(output.paint.dim(`  –  ${printable(file)}: ${output.say(recallReason(reason))}`))
  }
}

/** Only where words alone were compared is it asked for. */
async function whyByWords(
  engine: Engine,
  prompt: string,
  { mode }: RecallResult,
): Promise<MemdirError | undefined> {
  if (mode !== 'fulltext') return undefined
  return engine.whyByWords(await engine.search({ query: prompt, limit: 1, threshold: 0 }))
}

function explainWords(output: Output, { message: reason, fix }: ErrorData): void {
  const said = output.say({ en: `Searched by words only: ${reason}`, zh: `仅按词搜索：${reason}` })
  output.note(output.paint.dim(asSentences(said, fix, output.language)))
}
