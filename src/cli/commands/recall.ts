import { message } from '../../base/messages/message.ts'
import { recallReason, recallTexts } from '../../base/messages/recall.ts'
import { recallCommandTexts } from '../../base/messages/recall-command.ts'
import { searchCommandsTexts } from '../../base/messages/search-commands.ts'
import { mayHoldSecret } from '../../base/secrets/redact-for.ts'
import type { AgentText } from '../../base/text/agent-text.ts'
import type { MemdirError } from '../../base/values/errors.ts'
import type { Engine } from '../../connect/engine.ts'
import { formatSimilarity } from '../../search/find-answers.ts'
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
  help: recallCommandTexts.help,
  options: {
    prompt: {
      type: 'string',
      short: 'p',
      value: 'TEXT',
      text: recallCommandTexts.optionPrompt,
    },
    session: { type: 'string', value: 'ID', text: recallCommandTexts.optionSession },
    record: { type: 'boolean', text: recallCommandTexts.optionRecord },
    budget: { type: 'string', value: 'N', text: recallCommandTexts.optionBudget },
    explain: { type: 'boolean', short: 'e', text: recallCommandTexts.optionExplain },
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
      throw usage(message(searchCommandsTexts.recallNeedsPrompt), message(searchCommandsTexts.recallExample))
    const conversation = textOption(values, 'session')
    if (values.record && conversation === undefined)
      throw usage(message(searchCommandsTexts.recordNeedsSession), message(searchCommandsTexts.giveSession))
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
        weak: (result.weak ?? []).map(({ memory, similarity, why }) => ({ memory, similarity, why })),
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
          ...(nearest.line !== undefined && { line: nearest.line }),
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
function explainMiss(output: Output, { hits, needed, line }: NonNullable<RecallResult['nearest']>): void {
  if (hits.length === 0) return
  const least = needed.toFixed(2)
  const lines = shownPoint(line)
  output.note(output.say(message(recallCommandTexts.nearestWhereNeededSearch, { least, line: lines })))
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
    output.note(output.say(message(recallTexts.nothingInjected, { reason: recallReason(result.reason) })))
  for (const { memory, similarity, why } of result.memories) {
    output.note(
      `${output.paint.green(formatSimilarity(similarity, needed))} ${output.paint.bold(printable(memory.file))}`,
    )
    output.note(`     ${output.paint.dim(whyLine(output, why as Why))}`)
  }
  for (const { memory, similarity, why } of result.weak ?? []) {
    const line = output.say(message(recallCommandTexts.inLine, { least: shownPoint(result.nearest?.line) }))
    output.note(
      `${output.paint.yellow(formatSimilarity(similarity, needed))} ${printable(memory.file)} ${line}`,
    )
    output.note(`     ${output.paint.dim(whyLine(output, why as Why))}`)
  }
  for (const { memory, similarity, why } of result.episodes ?? []) {
    const said = output.say(
      message(recallCommandTexts.saidNotMemory, { modified: memory.modified.slice(0, 10) }),
    )
    output.note(
      `${output.paint.green(formatSimilarity(similarity, needed))} ${said} ${printable(memory.name)}`,
    )
    output.note(`     ${output.paint.dim(whyLine(output, why as Why))}`)
  }
  for (const { file, reason } of result.leftOut.slice(0, 10)) {
    output.note(output.paint.dim(`  –  ${printable(file)}: ${output.say(recallReason(reason))}`))
  }
}

function shownPoint(point: number | undefined): string {
  return point === undefined ? '–' : point.toFixed(2)
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
  const said = output.say(message(recallCommandTexts.searchedWordsOnly, { reason }))
  output.note(output.paint.dim(asSentences(said, fix, output.language)))
}
