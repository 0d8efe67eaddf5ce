// What waits of an import, as a person sees it, and the question whether all of it is taken.

import { message, verbatim } from '../base/messages/message.ts'
import { takeImportTexts } from '../base/messages/take-import.ts'
import { transferTexts } from '../base/messages/transfer.ts'
import { usageTexts } from '../base/messages/usage.ts'
import type { Engine } from '../connect/engine.ts'
import type { InboxAnswer, InboxPart } from '../memory/inbox.ts'
import { askLine, isYes } from './ask-line.ts'
import type { CommandContext } from './command-context.ts'
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
    output.print(output.paint.dim(`${indent}${output.say(message(takeImportTexts.more, { left }))}`))
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
  const besides = known > 0 ? message(takeImportTexts.knownAlready, { known }) : verbatim('')
  const said = output.say(message(takeImportTexts.memoryMemoriesTakenImport, { imported, id, besides }))
  const back = undo === undefined ? '' : output.paint.dim(` memdir undo ${undo}`)
  output.print(`${output.paint.green('✓')} ${said}${back}`)
}

interface AskedImport {
  engine: Engine
  context: CommandContext
  /** The batch's id. */
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
    const question = output.say(
      count === 1 ? takeImportTexts.takeIt : message(takeImportTexts.takeAll, { count }),
    )
    const answer = await askLine(output, question, message(usageTexts.stopped))
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
  const [part, what] =
    count < 5 ? (['1', transferTexts.takeOne] as const) : (['1,3-5', transferTexts.takePart] as const)
  output.print(output.say(message(transferTexts.waitsUntilTaken)))
  for (const [command, does] of [
    [`show ${id}`, transferTexts.readWhole],
    [`accept ${id}`, transferTexts.takeWhole],
    ...(count > 1 ? ([[`accept ${id} --only ${part}`, what]] as const) : []),
    [`refuse ${id}`, transferTexts.throwAway],
  ] as const)
    output.print(`  memdir inbox ${command}${flag}  ${output.paint.dim(output.say(message(does)))}`)
}
