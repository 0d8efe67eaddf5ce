import { message } from '../../base/messages/message.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { wrongCommandTexts } from '../../base/messages/wrong-command.ts'
import { textOption, usage } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { describeAdded } from '../describe-added.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'wrong MEMORY',
  help: wrongCommandTexts.help,
  most: 1,
  options: {
    ...placeOptions,
    reason: { type: 'string', value: 'TEXT', text: wrongCommandTexts.optionReason },
    instead: {
      type: 'string',
      value: 'TEXT',
      text: wrongCommandTexts.optionInstead,
    },
    conversation: { type: 'string', value: 'ID', text: wrongCommandTexts.optionConversation },
  },
  arguments: ['memories'],
  examples: [
    'memdir wrong k3v9',
    'memdir wrong k3v9 --reason "we moved to pnpm in May"',
    'memdir wrong k3v9 --instead "Install with pnpm"',
  ],
  async run({ positionals, values, context, output }) {
    const [reference] = positionals
    if (reference === undefined)
      throw usage(message(usageTexts.memoryRequired), message(usageTexts.giveMemory))
    const engine = await context.engineOf([reference], { writes: true })
    const memory = engine.store.find(reference)
    const by = context.changedBy(textOption(values, 'conversation'))
    const instead = textOption(values, 'instead')
    const records = await engine.records()
    const reason = textOption(values, 'reason')?.slice(0, 300)
    const { corrected, raised } =
      instead === undefined
        ? { raised: await records.callWrong(memory, by, reason) }
        : await records.replaceWrong(memory, instead, by, reason)
    output.data({ id: memory.id, file: memory.file, raised, ...(corrected && { corrected }) })
    if (corrected) {
      output.print(describeAdded(output, corrected, true))
      return 0
    }
    const name = printable(memory.name)
    output.print(
      raised > 0
        ? output.say(message(wrongCommandTexts.notedFitBetterGiven, { name, raised: raised.toFixed(1) }))
        : output.say(message(wrongCommandTexts.notedPersonSaidStands, { name })),
    )
    return 0
  },
}
