// A message that mentions a named agent (`@agent-reviewer`) is given that agent's memories instead of the project's.

const MENTION = /(?<![\p{L}\p{N}_.@/-])@agent-([\p{L}\p{N}][\p{L}\p{N}_.:-]{0,63})/gu
/** A sentence continues after a name. */
const BEHIND_NAME = /[.:-]+$/
const MAX_MENTIONS = 10

/** The agents' names, each once, in their order. */
export function findMentions(message: string): string[] {
  const names = [...message.matchAll(MENTION)].map(([, name = '']) => name.replace(BEHIND_NAME, ''))
  return [...new Set(names)].slice(0, MAX_MENTIONS)
}

/** What is looked for: the message without the names. */
export function withoutMentions(message: string): string {
  return message.replace(MENTION, (found) => BEHIND_NAME.exec(found)?.[0] ?? '')
}

interface RecallTargets {
  /** Also, or only, the project's own memory. */
  own: boolean
  /** Directories of agents' memories, each once. */
  agents: string[]
}

/** Several mentions: the memories of all. An agent without a memory of its own has the project's. */
export function planTargets(
  mentions: readonly string[],
  memoryOf: (name: string) => string | undefined,
): RecallTargets {
  const directories = mentions.map(memoryOf)
  const agents = [...new Set(directories.filter((directory) => directory !== undefined))]
  return { own: agents.length === 0 || directories.includes(undefined), agents }
}
