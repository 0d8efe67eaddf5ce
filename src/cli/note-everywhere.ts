// One line about the memories that hold in all projects, where a command works on the project's alone.

import { commandLineTexts } from '../base/messages/command-line.ts'
import { message } from '../base/messages/message.ts'
import type { CommandContext } from './command-context.ts'
import type { Output } from './output.ts'

/** `command`: by which they are worked on. */
export function noteEverywhere(context: CommandContext, output: Output, command: string): void {
  const count = context.everywhereEngine()?.store.list().length ?? 0
  if (count === 0) return
  output.note(output.paint.dim(output.say(message(commandLineTexts.besidesEverywhere, { count, command }))))
}
