// The words for what an agent does with memories: one vocabulary for tools, SDKs, the command line and conversations.

export const MEMORY_ACTIONS = [
  'list',
  'add',
  'delete',
  'search',
  'update',
  'export',
  'import',
  'stats',
  'cleanup',
  'explain',
] as const
export type MemoryAction = (typeof MEMORY_ACTIONS)[number]

/** What models say too; where tools are offered one by one, they have these names. */
export const ACTION_ALIASES = {
  remember: 'add',
  forget: 'delete',
  recall: 'search',
} as const satisfies Record<string, MemoryAction>
export type ActionAlias = keyof typeof ACTION_ALIASES

export const ACTION_WORDS = [...MEMORY_ACTIONS, ...(Object.keys(ACTION_ALIASES) as ActionAlias[])] as const
export type ActionWord = MemoryAction | ActionAlias

export function actionNamed(word: ActionWord): MemoryAction {
  return isAlias(word) ? ACTION_ALIASES[word] : word
}

function isAlias(word: string): word is ActionAlias {
  return Object.hasOwn(ACTION_ALIASES, word)
}

/** Among things that have one of these names: the one of this name, else the one that means the same. */
export function findByAction<T extends { name: string }>(named: readonly T[], word: string): T | undefined {
  const meaning = (name: string) => (isAlias(name) ? ACTION_ALIASES[name] : name)
  return named.find(({ name }) => name === word) ?? named.find(({ name }) => meaning(name) === meaning(word))
}
