// What a person is told where an agent keeps memories of a project in another directory than memdir does.
import { type Message, message } from '../messages/message.ts'
import { ownMemoryTexts } from '../messages/own-memory.ts'
import type { OwnMemory } from './own-memory.ts'

/** Where memdir's own directory is the project's, the agent's can become it; where another agent's is, that stays. */
export function apartMessage(
  { memory, projects }: { memory: string; projects: string },
  { agent: name, title: agent, directory: theirs }: OwnMemory,
): Message {
  const values = { name, agent, theirs, ours: memory }
  return message(
    memory.startsWith(projects) ? ownMemoryTexts.twoDirectories : ownMemoryTexts.secondAgent,
    values,
  )
}
