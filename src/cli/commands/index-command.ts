import { unmarkedText } from '../../base/text/inert-text.ts'
import { redactMemory } from '../../memory/records/redact-memory.ts'
import { quotedIndex } from '../../search/envelope.ts'
import { type Command, everywhereOption } from '../command.ts'
import { printableText } from '../output.ts'

export const command: Command = {
  usage: 'index',
  help: {
    en: 'Shows MEMORY.md as an agent gets it at the start of a conversation, cut at its limits. With --rules, also the rules that go into the system prompt.',
    zh: '显示代理在对话开始时得到的 MEMORY.md（按上限截断）。加 --rules 同时显示系统提示中的规则。',
  },
  most: 0,
  options: {
    ...everywhereOption,
    rules: { type: 'boolean', en: 'the rules for the system prompt too', zh: '同时显示系统提示中的规则' },
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
      output.printText(quotedIndex(await redactMemory(index.text, output.reader)))
    else if (index) output.print(printableText(index.text))
    else if (!engine.switch.on)
      output.note(
        output.say({
          en: `Memory is off (${engine.switch.reason.en}).`,
          zh: `记忆已关闭（${engine.switch.reason.zh}）。`,
        }),
      )
    else if (!engine.settings.get('index.enabled'))
      output.note(
        output.say({ en: 'The index is switched off (index.enabled).', zh: '索引已关闭（index.enabled）。' }),
      )
    else output.note(output.say({ en: 'The index is empty.', zh: '索引为空。' }))
  },
}
