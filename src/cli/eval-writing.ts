// `memdir eval --writing`: what the rules would write of messages, and how it is printed.

import { EVAL_WRITING_NEEDS_MESSAGES } from '../base/messages/evaluate.ts'
import { message } from '../base/messages/message.ts'
import { RUN_HELP } from '../base/messages/usage.ts'
import { numberOption, textOption, usage } from './arguments.ts'
import type { CommandInput } from './command.ts'
import {
  evaluateWriting,
  findPromotions,
  type Promotion,
  type ReadMessage,
  type WritingScores,
} from './evaluate/evaluate-writing.ts'
import { readMessages } from './evaluate/read-set.ts'
import { type Output, printable } from './output.ts'

export function evalWriting({ values, output }: CommandInput): void {
  const path = textOption(values, 'messages')
  if (path === undefined)
    throw usage(message(EVAL_WRITING_NEEDS_MESSAGES), message(RUN_HELP, { command: 'eval' }))
  const messages = readMessages(path).slice(0, numberOption(values, 'limit', 1, 1e9))
  const { scores, read } = evaluateWriting(messages)
  const promoted = values.recurrence === true ? findPromotions(messages) : undefined
  const yielding = values.show === true ? read.filter(({ proposals }) => proposals.length > 0) : undefined
  output.data({
    ...scores,
    ...(promoted && { promoted }),
    ...(yielding && { each: yielding.map(eachData) }),
  })
  printScores(output, scores)
  for (const one of yielding ?? []) printRead(output, one)
  if (promoted) printPromotions(output, promoted)
}

function printScores(output: Output, scores: WritingScores): void {
  const { n, precision, recall, junk, written, candidates, wrong_written: wrong } = scores
  const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} %`)
  output.table(
    output.language === 'zh'
      ? ['消息', '精确率', '召回率', '误收', '立即写入', '仅候选', '误写']
      : [
          'messages',
          'precision',
          'recall',
          'junk',
          'written at once',
          'candidates only',
          'written and wrong',
        ],
    [[String(n), ...[precision, recall, junk, written, candidates, wrong].map(percent)]],
  )
}

function eachData({ message: { id, text, keep }, proposals }: ReadMessage) {
  return { id, text, keep, proposals }
}

function printRead(output: Output, { message: { id, text, keep }, proposals }: ReadMessage): void {
  const label = keep === undefined ? '' : `  ${keep}`
  output.print(`\n${output.paint.bold(printable(id))}${label}  ${printable(shortened(text))}`)
  for (const { tier, reason, content } of proposals)
    output.print(`  ${tier === 'write' ? '✓' : '?'} ${reason}: ${printable(content)}`)
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 200 ? line : `${line.slice(0, 200)}…`
}

function printPromotions(output: Output, promotions: readonly Promotion[]): void {
  const { length } = promotions
  output.print(
    `\n${output.say({ en: `Became memories because they came again: ${length}`, zh: `因再次出现而成为记忆：${length}` })}`,
  )
  for (const { time, text, conversations } of promotions)
    output.print(
      output.say({
        en: `  ${time.slice(0, 10)}  ${printable(text)}  (${conversations} conversations)`,
        zh: `  ${time.slice(0, 10)}  ${printable(text)}（${conversations} 个对话）`,
      }),
    )
}
