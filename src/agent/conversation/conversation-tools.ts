// What the agent of one conversation can do: its tools, with memory's own writer behind them, and who is asked first.

import { CHAT_ACTOR } from '../../base/settings/calling-agent.ts'
import { userHome } from '../../base/settings/config-home.ts'
import { INDEX_FILE } from '../../memory/files/index-file.ts'
import { checkWritePath, memoryRoots } from '../../memory/files/memory-path.ts'
import { toolResultsOf, toolResultText } from '../../models/content.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'
import { typedTexts } from '../../models/typed-text.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import type { ClientHost } from '../client-host.ts'
import { isBelow, type PermissionGate } from '../loop/permission.ts'
import { createMemoryActionTool, MEMORY_TOOL } from '../memory-tools/memory-action-tool.ts'
import type { PlanFile } from '../plan/plan-file.ts'
import { createSkillTool } from '../skills/skill-tool.ts'
import { createTools } from '../tools/create-tools.ts'
import { createCredentials } from '../tools/credentials.ts'
import { absolutePath, type FileAccess, nodeFileAccess, withMemoryWriter } from '../tools/file-access.ts'
import type { Tool } from '../tools/tool.ts'
import { createWebFetchTool } from '../tools/web-fetch-tool.ts'
import type { ConversationMemory } from './conversation-memory.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface ConversationToolDependencies {
  context: Pick<ProjectContext, 'home' | 'env'>
  host: ClientHost
  plan: Pick<ConversationPlan, 'id' | 'skills' | 'environment'>
  planFile?: Pick<PlanFile, 'withWriter'>
  /** Of sub-agents: their directories have writers of their own. */
  agentMemories?: { withWriters(access: FileAccess): FileAccess }
  /** Called with the file of each memory that the agent writes or removes, by whichever tool. */
  memory: Pick<ConversationMemory, 'onSaved' | 'onForgotten'>
  /** Of the conversation so far: what the person typed proves quotations. */
  messages(): readonly TranscriptMessage[]
}

/** In a fixed order; without Agent, which comes last. */
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

/** Temporary files of this conversation: nobody is asked about them, but a plan writes nothing. */
export function freeForScratch(gate: PermissionGate, directory: string | undefined): PermissionGate {
  if (directory === undefined) return gate
  return {
    get mode() {
      return gate.mode
    },
    set mode(mode) {
      gate.mode = mode
    },
    async decide(call, signal) {
      const { file_path } = call.input
      const writes = call.tool === 'Write' || call.tool === 'Edit'
      const free =
        (call.mode ?? gate.mode) !== 'plan' &&
        call.credentials === undefined &&
        writes &&
        typeof file_path === 'string' &&
        isBelow(absolutePath(file_path, call.cwd), directory)
      return free ? { allowed: true } : gate.decide(call, signal)
    },
  }
}

/** Memory has its own proof, history and undo: nobody is asked about it, but a plan writes nothing. */
export function freeForMemory(gate: PermissionGate, memory: string): PermissionGate {
  const isFree = ({ tool, input }: { tool: string; input: Record<string, unknown> }) =>
    tool === MEMORY_TOOL ||
    ((tool === 'Write' || tool === 'Edit') && checkWritePath(input.file_path, memoryRoots(memory)).ok)
  return {
    get mode() {
      return gate.mode
    },
    set mode(mode) {
      gate.mode = mode
    },
    async decide(call, signal) {
      const plans = (call.mode ?? gate.mode) === 'plan'
      return !plans && isFree(call) ? { allowed: true } : gate.decide(call, signal)
    },
  }
}
