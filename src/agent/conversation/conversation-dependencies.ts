// What a conversation works with besides its plan.
import type { ProjectAccess } from '../../base/trust/project-access.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ClientHost } from '../client-host.ts'
import type { ConversationOptions } from '../conversation.ts'
import type { MeteredModels } from './metered-models.ts'

export interface ConversationDependencies
  extends Pick<ConversationOptions, 'ask' | 'notes' | 'onLearnt' | 'onAgentEvent'> {
  context: ProjectContext
  /** The host of the memory tool. */
  host: ClientHost
  /** What of the project is approved. */
  project: ProjectAccess
  models: MeteredModels
  redact(text: string): { text: string; rules: readonly string[] }
}
