// What the agent of one conversation can do: its tools, with memory's own writer behind them.

import { CHAT_ACTOR } from '../../base/settings/calling-agent.ts'
import { userHome } from '../../base/settings/config-home.ts'
import { checkWritePath, INDEX_FILE, memoryRoots } from '../../memory/memory-path.ts'
import { toolResultsOf, toolResultText } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { typedTexts } from '../../models/typed-messages.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ClientHost } from '../client-host.ts'
import type { Retrieval } from '../compact/retrieve.ts'
import { createRetrieveTool } from '../compact/retrieve-tool.ts'
import { createMemoryActionTool } from '../memory-tools/memory-action-tool.ts'
import type { PlanFile } from '../plan/plan-file.ts'
import type { SkillGrants } from '../skills/skill-grants.ts'
import { createSkillTool, SKILL_TOOL } from '../skills/skill-tool.ts'
import { createTasksTool } from '../tasks/tasks-tool.ts'
import { createTools } from '../tools/create-tools.ts'
import { createCredentials } from '../tools/credentials.ts'
import { type FileAccess, nodeFileAccess, withMemoryWriter } from '../tools/file-access.ts'
import type { Tool } from '../tools/tool.ts'
import { createWebFetchTool } from '../tools/web-fetch-tool.ts'
import type { Companions } from './conversation-companions.ts'
import type { ConversationMemory } from './conversation-memory.ts'
import type { ConversationPlan } from './plan-conversation.ts'

interface ConversationToolDependencies {
  context: Pick<ProjectContext, 'home' | 'env'>
  host: ClientHost
  plan: Pick<ConversationPlan, 'id' | 'skills' | 'environment'>
  planFile?: Pick<PlanFile, 'withWriter'>
  /** The memories of sub-agents: their directories have writers of their own. */
  agentMemories?: { withWriters(access: FileAccess): FileAccess }
  /** Called with the file of each memory that the agent writes or removes, by whichever tool. */
  memory: Pick<ConversationMemory, 'onSaved' | 'onForgotten'>
  /** The conversation so far: what the person typed proves quotations. */
  messages(): readonly TranscriptMessage[]
}

/** In a fixed order: those that sub-agents have as well. */
export function conversationTools({
  context,
  host,
  plan,
  memory,
  agentMemories,
  planFile,
  messages,
}: ConversationToolDependencies): Tool[] {
  const { home, env } = context
  const own = memoryAccess(host, plan.id, memory.onSaved)
  const access = agentMemories?.withWriters(own) ?? own
  const memoryTool = createMemoryActionTool({
    host,
    caller: { actor: CHAT_ACTOR, conversation: plan.id, typed: async () => typedTexts(messages()) },
    onSaved: memory.onSaved,
    onForgotten: memory.onForgotten,
  })
  return [
    ...createTools({
      access: planFile?.withWriter(access) ?? access,
      bash: { environment: plan.environment },
      credentials: createCredentials({ home: userHome(env), configHome: home, env }),
    }),
    ...(host.switch.on ? [memoryTool] : []),
    createSkillTool(() => plan.skills),
    createWebFetchTool({ namedIn: () => namedTexts(messages()) }),
  ]
}

interface OwnToolDependencies {
  skills: ConversationPlan['skills']
  companions: Pick<Companions, 'invoked' | 'tasks'>
  grants: SkillGrants
  dropped(): Retrieval
  delegation: Tool
}

/** Those of the conversation itself: what sub-agents call is theirs to remember. */
export function ownTools(
  shared: readonly Tool[],
  { skills, companions, grants, dropped, delegation }: OwnToolDependencies,
): Tool[] {
  const skillTool = createSkillTool(
    () => skills,
    (skill, invoked) => {
      companions.invoked.add(invoked)
      grants.add(skill)
    },
  )
  return [
    ...shared.map((tool) => (tool.name === SKILL_TOOL ? skillTool : tool)),
    createTasksTool(companions.tasks),
    createRetrieveTool(dropped),
    delegation,
  ]
}

/** What the person typed and what tools returned: where an address may come from. */
function namedTexts(messages: readonly TranscriptMessage[]): string[] {
  const results = messages.flatMap((one) => toolResultsOf(one).map(toolResultText))
  return [...typedTexts(messages), ...results]
}

function memoryAccess(
  { store, location }: ClientHost,
  id: string,
  onSaved: (file: string) => void,
): FileAccess {
  const access = withMemoryWriter(nodeFileAccess, {
    directory: location.memory,
    writer: store.writer,
    context: { actor: CHAT_ACTOR, source: { origin: 'agent', conversation: id } },
  })
  return {
    ...access,
    async write(path, content, seen) {
      await access.write(path, content, seen)
      const verdict = checkWritePath(path, memoryRoots(location.memory))
      if (verdict.ok && !`/${verdict.file}`.endsWith(`/${INDEX_FILE}`)) onSaved(verdict.file)
    },
  }
}
