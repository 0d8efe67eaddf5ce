// The inbox as a list, group by group: for the command and for conversations.
import { INBOX_GROUPS, type InboxGroup, type InboxItem } from '../memory/inbox/inbox-source.ts'
import type { Text } from './language.ts'
import { type Output, printable } from './output.ts'
import { printParts } from './take-import.ts'

const TITLES: Record<InboxGroup, Text> = {
  candidates: { en: 'Perhaps worth keeping', zh: '可能值得保留' },
  conflicts: { en: 'Likely conflicts', zh: '疑似冲突' },
  doubles: { en: 'Likely doubles', zh: '疑似重复' },
  quarantine: { en: 'Quarantine', zh: '隔离区' },
  imports: { en: 'Imports', zh: '导入' },
  proposals: { en: 'Proposals', zh: '提议' },
}

const MOST_SHOWN = 30

export interface ShownInbox {
  groups: Record<InboxGroup, readonly InboxItem[]>
  /** How many there are of each. */
  counts: Readonly<Partial<Record<InboxGroup, number>>>
  /** What its commands need besides. */
  flag?: string
}

export function showInbox(output: Output, { groups, counts, flag = '' }: ShownInbox): void {
  const filled = INBOX_GROUPS.map((group) => [group, groups[group]] as const).filter(
    ([, items]) => items.length > 0,
  )
  if (filled.length === 0) {
    output.print(output.say({ en: 'Nothing waits for you.', zh: '没有等待处理的内容。' }))
    return
  }
  for (const [group, items] of filled) {
    const count = counts[group] ?? items.length
    output.print(output.paint.bold(`${output.say(TITLES[group])} (${count})`))
    for (const { id, text, from, reason, time, entries } of items.slice(-MOST_SHOWN)) {
      const [first = '', ...others] = titleOf({ text, from }).split('\n')
      output.print(
        `  ${id}  ${printable(first)}  ${output.paint.dim(`${output.say(reason)}${output.say({ en: ', ', zh: '，' })}${time.slice(0, 10)}`)}`,
      )
      for (const line of others.slice(0, 3)) output.print(`            ${printable(line)}`)
      if (entries) printParts(output, entries, '            ')
    }
    const older = items.length - MOST_SHOWN
    if (older > 0)
      output.print(
        output.say({
          en: `  and ${older} older ones (--json lists all)`,
          zh: `  另有 ${older} 条更早的（--json 列出全部）`,
        }),
      )
    const rest = count - items.length
    if (rest > 0)
      output.print(
        output.say({
          en: `  and ${rest} less likely ones; they come when these are answered`,
          zh: `  另有 ${rest} 条可能性较低的，处理完上述条目后列出`,
        }),
      )
  }
  output.print(
    output.paint.dim(
      output.say({
        en: `memdir inbox accept ID${flag}, edit ID TEXT${flag}, refuse ID${flag}, show ID${flag}`,
        zh: `memdir inbox accept 编号${flag}，edit 编号 文本${flag}，refuse 编号${flag}，show 编号${flag}`,
      }),
    ),
  )
}

export function titleOf({ text, from }: Pick<InboxItem, 'text'> & { from?: string | undefined }): string {
  return from === undefined ? text : `${from} (${text})`
}

/** With how to take it back. */
export function printRefused(
  output: Output,
  { refused, undo }: { refused: readonly string[]; undo?: string },
): void {
  const back = undo === undefined ? '' : output.paint.dim(` memdir undo ${undo}`)
  const count = refused.length
  output.print(`${output.say({ en: `${count} refused.`, zh: `已拒绝 ${count} 条。` })}${back}`)
}
