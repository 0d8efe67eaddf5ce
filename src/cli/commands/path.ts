import { pathCommandTexts } from '../../base/messages/path-command.ts'
import { type Command, placeOptions } from '../command.ts'
import { tame } from '../output.ts'
import { writeTo } from '../streams.ts'

export const command: Command = {
  usage: 'path',
  help: pathCommandTexts.help,
  most: 0,
  options: {
    ...placeOptions,
    state: {
      type: 'boolean',
      text: pathCommandTexts.optionState,
    },
  },
  examples: ['memdir path', 'cd "$(memdir path)"'],
  async run({ values, context, output }) {
    const { memory, state } = context.engine().location
    const path = values.state ? state : memory
    // Not looked through for secrets, as a memory would be: scripts ask for it often.
    if (output.json) output.dataBytes(Buffer.from(JSON.stringify({ path })))
    else writeTo('stdout', `${tame(path)}\n`)
  },
}
