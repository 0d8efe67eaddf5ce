// What waits of an import, as a person sees it, and the question whether all of it is taken.

import { message } from '../base/messages/message.ts'
import {
  READ_WHOLE,
  TAKE_ONE,
  TAKE_PART,
  TAKE_WHOLE,
  THROW_AWAY,
  WAITS_UNTIL_TAKEN,
} from '../base/messages/transfer.ts'
import { STOPPED } from '../base/messages/usage.ts'
import type { Engine } from '../connect/engine.ts'
import type { InboxAnswer, InboxPart } from '../memory/inbox/inbox-source.ts'
import { askLine, isYes } from './ask-line.ts'
import type { CommandContext } from './command-context.ts'
import { countOf } from './language.ts'
import { type Output, printable } from './output.ts'
import { noteWarnings } from './saved.ts'

/** More of them nobody reads before they are asked. */
const SHOWN = 10

/** One line each; what reads like an instruction comes first, and is marked. */
export function printParts(output: Output, parts: readonly InboxPart[], indent = '  '): void {
  const shown = parts.slice(0, SHOWN)
  const width = String(shown.at(-1)?.number ?? 0).length
  for (const { number, text, also = [], doubtful } of shown) {
    const [first = '', ...more] = text.split('\n')
    const mark = doubtful ? output.paint.yellow('!') : ' '
    const fields = also.length > 0 ? `  (${printable(also.join(' · '))})` : ''
    const rest = output.paint.dim(`${more.length > 0 ? ' …' : ''}${fields}`)
    output.print(`${indent}${mark} ${String(number).padStart(width)}  ${printable(first)}${rest}`)
  }
  const left = parts.length - shown.length
  if (left > 0)
    output.print(
      output.paint.dim(`${indent}${output.say({ en: `and ${left} more`, zh: `另有 ${left} 条` })}`),
    )
}

/** All that they say: this is what becomes memories. */
export function printWhole(output: Output, parts: readonly InboxPart[]): void {
  for (const { number, text, also = [], doubtful } of parts) {
    const mark = doubtful ? output.paint.yellow('! ') : '  '
    const [first = '', ...more] = text.split('\n')
    output.print(`${mark}${output.paint.bold(String(number))}  ${printable(first)}`)
    for (const line of more) output.print(`     ${printable(line)}`)
    for (const field of also) output.print(output.paint.dim(`     ${printable(field)}`))
  }
}

export function printTaken(output: Output, { id, taken, warnings = [], undo }: InboxAnswer): void {
  const { imported = 0, known = 0 } = taken ?? {}
  noteWarnings(output, warnings)
  const besides =
    known > 0 ? { en: `; ${known} known already`, zh: `；${known} 条已存在` } : { en: '', zh: '' }
  const said = output.say({
    en: `${countOf(imported, 'memory', 'memories')} taken from import ${id}${besides.en}.`,
    zh: `已从导入 ${id} 接受 ${imported} 条记忆${besides.zh}。`,
  })
  const back = undo === undefined ? '' : output.paint.dim(` memdir undo ${undo}`)
  output.print(`${output.paint.green('✓')} ${said}${back}`)
}

export interface AskedImport {
  engine: Engine
  context: CommandContext
  /** Of the batch. */
  id: string
  /** What its commands need besides. */
  flag: string
}

/** Right after the import, where somebody sits there. What they do not take waits. */
export async function askToTake(
  output: Output,
  { engine, context, id, flag }: AskedImport,
): Promise<InboxAnswer | undefined> {
  const inbox = await engine.inbox()
  const { entries = [] } = (await inbox.find(id)).item
  printParts(output, entries)
  for (;;) {
    const count = entries.length
    const question = output.say({
      en: `Take ${count === 1 ? 'it' : `all ${count}`}? [y/N/s = show all] `,
      zh: `${count === 1 ? '接受这一条' : `全部接受（${count} 条）`}？[y/N/s = 全部显示] `,
    })
    const answer = await askLine(output, question, message(STOPPED))
    if (/^(?:s|show|显示)$/i.test(answer ?? '')) {
      printWhole(output, entries)
      continue
    }
    if (answer !== undefined && isYes(answer)) {
      const [taken] = await inbox.accept([id], context.changedBy())
      return taken
    }
    printWaits(output, { id, flag, count: entries.length })
    return undefined
  }
}

/** Where nobody can be asked, or they did not take it. `count`: of what waits in it. */
export function printWaits(
  output: Output,
  { id, flag, count }: Pick<AskedImport, 'id' | 'flag'> & { count: number },
): void {
  const [part, what] = count < 5 ? (['1', TAKE_ONE] as const) : (['1,3-5', TAKE_PART] as const)
  output.print(output.say(message(WAITS_UNTIL_TAKEN)))
  for (const [command, does] of [
    [`show ${id}`, READ_WHOLE],
    [`accept ${id}`, TAKE_WHOLE],
    ...(count > 1 ? ([[`accept ${id} --only ${part}`, what]] as const) : []),
    [`refuse ${id}`, THROW_AWAY],
  ] as const)
    output.print(`  memdir inbox ${command}${flag}  ${output.paint.dim(output.say(message(does)))}`)
}
