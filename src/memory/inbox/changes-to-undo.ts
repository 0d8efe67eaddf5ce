// What an undo takes back: what somebody names, else what was written or answered last in one go.
import { historyCommandsTexts } from '../../base/messages/history-commands.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'
import { ambiguousChange, changesFitting, changesNamed, type LoggedChange } from '../history.ts'
import type { Answered } from '../writer/answers.ts'
import type { MemoryWriter } from '../writer/open-writer.ts'
import { newestChanges } from '../writer/undo.ts'
import type { AnswerUndo } from './undo-answers.ts'

interface ChangesToUndo {
  changes: LoggedChange[]
  /** All that one command answered in the inbox. */
  answered?: Answered
}

/** Throws where there is nothing of this name, or nothing at all. */
export function changesToUndo(
  writer: MemoryWriter,
  answers: AnswerUndo,
  reference: string | undefined,
): ChangesToUndo {
  const ofAnswer = (answered: Answered) => ({ changes: answers.changesOf(answered), answered })
  if (reference !== undefined) {
    const answered = answers.find(reference)
    if (!answered) return { changes: changesNamed(writer, reference) }
    const others = answered.id === reference ? 0 : changesFitting(writer, reference).length
    if (others > 0) throw ambiguousChange(reference, others + 1)
    return ofAnswer(answered)
  }
  const newest = newestChanges(writer)
  const answered = answers.newest(newest[0])
  if (answered) return ofAnswer(answered)
  if (newest.length > 0) return { changes: newest }
  throw new MemdirError('not_found', message(historyCommandsTexts.nothingToUndo), {
    fix: message(historyCommandsTexts.seeLog),
  })
}
