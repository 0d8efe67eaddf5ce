import { indexCommandTexts } from '../../base/messages/index-command.ts'
import { message } from '../../base/messages/message.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { unmarkedText } from '../../base/text/inert-text.ts'
import { quotedIndex } from '../../search/envelope.ts'
import { type Command, placeOptions } from '../command.ts'
import { printableText } from '../output.ts'

export const command: Command = {
  usage: 'index',
  help: indexCommandTexts.help,
  most: 0,
  options: {
    ...placeOptions,
    rules: { type: 'boolean', text: indexCommandTexts.optionRules },
  },
  examples: ['memdir index', 'memdir index --rules'],
  async run({ values, context, output }) {
    const engine = context.engine()
    const index = engine.loadIndex()
    const rules = values.rules ? engine.loadMemoryPrompt() : undefined
    output.data({
      index: index?.text ?? '',
      cut: index?.cut ?? null,
      ...(values.rules ? { rules: rules ?? '' } : {}),
    })
    if (rules) output.printText(unmarkedText(`${rules}\n`))
    if (index && output.reader === 'agent')
      output.printText(quotedIndex(await redactFor(index.text, output.reader)))
    else if (index) output.print(printableText(index.text))
    else if (!engine.switch.on)
      output.note(output.say(message(indexCommandTexts.memoryOff, { reason: engine.switch.reason })))
    else if (!engine.settings.get('index.enabled'))
      output.note(output.say(indexCommandTexts.indexSwitchedOffIndex))
    else output.note(output.say(indexCommandTexts.indexEmpty))
  },
}
