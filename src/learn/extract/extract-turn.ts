// A turn of another agent's conversation, after its end: read from the client's own log, or from what was typed.
import type { Message } from '../../base/messages/message.ts'
import type { ForeignTranscript } from '../../models/foreign-transcript.ts'
import type { TurnLog } from '../../models/turn-log.ts'
import { readPrompts } from '../../models/typed-prompts.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { learningNews } from '../learning-stopped.ts'
import type { ExtractionOutcome } from '../run-extraction.ts'
import { addSavedNotice } from '../saved-notices.ts'
import type { SpooledTurn } from '../worker/spool-files.ts'
import { type OpenExtractionOptions, openExtraction } from './open-extraction.ts'
import { isOwnTurn, ownSaid } from './own-turns.ts'
import type { Occasion } from './plan-extraction.ts'
import { readSaid, type SaidConversation } from './read-said.ts'

interface TurnExtraction {
  /** undefined: there is nothing that could be read of this conversation. */
  extract(turn: SpooledTurn, log: TurnLog, signal: AbortSignal): Promise<ExtractionOutcome | undefined>
}

const OCCASIONS: Readonly<Record<string, Occasion>> = {
  'turn-end': 'turn',
  'before-compact': 'compaction',
  end: 'end',
}

/** `options`: where a model's calls are counted, and who is told that the rules took its place. */
export function openTurnExtraction(
  context: ProjectContext,
  options: Pick<OpenExtractionOptions, 'spend' | 'onFallback'> = {},
): TurnExtraction {
  const { location } = context
  const extraction = openExtraction(context, options)
  const saidIn = readSaidOnce()
  /** Conversations whose messages a model could not be asked about this time: all of them wait with the first turn. */
  const waiting = new Set<string>()
  return {
    async extract(turn, log, signal) {
      const { conversation, agent, event, unattended = false } = turn
      if (conversation === undefined || waiting.has(conversation)) return undefined
      const own = isOwnTurn(turn)
      const said = own
        ? await ownSaid(context, conversation)
        : log.found
          ? saidIn(await log.read())
          : promptsOf(location.state, conversation)
      if (!said) return undefined
      const occasion = OCCASIONS[event] ?? 'turn'
      const outcome = await extraction.run({ ...said, conversation, agent, unattended, occasion, signal })
      if (outcome.status === 'done' && outcome.failure && !outcome.failure.isLast) waiting.add(conversation)
      // Nobody is told with the next prompt: ours ended with the conversation.
      if (outcome.status === 'done' && !own) {
        const saved = [...new Map(outcome.saved.map((one) => [one.file, one])).values()]
        const stopped = learningNews(context)
        addSavedNotice(location.state, {
          conversation,
          ...(stopped && { stopped: { until: stopped.until, ...inLanguages(stopped.message) } }),
          files: saved.map(({ file }) => file),
          names: saved.map(({ name }) => name),
          secrets: outcome.secrets,
        })
      }
      return outcome
    },
  }
}

function inLanguages({ en, zh }: Message): Pick<Message, 'en' | 'zh'> {
  return { en, zh }
}

function promptsOf(state: string, conversation: string): SaidConversation | undefined {
  const prompts = readPrompts(state, conversation)
  if (prompts.length === 0) return undefined
  const said = prompts.map((prompt) => ({ ...prompt, role: 'user' as const }))
  return { said, others: [], written: [] }
}

/** Several turns of one conversation may wait, and their log is the same. */
function readSaidOnce(): (transcript: ForeignTranscript) => SaidConversation {
  let last: { transcript: ForeignTranscript; said: SaidConversation } | undefined
  return (transcript) => {
    if (last?.transcript !== transcript) last = { transcript, said: readSaid(transcript.all) }
    return last.said
  }
}
