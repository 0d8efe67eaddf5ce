import { MemdirError } from '../../lib/errors.ts'
import {
  findChange,
  type LoggedChange,
  planUndo,
  readLog,
  undoChanges,
  withTied,
} from '../../memory/history.ts'
import type { MemoryStore } from '../../memory/memory-store.ts'
import { confirm, textOption, usage } from '../arguments.ts'
import type { Command, Values } from '../command.ts'
import { countOf } from '../language.ts'
import { localise } from '../localise-error.ts'
import type { Output } from '../output.ts'
import { findChanges, withoutContent } from './log.ts'

export const command: Command = {
  usage: 'undo [CHANGE]',
  help: {
    en: 'Takes back one change (the newest, if none is named), all since a time, or all from a conversation. An undo can itself be undone.',
    zh: '撤销一次更改（默认最新一次）、某时间以来的全部更改，或来自某对话的全部更改。撤销本身也可撤销。',
  },
  most: 1,
  options: {
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
  examples: [
    'memdir undo',
    'memdir undo 7f3k',
    'memdir undo --since 2h --dry-run',
    'memdir undo --conversation 0c41 --yes',
  ],
  async run({ positionals, values, context, output }) {
    const { store } = await context.writingEngine()
    const many = values.since !== undefined || values.conversation !== undefined
    if (many && positionals.length > 0)
      throw usage('a change and a range cannot be undone together', 'Give one of them.')
    const chosen = withTied(store.writer, many ? range(store, values) : [one(store, positionals[0])])
    if (values['dry-run']) return showPlan(output, store, chosen)
    if (many && chosen.length > 0) {
      const question = {
        en: `Undo ${countOf(chosen.length, 'change')}?`,
        zh: `撤销 ${chosen.length} 次更改？`,
      }
      if (!(await confirm(output, values, question))) return 1
    }
    const outcome = await undoChanges(store.writer, store.directory, chosen, context.changedBy().actor)
    if (outcome.undone.length === 0 && outcome.skipped[0]) throw nothingUndone(outcome.skipped)
    output.data(outcome)
    for (const { file, by } of outcome.undone) {
      output.print(
        `${output.paint.green('✓')} ${output.say({ en: `Undone: ${file} (to redo: memdir undo ${by})`, zh: `已撤销：${file}（重做：memdir undo ${by}）` })}`,
      )
    }
    for (const { file, reason } of outcome.skipped) {
      output.note(
        `${output.paint.yellow('!')} ${output.say({ en: `Left alone: ${file}: ${reason}`, zh: `未处理：${file}：${localise(reason, 'zh')}` })}`,
      )
    }
    if (chosen.length === 0) output.print(output.say({ en: 'Nothing to undo.', zh: '没有可撤销的更改。' }))
    return 0
  },
}

function nothingUndone(skipped: readonly { change: string; reason: string }[]): MemdirError {
  const { change, reason } = skipped[0]!
  const what = skipped.length === 1 ? '' : ` (and ${skipped.length - 1} more)`
  return new MemdirError('conflict', `nothing was undone: ${reason}${what}`, {
    fix: `\`memdir diff ${change}\` shows what it did; \`memdir log\` what came after.`,
  })
}

function one(store: MemoryStore, reference: string | undefined): LoggedChange {
  if (reference !== undefined) return findChange(store.writer, reference)
  const newest = readLog(store.writer).find((change) => !change.undoneBy && change.action !== 'undo')
  if (newest) return newest
  throw new MemdirError('not_found', 'there is nothing to undo', { fix: 'See `memdir log`.' })
}

/** Undoing all since a time means its result: changes that were already taken back are passed over. */
function range(store: MemoryStore, values: Values): LoggedChange[] {
  if (textOption(values, 'since') === undefined && textOption(values, 'conversation') === undefined) return []
  const found = findChanges(store, undefined, values)
  const ids = new Set(found.map((change) => change.id))
  // An undo of something before the range counts as a change of its own; one within it has cancelled its change.
  return found.filter((change) => !change.undoneBy && !(change.undoes && ids.has(change.undoes)))
}

function showPlan(output: Output, store: MemoryStore, chosen: readonly LoggedChange[]): number {
  const problems = planUndo(store.directory, chosen)
  const plan = chosen.map((change, i) => ({ ...withoutContent(change), problem: problems[i] }))
  output.data({ plan })
  const header = [output.say({ en: 'CHANGE', zh: '更改' }), output.say({ en: 'FILE', zh: '文件' }), '']
  output.table(
    header,
    plan.map((change) => [change.id, change.file, localise(change.problem ?? '', output.language)]),
  )
  return 0
}
