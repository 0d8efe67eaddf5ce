import { historyCommandsTexts } from '../../base/messages/history-commands.ts'
import type { Text } from '../../base/messages/message.ts'
import { listOf, message, verbatim } from '../../base/messages/message.ts'
import { undoCommandTexts } from '../../base/messages/undo-command.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { LoggedChange } from '../../memory/history.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import type { UndoneAnswers } from '../../memory/plan-undo.ts'
import { changesToUndo, planUndo, type UndoOutcome, withTied } from '../../memory/plan-undo.ts'
import { confirm, textOption, usage } from '../arguments.ts'
import { type Command, placeOptions, type Values } from '../command.ts'
import { type Output, printable } from '../output.ts'
import { findChanges, withoutContent } from './log.ts'

type Planned = ReturnType<typeof changesToUndo>

export const command: Command = {
  usage: 'undo [CHANGE]',
  help: undoCommandTexts.help,
  most: 1,
  options: {
    ...placeOptions,
    since: {
      type: 'string',
      value: 'WHEN',
      text: undoCommandTexts.optionSince,
    },
    conversation: {
      type: 'string',
      value: 'ID',
      text: undoCommandTexts.optionConversation,
    },
    'dry-run': { type: 'boolean', text: undoCommandTexts.optionDryRun },
    yes: { type: 'boolean', short: 'y', text: undoCommandTexts.optionYes },
  },
  arguments: ['changes'],
  examples: [
    'memdir undo',
    'memdir undo 7f3k',
    'memdir undo --since 2h --dry-run',
    'memdir undo --conversation 0c41 --yes',
  ],
  async run({ positionals, values, context, output }) {
    const engine = await context.writingEngine()
    const { store } = engine
    const answers = await engine.answerUndo()
    const many = values.since !== undefined || values.conversation !== undefined
    if (many && positionals.length > 0)
      throw usage(message(historyCommandsTexts.changeAndRange), message(usageTexts.giveOneOfThem))
    const { changes, answered } = many
      ? { changes: range(store, values) }
      : changesToUndo(store.writer, answers, positionals[0])
    const chosen = withTied(store.writer, changes)
    if (values['dry-run']) return showPlan(output, store, chosen, answered)
    if (many && chosen.length > 0) {
      const question = message(undoCommandTexts.question, { chosen: chosen.length })
      if (values.yes !== true) noteChosen(output, chosen)
      if (!(await confirm(output, values, question))) return 1
    }
    const outcome = await answers.undo(chosen, context.changedBy().actor, answered)
    const [first, ...others] = outcome.skipped
    if (outcome.undone.length === 0 && first) throw nothingUndone(first, others.length)
    output.data(outcome)
    printUndone(output, outcome, chosen)
    printSkipped(output, outcome)
    printAnswers(output, outcome, answered)
    if (chosen.length === 0 && !answered) output.print(output.say(undoCommandTexts.nothingUndo))
    return 0
  },
}

/** More of them than this are summarised in one line. */
const SHOWN = 5
/** So many are named before the question. */
const ASKED = 20

function printUndone(output: Output, { undone, redo }: UndoOutcome, chosen: readonly LoggedChange[]): void {
  if (undone.length === 0) return
  const again = output.say(howToRedo(redo))
  const isImport = chosen.every(({ action }) => action === 'import')
  const inOneLine = undone.length > SHOWN || (isImport && undone.length > 1)
  const lines = inOneLine ? [output.say(summary(undone.length, isImport))] : undone.map(({ file }) => file)
  for (const [at, what] of lines.entries()) {
    const redoing = at < lines.length - 1 ? verbatim('') : message(undoCommandTexts.again, { again })
    output.print(
      `${output.paint.green('✓')} ${output.say(message(undoCommandTexts.undone, { what, redoing }))}`,
    )
  }
}

/** What the question is about. */
function noteChosen(output: Output, chosen: readonly LoggedChange[]): void {
  for (const { id, file } of chosen.slice(0, ASKED)) output.note(`  ${id}  ${printable(file)}`)
  const more = chosen.length - ASKED
  if (more > 0) output.note(output.say(message(undoCommandTexts.more, { more })))
}

function summary(count: number, isImport: boolean): Text {
  return isImport
    ? message(undoCommandTexts.memoryMemoriesImport, { count })
    : message(undoCommandTexts.change, { count })
}

/** What was undone in one go is redone by one id; a file that was changed several times takes as many. */
function howToRedo(redo: readonly string[]): Text {
  if (redo.length > SHOWN) return undoCommandTexts.redoSeeLog
  const commands = redo.map((id) => `memdir undo ${id}`).join(' && ')
  return message(undoCommandTexts.redo, { commands })
}

/** What waits in the inbox again, or no more. */
function printAnswers(
  output: Output,
  { undone, back, gone }: UndoOutcome & UndoneAnswers,
  answered: Planned['answered'],
): void {
  const check = output.paint.green('✓')
  // Where no memory changed, the answer is what is undone, and done again by its own id.
  const again = answered && undone.length === 0 ? `memdir undo ${answered.id}` : undefined
  const redoing = again === undefined ? verbatim('') : message(undoCommandTexts.toRedo, { again })
  if (back.length > 0)
    output.print(
      `${check} ${output.say(message(undoCommandTexts.waitingInboxAgainEntry, { back: back.length, redoing }))}`,
    )
  if (gone.length > 0)
    output.print(
      `${check} ${output.say(message(undoCommandTexts.answeredAgainEntryEntries, { gone: gone.length, redoing }))}`,
    )
}

function printSkipped(output: Output, { skipped }: UndoOutcome): void {
  for (const { file, reason } of skipped.slice(0, SHOWN))
    output.note(
      `${output.paint.yellow('!')} ${output.say(message(historyCommandsTexts.notUndone, { file, reason }))}`,
    )
  const more = skipped.length - SHOWN
  if (more > 0) output.note(output.say(message(undoCommandTexts.moreJson, { more })))
}

function nothingUndone(first: UndoOutcome['skipped'][number], more: number): MemdirError {
  const { change, reason } = first
  const what =
    more === 0
      ? message(historyCommandsTexts.nothingUndone, { reason })
      : message(historyCommandsTexts.nothingUndoneMore, { reason, more })
  return new MemdirError('conflict', what, {
    fix: message(historyCommandsTexts.seeDiff, { change }),
  })
}

/** Undoing all since a time means its result: changes that were already taken back are passed over. */
function range(store: MemoryStore, values: Values): LoggedChange[] {
  if (textOption(values, 'since') === undefined && textOption(values, 'conversation') === undefined) return []
  const found = findChanges(store, undefined, values)
  const ids = new Set(found.map((change) => change.id))
  // An undo of something before the range counts as a change of its own; one within it has cancelled its change.
  return found.filter((change) => !change.undoneBy && !(change.undoes && ids.has(change.undoes)))
}

function showPlan(
  output: Output,
  store: MemoryStore,
  chosen: readonly LoggedChange[],
  answered: Planned['answered'],
): number {
  const problems = planUndo(store.directory, chosen)
  const plan = chosen.map((change, i) => ({ ...withoutContent(change), problem: problems[i] }))
  const entries = answered?.action === 'correct' ? [] : answered?.entries.map(({ entry }) => entry)
  output.data({ plan, ...(entries && { entries }) })
  const header = [output.say(undoCommandTexts.change2), output.say(undoCommandTexts.file), '']
  output.table(
    header,
    plan.map((change) => [change.id, change.file, change.problem ? output.say(change.problem) : '']),
  )
  if (entries && entries.length > 0)
    output.print(output.say(message(undoCommandTexts.inbox, { entries: listOf(entries) })))
  output.print(output.say(message(usageTexts.onlyShown)))
  return 0
}
