// The log of one conversation: without secrets, and with a record of which kinds of them have not been reported yet.
import { type Message, message } from '../../base/messages/message.ts'
import { secretsTexts } from '../../base/messages/secrets.ts'
import type { RedactText } from '../../base/secrets/secret-finding.ts'
import { findTranscript, listTranscripts } from '../../models/list-transcripts.ts'
import type { LogNote } from '../../models/log-line.ts'
import { findOriginals, readTranscript } from '../../models/read-transcript.ts'
import type { TranscriptLog } from '../../models/transcript-log.ts'
import { openTranscriptLog } from '../../models/transcript-log.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface ConversationLog {
  readonly log: TranscriptLog
  /** The messages of these ids as they were first written. */
  originals(ids: readonly string[]): Promise<readonly TranscriptMessage[]>
  /** What to say about secrets that went to the model and are not in the log; each kind once. */
  takeNotice(): Message | undefined
}

export function openConversationLog(
  { clock, location }: ProjectContext,
  { id, path, model }: ConversationPlan,
  redact: RedactText,
): ConversationLog {
  const secrets = collectRules(redact)
  const header = () => ({ id, project: location.identity.name, time: clock.now().toISOString() })
  return {
    log: openTranscriptLog({ path, redact: secrets.redact, header }),
    originals: (ids) => findOriginals(path, ids),
    takeNotice() {
      const rules = secrets.takeNew()
      if (rules.length === 0) return undefined
      return message(secretsTexts.secretsSent, {
        rules: rules.join(', '),
        model: `${model.provider}/${model.name}`,
      })
    },
  }
}

function collectRules(redact: RedactText) {
  const known = new Set<string>()
  const fresh = new Set<string>()
  return {
    redact(text: string) {
      const clean = redact(text)
      for (const rule of clean.rules) if (!known.has(rule)) fresh.add(rule)
      return clean
    },
    takeNew(): string[] {
      const rules = [...fresh]
      fresh.clear()
      for (const rule of rules) known.add(rule)
      return rules
    },
  }
}

/** `which`: an id or the beginning of one; true: the newest. */
export async function resumeTranscript(
  directory: string,
  which: string | true,
): Promise<{ id: string; messages: readonly TranscriptMessage[]; notes: readonly LogNote[] }> {
  const facts = findTranscript(listTranscripts(directory), which === true ? undefined : which)
  const { messages, notes } = await readTranscript(facts.path)
  return { id: facts.id, messages, notes }
}
