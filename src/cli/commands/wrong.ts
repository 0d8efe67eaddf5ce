import { message } from '../../base/messages/message.ts'
import { GIVE_MEMORY, MEMORY_REQUIRED } from '../../base/messages/usage.ts'
import { textOption, usage } from '../arguments.ts'
import { type Command, everywhereOption } from '../command.ts'
import { describeAdded } from '../describe-added.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'wrong MEMORY',
  help: {
    en: 'Says that a memory was wrong or beside the point when an agent was given it. It stays, and has to fit better to be given again (0.1 more similarity each time, 0.3 at most); each conversation in which an agent then quotes it or acts on it takes one of these back. What you said yourself is not touched by what an agent calls wrong. With --instead what is right takes its place.',
    zh: '指出代理得到的某条记忆有误或不相关。它会保留，但下次须更契合才会给出（每次多 0.1 的相似度，最多 0.3）；之后代理在某个对话中引用或据此行动，会抵消一次。您本人说过的内容不受代理的指责影响。用 --instead 给出正确的内容即可取代它。',
  },
  most: 1,
  options: {
    ...everywhereOption,
    reason: { type: 'string', value: 'TEXT', en: 'why', zh: '原因' },
    instead: {
      type: 'string',
      value: 'TEXT',
      en: 'what is right: it supersedes the memory',
      zh: '正确的内容：取代该记忆',
    },
    conversation: { type: 'string', value: 'ID', en: 'the conversation it came from', zh: '来源对话' },
  },
  arguments: ['memories'],
  examples: [
    'memdir wrong k3v9',
    'memdir wrong k3v9 --reason "we moved to pnpm in May"',
    'memdir wrong k3v9 --instead "Install with pnpm"',
  ],
  async run({ positionals, values, context, output }) {
    const [reference] = positionals
    if (reference === undefined) throw usage(message(MEMORY_REQUIRED), message(GIVE_MEMORY))
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
        ? output.say({
            en: `Noted. "${name}" has to fit better by ${raised.toFixed(1)} to be given again.`,
            zh: `已记录。“${name}”须多 ${raised.toFixed(1)} 的契合度才会再次给出。`,
          })
        : output.say({
            en: `Noted. "${name}" is what the person said: it stands until they correct it.`,
            zh: `已记录。“${name}”是用户本人所说：在其更正之前仍然有效。`,
          }),
    )
    return 0
  },
}
