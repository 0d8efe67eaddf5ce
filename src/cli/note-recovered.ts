// Tells what became of changes that a crash had cut off. A single file that came through or did not is no news.

import { historyTexts } from '../base/messages/history.ts'
import { ioTexts } from '../base/messages/io.ts'
import { type Message, type MessageValue, message } from '../base/messages/message.ts'
import type { Recovered } from '../memory/writer.ts'
import type { Output } from './output.ts'

export function noteRecovered(output: Output, recovered: readonly Recovered[]): void {
  const said = recovered.flatMap((one) => {
    const isNews = one.action === 'purge' || one.files.length > 1
    const edited = one.edited.map((file) => message(historyTexts.leftEdited, { file }))
    return isNews ? [outcomeOf(one), ...edited] : edited
  })
  for (const text of said) output.note(`${output.paint.yellow('!')} ${output.say(text)}`)
}

export function noteRoomMade(output: Output, directory: string): void {
  output.note(`${output.paint.yellow('!')} ${output.say(message(ioTexts.roomMade, { directory }))}`)
}

function outcomeOf({ action, outcome, files }: Recovered): Message {
  const named = { files: filesAsText(files) }
  if (outcome === 'failed') return message(historyTexts.purgeFailed, named)
  if (action === 'purge') return message(historyTexts.purgeCompleted, named)
  return message(outcome === 'completed' ? historyTexts.completed : historyTexts.takenBack, named)
}

export function filesAsText(files: readonly string[]): MessageValue {
  const [file = ''] = files
  return files.length > 1 ? message(historyTexts.andMoreFiles, { file, more: files.length - 1 }) : file
}
