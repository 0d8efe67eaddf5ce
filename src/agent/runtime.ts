// The part of the engine that conversations, spending and the sandbox need. Imported when one of them is first used:
// writing and recalling memories load nothing of it.

import type { ConversationNotesOf } from '../learn/notes-of-conversations.ts'
import type { TranscriptInfo } from '../models/list-transcripts.ts'
import type { priceList } from '../models/prices.ts'
import type { SpendGroup, SpendSummary } from '../models/spend-report.ts'
import type { ProjectContext } from '../search/project-context.ts'
import type { ClientHost } from './client-host.ts'
import type { Conversation, ConversationOptions } from './conversation.ts'
import type { SandboxCall, SandboxDecision } from './sandbox-policy.ts'

export interface Runtime {
  /** Would the sandbox of memdir's own agents allow this call, and why? */
  checkSandbox(call: SandboxCall): Promise<SandboxDecision>
  /** What memdir's own model calls took since a day (`YYYY-MM-DD`; the first of all when left out). */
  spend(options: { since?: string; by: SpendGroup }): Promise<SpendSummary>
  /** What tokens are taken to cost, and where that was read. */
  prices(): Promise<ReturnType<typeof priceList>>
  /** The project's conversations, newest first. */
  conversations(): Promise<TranscriptInfo[]>
  /** The notes of the project's conversations, ours and other agents'. */
  notes(): Promise<ConversationNotesOf>
  /** A model must be configured; a provider's package is loaded with the first request. */
  openConversation(options: ConversationOptions): Promise<Conversation>
}

/** `unrecovered`: why what a crash cut off could not be finished. */
export function createRuntime(context: ProjectContext, host: ClientHost, unrecovered?: Error): Runtime {
  const { location, directory } = context
  return {
    async checkSandbox(call) {
      const { checkSandbox } = await import('./sandbox-policy.ts')
      return checkSandbox(call, { memoryDirectory: location.memory, cwd: directory })
    },
    async spend(wanted) {
      return (await import('../models/spend-report.ts')).spendSummary(context, wanted)
    },
    async prices() {
      return (await import('../models/prices.ts')).priceList(context.settings)
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
