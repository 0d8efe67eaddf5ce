// What is printed of a text that was to be remembered.
import { IF_BOTH_HOLD, TAKE_IT_BACK } from '../base/messages/history.ts'
import { message } from '../base/messages/message.ts'
import { HELD_REASONS } from '../base/messages/origin.ts'
import type { AddOutcome } from '../memory/records/add-record.ts'
import { type Output, printable } from './output.ts'
import { COLON, describeSaved } from './saved.ts'

/** What became of a text that was to be remembered, on a few lines. `isMeant`: the person asked that it takes another's place. */
export function describeAdded(output: Output, outcome: AddOutcome, isMeant = false): string {
  const { paint } = output
  const say = (en: string, zh: string) => output.say({ en, zh })
  const below = (line: string) => `\n  ${paint.dim(line)}`
  switch (outcome.status) {
    case 'added': {
      const saved = describeSaved(output, outcome.memory, { en: 'Remembered', zh: '已记住' })
      const { superseded: older, change } = outcome
      if (!older) return saved
      const name = printable(older.name)
      const how = `memdir undo ${change ?? ''}`.trim()
      return (
        saved +
        below(say(`supersedes ${older.id}: ${name}`, `取代 ${older.id}：${name}`)) +
        below(output.say(isMeant ? message(TAKE_IT_BACK, { how }) : message(IF_BOTH_HOLD, { how })))
      )
    }
    case 'merged': {
      const saved = describeSaved(output, outcome.memory, { en: 'Merged into', zh: '已合并到' })
      return saved + below(say(...KEPT[outcome.kept]))
    }
    case 'unchanged':
      return describeSaved(output, outcome.memory, { en: 'Known already', zh: '已有此记忆' })
    case 'quarantined': {
      const { id: bare, reason } = outcome
      const id = reason === 'everywhere' ? `${bare} --everywhere` : bare
      const look = say(`To see why: memdir inbox show ${id}`, `查看原因：memdir inbox show ${id}`)
      const confirm = `memdir inbox accept ${id}`
      const how =
        output.reader === 'agent'
          ? say(`Only the person can let it in: ${confirm}`, `只有用户本人可以放行：${confirm}`)
          : say(`If it is right: ${confirm}`, `若无问题：${confirm}`)
      const why = output.say(HELD_REASONS[outcome.reason])
      return `${paint.yellow('!')} ${say('In quarantine', '已隔离')}${output.say(COLON)}${why}${below(look)}${below(how)}`
    }
    case 'filtered':
      return `${paint.yellow('!')} ${say('Not remembered', '未记住')}${output.say(COLON)}${output.say(outcome.reason)}`
  }
}

const KEPT: Record<'old' | 'new', [string, string]> = {
  old: [
    'It says the same; its text stays. --separate keeps both.',
    '内容相同，保留原文。用 --separate 可分开保存。',
  ],
  new: [
    'It has the new text now; the older one is in its history. --separate keeps both.',
    '已采用新文本，原文存入其历史。用 --separate 可分开保存。',
  ],
}
