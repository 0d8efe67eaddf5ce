import {
  CHANGE_AND_RANGE,
  NOT_UNDONE,
  NOTHING_UNDONE,
  NOTHING_UNDONE_MORE,
  SEE_DIFF,
} from '../../base/messages/history-commands.ts'
import { message } from '../../base/messages/message.ts'
import { GIVE_ONE_OF_THEM, ONLY_SHOWN } from '../../base/messages/usage.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { changesToUndo } from '../../memory/inbox/changes-to-undo.ts'
import type { UndoneAnswers } from '../../memory/inbox/undo-answers.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import type { Answered } from '../../memory/writer/answers.ts'
import type { LoggedChange } from '../../memory/writer/history.ts'
import { planUndo } from '../../memory/writer/plan-undo.ts'
import { type UndoOutcome, withTied } from '../../memory/writer/undo.ts'
import { confirm, textOption, usage } from '../arguments.ts'
import { type Command, everywhereOption, type Values } from '../command.ts'
import { countOf, type Text } from '../language.ts'
import { type Output, printable } from '../output.ts'
import { findChanges, withoutContent } from './log.ts'

export const command: Command = {
  usage: 'undo [CHANGE]',
  help: {
    en: 'Takes back one change (without a name the newest: a whole import, if that was it, or all that was answered at once in the inbox), all since a time, or all from a conversation. An undo can itself be undone.',
    zh: '撤销一次更改（默认最新一次；若是导入或一次对收件箱的批量处理则整体撤销）、某时间以来的全部更改，或来自某对话的全部更改。撤销本身也可撤销。',
  },
  most: 1,
  options: {
    ...everywhereOption,
    since: {
      type: 'string',
      value: 'WHEN',
      en: 'all changes since a date or span (2h, 3d)',
      zh: '某日期或时长以来的全部更改',
    },
    conversation: {
      type: 'string',
      value: 'ID',
      en: 'all changes from this conversation',
      zh: '来自此对话的全部更改',
    },
    'dry-run': { type: 'boolean', en: 'only show what would be undone', zh: '仅显示将撤销的内容' },
    yes: { type: 'boolean', short: 'y', en: 'do not ask', zh: '不询问' },
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
    if (many && positionals.length > 0) throw usage(message(CHANGE_AND_RANGE), message(GIVE_ONE_OF_THEM))
    const { changes, answered } = many
      ? { changes: range(store, values) }
      : changesToUndo(store.writer, answers, positionals[0])
    const chosen = withTied(store.writer, changes)
    if (values['dry-run']) return showPlan(output, store, chosen, answered)
    if (many && chosen.length > 0) {
      const question = {
        en: `Undo ${countOf(chosen.length, 'change')}?`,
        zh: `撤销 ${chosen.length} 次更改？`,
      }
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
    if (chosen.length === 0 && !answered)
      output.print(output.say({ en: 'Nothing to undo.', zh: '没有可撤销的更改。' }))
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
    const redoing = at < lines.length - 1 ? { en: '', zh: '' } : { en: ` (${again})`, zh: `（${again}）` }
    output.print(
      `${output.paint.green('✓')} ${output.say({ en: `Undone: ${what}${redoing.en}`, zh: `已撤销：${what}${redoing.zh}` })}`,
    )
  }
}

/** What the question is about. */
function noteChosen(output: Output, chosen: readonly LoggedChange[]): void {
  for (const { id, file } of chosen.slice(0, ASKED)) output.note(`  ${id}  ${printable(file)}`)
  const more = chosen.length - ASKED
  if (more > 0) output.note(output.say({ en: `  … and ${more} more`, zh: `  ……还有 ${more} 个` }))
}

function summary(count: number, isImport: boolean): Text {
  return isImport
    ? { en: `${countOf(count, 'memory', 'memories')} of an import`, zh: `一次导入的 ${count} 条记忆` }
    : { en: countOf(count, 'change'), zh: `${count} 次更改` }
}

/** What was undone in one go is redone by one id; a file that was changed several times takes as many. */
function howToRedo(redo: readonly string[]): Text {
  if (redo.length > SHOWN) return { en: 'to redo: see memdir log', zh: '重做：见 memdir log' }
  const commands = redo.map((id) => `memdir undo ${id}`).join(' && ')
  return { en: `to redo: ${commands}`, zh: `重做：${commands}` }
}

/** What waits in the inbox again, or no more. */
function printAnswers(
  output: Output,
  { undone, back, gone }: UndoOutcome & UndoneAnswers,
  answered: Answered | undefined,
): void {
  const check = output.paint.green('✓')
  // Where no memory changed, the answer is what is undone, and done again by its own id.
  const again = answered && undone.length === 0 ? `memdir undo ${answered.id}` : undefined
  const [en, zh] = again === undefined ? ['', ''] : [` (to redo: ${again})`, `（重做：${again}）`]
  if (back.length > 0)
    output.print(
      `${check} ${output.say({
        en: `Waiting in the inbox again: ${countOf(back.length, 'entry', 'entries')}${en}`,
        zh: `重新在收件箱中等待：${back.length} 条${zh}`,
      })}`,
    )
  if (gone.length > 0)
    output.print(
      `${check} ${output.say({
        en: `Answered again: ${countOf(gone.length, 'entry', 'entries')}${en}`,
        zh: `重新按原答复处理：${gone.length} 条${zh}`,
      })}`,
    )
}

function printSkipped(output: Output, { skipped }: UndoOutcome): void {
  for (const { file, reason } of skipped.slice(0, SHOWN))
    output.note(`${output.paint.yellow('!')} ${output.say(message(NOT_UNDONE, { file, reason }))}`)
  const more = skipped.length - SHOWN
  if (more > 0)
    output.note(output.say({ en: `  … and ${more} more (--json)`, zh: `  ……还有 ${more} 个（--json）` }))
}

function nothingUndone(first: UndoOutcome['skipped'][number], more: number): MemdirError {
  const { change, reason } = first
  const what =
    more === 0 ? message(NOTHING_UNDONE, { reason }) : message(NOTHING_UNDONE_MORE, { reason, more })
  return new MemdirError('conflict', what, {
    fix: message(SEE_DIFF, { change }),
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
  answered: Answered | undefined,
): number {
  const problems = planUndo(store.directory, chosen)
  const plan = chosen.map((change, i) => ({ ...withoutContent(change), problem: problems[i] }))
  const entries = answered?.action === 'correct' ? [] : answered?.entries.map(({ entry }) => entry)
  output.data({ plan, ...(entries && { entries }) })
  const header = [output.say({ en: 'CHANGE', zh: '更改' }), output.say({ en: 'FILE', zh: '文件' }), '']
  output.table(
    header,
    plan.map((change) => [change.id, change.file, change.problem ? output.say(change.problem) : '']),
  )
  if (entries && entries.length > 0)
    output.print(output.say({ en: `inbox: ${entries.join(', ')}`, zh: `收件箱：${entries.join('、')}` }))
  output.print(output.say(message(ONLY_SHOWN)))
  return 0
}
