// What a person is told where an agent keeps memories of a project in another directory than memdir does.
import { type Message, message } from '../messages/message.ts'
import { ownMemoryTexts } from '../messages/own-memory.ts'
import { knownAgent } from './agents.ts'
import { type OwnMemory, usedDirectory } from './own-memory.ts'

/** Where memdir's own directory is the project's, the agent's can become it; where another agent's is, that stays. */
export function apartMessage(
  { memory, projects }: { memory: string; projects: string },
  own: OwnMemory,
): Message {
  const { agent: name, title: agent, moved } = own
  const values = { name, agent, theirs: usedDirectory(own), ours: memory }
  if (moved !== undefined) return message(ownMemoryTexts.movedByCheckout, values)
  if (memory.startsWith(projects)) return message(ownMemoryTexts.twoDirectories, values)
  const isTold = knownAgent(name)?.ownMemoryIn === 'project'
  return message(isTold ? ownMemoryTexts.secondAgentTold : ownMemoryTexts.secondAgent, values)
}
