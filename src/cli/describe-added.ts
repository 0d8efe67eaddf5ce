// What is printed of a text that was to be remembered.

import { addOutcomesTexts } from '../base/messages/add-outcomes.ts'
import { historyTexts } from '../base/messages/history.ts'
import type { Text } from '../base/messages/message.ts'
import { message } from '../base/messages/message.ts'
import { HELD_REASONS } from '../base/messages/origin.ts'
import { optionsHolding } from '../memory/places.ts'
import type { AddOutcome } from '../memory/records.ts'
import { type Output, printable } from './output.ts'
import { COLON, describeSaved } from './saved.ts'

/** What became of a text that was to be remembered, on a few lines. `isMeant`: the person asked that it takes another's place. */
export function describeAdded(output: Output, outcome: AddOutcome, isMeant = false): string {
  const { paint } = output
  const below = (line: string) => `\n  ${paint.dim(line)}`
  switch (outcome.status) {
    case 'added': {
      const saved = describeSaved(output, outcome.memory, addOutcomesTexts.remembered)
      const { superseded: older, change } = outcome
      if (!older) return saved
      const name = printable(older.name)
      const how = `memdir undo ${change ?? ''}`.trim()
      return (
        saved +
        below(output.say(message(addOutcomesTexts.supersedes, { id: older.id, name }))) +
        below(
          output.say(
            isMeant ? message(historyTexts.takeItBack, { how }) : message(historyTexts.ifBothHold, { how }),
          ),
        )
      )
    }
    case 'merged': {
      const saved = describeSaved(output, outcome.memory, addOutcomesTexts.mergedInto)
      return saved + below(output.say(KEPT[outcome.kept]))
    }
    case 'unchanged':
      return describeSaved(output, outcome.memory, addOutcomesTexts.knownAlready)
    case 'quarantined': {
      const { id: bare, reason } = outcome
      const id = [bare, ...optionsHolding(reason)].join(' ')
      const look = output.say(message(addOutcomesTexts.seeWhyInboxShow, { id }))
      const confirm = `memdir inbox accept ${id}`
      const how =
        output.reader === 'agent'
          ? output.say(message(addOutcomesTexts.onlyPersonLet, { confirm }))
          : output.say(message(addOutcomesTexts.ifRight, { confirm }))
      const why = output.say(HELD_REASONS[outcome.reason])
      return `${paint.yellow('!')} ${output.say(addOutcomesTexts.quarantine)}${output.say(COLON)}${why}${below(look)}${below(how)}`
    }
    case 'filtered':
      return `${paint.yellow('!')} ${output.say(addOutcomesTexts.notRemembered)}${output.say(COLON)}${output.say(outcome.reason)}`
  }
}

const KEPT: Record<'old' | 'new', Text> = { old: addOutcomesTexts.keptOld, new: addOutcomesTexts.keptNew }
