// All that a conversation is planned from, read: definitions, hooks, servers, what its prompt is made of, and the log that
// it goes on with.

import type { ProjectAccess } from '../../base/trust/project-access.ts'
import { projectMcpServers } from '../../base/trust/project-mcp.ts'
import { randomId } from '../../base/values/ids.ts'
import { isObject } from '../../base/values/is-object.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ConversationOptions } from '../conversation.ts'
import { findHooks } from '../hooks/find-hooks.ts'
import { definitionsOf } from './conversation-definitions.ts'
import { resumeTranscript } from './conversation-log.ts'
import type { ConversationInput } from './plan-conversation.ts'
import { promptPieces } from './prompt-pieces.ts'

export async function readConversation(
  context: ProjectContext,
  project: ProjectAccess,
  options: ConversationOptions & { unrecovered?: Error },
): Promise<Omit<ConversationInput, 'model'>> {
  const { home, env, settings, bare } = context
  const transcript = await transcriptOf(context, options)
  return {
    context,
    transcript,
    options,
    ...definitionsOf({ home, env, settings, bare, project, flag: options.agents }),
    hooks: findHooks({ home, settings, bare, session: options.hooks }),
    servers: bare ? {} : configuredServers(context, project),
    pieces: promptPieces(context, project, options, transcript.id),
  }
}

async function transcriptOf({ location }: ProjectContext, { resume }: ConversationOptions) {
  return resume === undefined
    ? { id: randomId(12), messages: [], notes: [] }
    : resumeTranscript(location.sessions, resume)
}

/** The project's approved ones, then those of the settings: by the same name the person's own word counts. */
function configuredServers(
  { settings }: Pick<ProjectContext, 'settings'>,
  project: ProjectAccess,
): Record<string, unknown> {
  const written = settings.findAll('mcpServers').flatMap(({ value }) => (isObject(value) ? [value] : []))
  return Object.assign({}, projectMcpServers(project), ...written)
}
