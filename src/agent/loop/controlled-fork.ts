// A fork whose context is controlled: until something has to be dropped it sends the conversation's messages and its own.
import type { ModelMessage } from '../../models/content.ts'
import type { Model, SystemPart } from '../../models/model.ts'
import { createMessage, type TranscriptMessage } from '../../models/transcript-message.ts'
import type { Tool } from '../tools/tool.ts'
import type { History } from './history.ts'
import type { ControlLoop, LoopControl } from './loop-control.ts'
import { type FireHooks, noHooks } from './loop-hooks.ts'
import type { Loop } from './loop-state.ts'
import { reminder } from './reminder.ts'

type ControlledFork = Pick<Loop, 'prepare' | 'edit' | 'takeNotices' | 'recover' | 'afterResponse'> &
  Pick<LoopControl, 'tools'>

/** What a fork starts from. */
interface ForkStart {
  readonly messages: readonly ModelMessage[]
  /** The first of the messages, where it has to stay whatever is dropped. */
  readonly first?: TranscriptMessage
  readonly system: readonly SystemPart[]
  readonly model: Model
  readonly tools: readonly Tool[]
  readonly cwd: string
  readonly hooks?: FireHooks
}

export function controlledFork(
  control: ControlLoop,
  { messages, first, system, model, tools, cwd, hooks = noHooks }: ForkStart,
  history: History,
): ControlledFork {
  let before = (first ? messages.slice(1) : messages).map(asTranscript)
  const all = () => [...before, ...history.messages]
  const { prepare, ...rest } = control({
    ...{ model, modelName: undefined, tools, cwd, hooks, isFork: true },
    history: () => ({
      messages: all(),
      replaceMessages(replaced, trigger) {
        before = []
        history.replace(replaced, trigger)
      },
      inject: (texts) => void history.append('user', texts.map(reminder), { meta: 'hook' }),
      base: async () => ({ system, first }),
    }),
  })
  return {
    ...rest,
    async prepare(signal) {
      const sent = await prepare(all(), signal)
      return first ? [first, ...sent] : sent
    },
  }
}

/** The same object where it is one already: its bytes are the cache. */
function asTranscript(message: ModelMessage | TranscriptMessage): TranscriptMessage {
  return 'id' in message
    ? message
    : createMessage({ role: message.role, content: message.content, parent: null, time: new Date(0) })
}
