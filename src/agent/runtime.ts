// The part of the engine that conversations, spending and the sandbox need. Imported when one of them is first used:
// writing and recalling memories load nothing of it.

import type { ConversationNotesOf } from '../learn/notes-of-conversations.ts'
import type { TranscriptInfo } from '../models/list-transcripts.ts'
import type { CapState } from '../models/spend/caps-left.ts'
import type { SpendGroup, SpendReport } from '../models/spend-report.ts'
import type { ProjectContext } from '../search/project-context.ts'
import type { ClientHost } from './client-host.ts'
import type { Conversation, ConversationOptions } from './conversation/conversation.ts'
import type { SandboxCall, SandboxDecision } from './tools/sandbox-policy.ts'

export interface SpendSummary extends SpendReport {
  /** Days, both included. */
  readonly from: string
  readonly to: string
  readonly by: SpendGroup
  readonly caps: readonly CapState[]
  /** Runs of extraction where a model was configured, by what did it. */
  readonly extractions: Readonly<Record<'fork' | 'structured' | 'rules' | 'failed', number>>
}

export interface Runtime {
  /** Would the sandbox of memdir's own agents allow this call, and why? */
  checkSandbox(call: SandboxCall): Promise<SandboxDecision>
  /** What memdir's own model calls took since a day (`YYYY-MM-DD`; the first of all when left out). */
  spend(options: { since?: string; by: SpendGroup }): Promise<SpendSummary>
  /** The project's conversations, newest first. */
  conversations(): Promise<TranscriptInfo[]>
  /** The notes of the project's conversations, ours and other agents'. */
  notes(): Promise<ConversationNotesOf>
  /** A model must be configured; a provider's package is loaded with the first request. */
  openConversation(options: ConversationOptions): Promise<Conversation>
}

/** `unrecovered`: why what a crash cut off could not be finished. */
export function createRuntime(context: ProjectContext, host: ClientHost, unrecovered?: Error): Runtime {
  const { location, settings, directory } = context
  return {
    async checkSandbox(call) {
      const { checkSandbox } = await import('./tools/sandbox-policy.ts')
      return checkSandbox(call, { memoryDirectory: location.memory, cwd: directory })
    },
    async spend({ since, by }) {
      const [{ reportSpend, countExtractions }, { capsLeft }, { readSpendCaps }, { projectLedger }] =
        await Promise.all([
          import('../models/spend-report.ts'),
          import('../models/spend/caps-left.ts'),
          import('../models/spend-settings.ts'),
          import('../models/project-spend.ts'),
        ])
      const ledger = projectLedger(context)
      const to = ledger.today()
      const calls = ledger.calls(since ?? '0000-01-01', to)
      const from = since ?? calls[0]?.time.slice(0, 10) ?? to
      const caps = capsLeft(
        readSpendCaps(settings.get('spend.caps')),
        ledger.callsOn(to),
        location.identity.name,
        ledger.tokens,
      )
      const extractions = countExtractions(ledger.extractions(from, to))
      return { from, to, by, ...reportSpend(calls, by), caps, extractions }
    },
    async conversations() {
      const { listTranscripts } = await import('../models/list-transcripts.ts')
      return listTranscripts(location.sessions)
    },
    async notes() {
      return (await import('../learn/notes-of-conversations.ts')).notesOfConversations(context)
    },
    async openConversation(options) {
      const { openConversation } = await import('./conversation/open-conversation.ts')
      return openConversation(context, host, { ...options, unrecovered })
    },
  }
}
