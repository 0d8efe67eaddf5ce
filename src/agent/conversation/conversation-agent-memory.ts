// The memories of a conversation's sub-agents: rules and index in the agent's prompt, and writes through a writer of
// their own, with proof, history and undo. What is shared through version control refuses a secret.

import { join } from 'node:path'
import { holdDirectory } from '../../base/files/held-directory.ts'
import { redactFor } from '../../base/secrets/redact-for.ts'
import { CHAT_ACTOR } from '../../base/settings/calling-agent.ts'
import { type AgentText, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { inertLine } from '../../base/text/inert-text.ts'
import { attempt } from '../../base/values/attempt.ts'
import { INDEX_FILE } from '../../memory/memory-path.ts'
import { memoryRules } from '../../memory/memory-rules.ts'
import { type MemoryWriter, openWriter, ownJudge } from '../../memory/open-writer.ts'
import { agentPlace } from '../../memory/places.ts'
import { loadIndexText, readShownIndex } from '../../memory/shown-index.ts'
import { quotedIndex } from '../../search/envelope.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import { agentMemoryOf } from '../agent-memories.ts'
import type { AgentDefinition } from '../agents/agent-definition.ts'
import type { PermissionGate } from '../permission.ts'
import { type FileAccess, withMemoryWriter } from '../tools/file-access.ts'
import { freeForMemory } from './conversation-permission.ts'
import { makeAgentMemory } from './make-agent-memory.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface AgentMemoryAccess {
  /** For its system prompt; empty where it has no memory, or memory is off. Makes the directory. */
  promptOf(agent: AgentDefinition): Promise<string>
  /** It writes its own memory without asking. */
  gateFor(agent: AgentDefinition, gate: PermissionGate): PermissionGate
  /** Writes into any of these directories go through its writer. */
  withWriters(access: FileAccess): FileAccess
}

export function openAgentMemories(
  context: ProjectContext,
  { id, agents }: Pick<ConversationPlan, 'id' | 'agents'>,
): AgentMemoryAccess {
  const { switch: memory, settings } = context
  const directoryOf = (agent: AgentDefinition) => (memory.on ? agentMemoryOf(context, agent) : undefined)
  return {
    async promptOf(agent) {
      const directory = directoryOf(agent)
      if (directory === undefined || agent.memory === undefined) return ''
      // The rules say that it exists.
      makeAgentMemory(directory, agent.memory)
      const withIndex = settings.get('index.enabled')
      const rules = memoryRules({ directory, index: withIndex, agentScope: agent.memory })
      const index = withIndex ? await indexOf(directory, context.clock.now().getTime()) : ''
      return index === '' ? rules : `${rules}\n\n${index}`
    },
    gateFor(agent, gate) {
      const directory = directoryOf(agent)
      return directory === undefined ? gate : freeForMemory(gate, directory)
    },
    withWriters(access) {
      const found = new Map<string, AgentDefinition>()
      for (const agent of agents) {
        const directory = directoryOf(agent)
        if (directory !== undefined) found.set(directory, agent)
      }
      return [...found].reduce(
        (wrapped, [directory, agent]) =>
          withMemoryWriter(wrapped, {
            directory,
            writer: writerOf(context, directory, agent),
            context: { actor: CHAT_ACTOR, source: { origin: 'agent', conversation: id } },
          }),
        access,
      )
    },
  }
}

async function indexOf(directory: string, now: number): Promise<AgentText> {
  const text = attempt(() => holdDirectory(directory).within((path) => readShownIndex(path, now)))
  if (text === undefined || text.trim() === '') return NO_TEXT
  const path = inertLine(join(directory, INDEX_FILE))
  return own`## ${path} (index of your own memory)\n\n${quotedIndex(await redactFor(loadIndexText(text).text, 'agent'))}`
}

function writerOf(
  { caller, clock, location }: ProjectContext,
  directory: string,
  { memory }: AgentDefinition,
): MemoryWriter {
  return openWriter({
    ...{ directory, clock, state: agentPlace(location.projects, directory).state },
    shared: memory === 'project',
    loadJudge: ownJudge,
    insideAgent: caller?.name,
  })
}
