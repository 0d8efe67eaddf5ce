// The inbox as a list, group by group: for the command and for conversations.
import type { InboxGroup, InboxItem } from '../engine/inbox-source.ts'
import type { Text } from './language.ts'
import { type Output, printable } from './output.ts'

const TITLES: Record<InboxGroup, Text> = {
  candidates: { en: 'Perhaps worth keeping', zh: '可能值得保留' },
  conflicts: { en: 'Likely conflicts', zh: '疑似冲突' },
  doubles: { en: 'Likely doubles', zh: '疑似重复' },
  quarantine: { en: 'Quarantine', zh: '隔离区' },
  proposals: { en: 'Proposals', zh: '提议' },
}

const MOST_SHOWN = 30

/** `flag`: what its commands need besides. */
export function showInbox(output: Output, groups: Record<InboxGroup, readonly InboxItem[]>, flag = ''): void {
  const filled = (Object.entries(groups) as [InboxGroup, readonly InboxItem[]][]).filter(
    ([, items]) => items.length > 0,
  )
  if (filled.length === 0) {
    output.print(output.say({ en: 'Nothing waits for you.', zh: '没有等待处理的内容。' }))
    return
  }
  for (const [group, items] of filled) {
    output.print(output.paint.bold(`${output.say(TITLES[group])} (${items.length})`))
    for (const { id, text, reason, time } of items.slice(-MOST_SHOWN)) {
      const [first = '', ...others] = text.split('\n')
      output.print(
        `  ${id}  ${printable(first)}  ${output.paint.dim(`${output.say(reason)}${output.say({ en: ', ', zh: '，' })}${time.slice(0, 10)}`)}`,
      )
      for (const line of others.slice(0, 3)) output.print(`            ${printable(line)}`)
    }
    const rest = items.length - MOST_SHOWN
    if (rest > 0)
      output.print(
        output.say({
          en: `  and ${rest} older ones (--json lists all)`,
          zh: `  另有 ${rest} 条更早的（--json 列出全部）`,
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
