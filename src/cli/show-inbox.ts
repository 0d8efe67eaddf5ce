// The inbox as a list, group by group: for the command and for conversations.

import { inboxListsTexts } from '../base/messages/inbox-lists.ts'
import type { Text } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'
import { INBOX_GROUPS, type InboxGroup, type InboxItem } from '../memory/inbox.ts'
import { type Output, printable } from './output.ts'
import { printParts } from './take-import.ts'

const TITLES: Record<InboxGroup, Text> = {
  candidates: inboxListsTexts.titlesCandidates,
  conflicts: inboxListsTexts.titlesConflicts,
  doubles: inboxListsTexts.titlesDoubles,
  quarantine: inboxListsTexts.titlesQuarantine,
  imports: inboxListsTexts.titlesImports,
  proposals: inboxListsTexts.titlesProposals,
}

const MOST_SHOWN = 30

interface ShownInbox {
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
    output.print(output.say(inboxListsTexts.nothingWaits))
    return
  }
  for (const [group, items] of filled) {
    const count = counts[group] ?? items.length
    output.print(output.paint.bold(`${output.say(TITLES[group])} (${count})`))
    for (const { id, text, from, reason, time, entries } of items.slice(-MOST_SHOWN)) {
      const [first = '', ...others] = titleOf({ text, from }).split('\n')
      output.print(
        `  ${id}  ${printable(first)}  ${output.paint.dim(`${output.say(reason)}${output.say(inboxListsTexts.separator)}${time.slice(0, 10)}`)}`,
      )
      for (const line of others.slice(0, 3)) output.print(`            ${printable(line)}`)
      if (entries) printParts(output, entries, '            ')
    }
    const older = items.length - MOST_SHOWN
    if (older > 0) output.print(output.say(message(inboxListsTexts.olderOnesJsonLists, { older })))
    const rest = count - items.length
    if (rest > 0) output.print(output.say(message(inboxListsTexts.lessLikelyOnesThey, { rest })))
  }
  output.print(output.paint.dim(output.say(message(inboxListsTexts.inboxAcceptIdEdit, { flag }))))
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
  output.print(`${output.say(message(inboxListsTexts.refused, { count }))}${back}`)
}
