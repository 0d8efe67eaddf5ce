// One line for each place beside with memories, where a command works on the project's alone.
import { commandLineTexts } from '../base/messages/command-line.ts'
import { message } from '../base/messages/message.ts'
import type { Engine } from '../connect/engine.ts'
import { optionsOf, wordsOf } from '../memory/places.ts'
import type { Output } from './output.ts'

/** `command`: by which they are worked on. */
export function noteBeside(engine: Engine, output: Output, command: string): void {
  for (const { place, store } of engine.beside()) {
    const count = store.list().length
    const where = wordsOf({ ...place, isBeside: true }).called ?? ''
    const again = [command, ...optionsOf(place.kind)].join(' ')
    if (count > 0)
      output.note(
        output.paint.dim(output.say(message(commandLineTexts.besides, { count, where, command: again }))),
      )
  }
}
