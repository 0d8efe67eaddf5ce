// Opens one conversation: what it is made of is read, planned, put together, and started.

import { rootsOf } from '../../base/projects/find-project.ts'
import { loadRedactor } from '../../base/secrets/redact-for.ts'
import { openProjectAccess } from '../../base/trust/project-access.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ClientHost } from '../client-host.ts'
import type { Conversation, ConversationOptions } from '../conversation.ts'
import { AgentConversation } from './agent-conversation.ts'
import { MeteredModels } from './metered-models.ts'
import { planConversation } from './plan-conversation.ts'
import { readConversation } from './read-conversation.ts'

/** `unrecovered`: why what a crash cut off could not be finished. */
export async function openConversation(
  context: ProjectContext,
  host: ClientHost,
  options: ConversationOptions & { unrecovered?: Error },
): Promise<Conversation> {
  const models = new MeteredModels(context, options.model)
  const project = openProjectAccess(context.env, rootsOf(context.location.identity, context.directory))
  const read = await readConversation(context, project, options)
  const plan = planConversation({ ...read, model: models.choose() })
  const redact = await loadRedactor('agent')
  const conversation = new AgentConversation(plan, { context, host, project, models, redact, ...options })
  await conversation.start()
  return conversation
}
