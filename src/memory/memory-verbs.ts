// What can be done with memories, and what it is called in every face: one table for the tools of MCP and SDKs, the actions of
// the `memory` tool, the command line and the library. Who can do it has the entry (`agent/memory-tools`).

interface MemoryVerb {
  /** The tool's name, where tools are offered one by one. */
  tool?: string
  /** The `action` of the `memory` tool. */
  action?: string
  /** What models say too. */
  aliases?: readonly string[]
  /** `memdir …` */
  command?: string
  /** A member of `Memdir`. */
  library?: string
  /** A model needs it while it works: offered also where every request carries every tool. */
  working?: true
}

export const MEMORY_VERBS = [
  { tool: 'recall', action: 'search', command: 'recall', library: 'recall', working: true },
  {
    tool: 'remember',
    action: 'add',
    aliases: ['remember', 'add'],
    command: 'add',
    library: 'add',
    working: true,
  },
  {
    tool: 'search',
    action: 'search',
    aliases: ['recall'],
    command: 'search',
    library: 'search',
    working: true,
  },
  {
    tool: 'update',
    action: 'update',
    aliases: ['edit'],
    command: 'edit',
    library: 'edit',
    working: true,
  },
  {
    tool: 'forget',
    action: 'delete',
    aliases: ['forget', 'delete', 'rm'],
    command: 'rm',
    library: 'remove',
    working: true,
  },
  { tool: 'show', command: 'show', library: 'get' },
  { tool: 'list', action: 'list', command: 'list', library: 'list' },
  { tool: 'explain', action: 'explain', command: 'show', library: 'explain' },
  { tool: 'inbox', command: 'inbox', library: 'inbox' },
  { action: 'export', command: 'export' },
  { action: 'import', command: 'import' },
  { tool: 'stats', action: 'stats', command: 'status' },
  { tool: 'cleanup', action: 'cleanup', command: 'cleanup' },
  { command: 'purge', library: 'purge' },
  { command: 'undo', library: 'undo' },
  { command: 'log', library: 'history' },
] as const satisfies readonly MemoryVerb[]

type Verb = (typeof MEMORY_VERBS)[number]
export type MemoryAction = Extract<Verb, { action: string }>['action']
type ActionAlias = Extract<Verb, { action: string; aliases: readonly string[] }>['aliases'][number]
export type ActionWord = MemoryAction | ActionAlias

const ROWS: readonly MemoryVerb[] = MEMORY_VERBS
const BY_WORD = new Map<string, MemoryAction>(
  ROWS.flatMap(({ action, aliases = [] }) =>
    action === undefined ? [] : [action, ...aliases].map((word) => [word, action as MemoryAction] as const),
  ),
)

/** Each once; the words by which they are known as well. */
export const MEMORY_ACTIONS = [...new Set(BY_WORD.values())] as readonly MemoryAction[]
export const ACTION_WORDS = [...new Set([...MEMORY_ACTIONS, ...BY_WORD.keys()])] as readonly ActionWord[]

export function actionNamed(word: ActionWord): MemoryAction {
  return BY_WORD.get(word) ?? (word as MemoryAction)
}

/** Among tools the one of this name, else the one that means the same. */
export function findTool<T extends { name: string }>(tools: readonly T[], word: string): T | undefined {
  const known = ROWS.find(({ tool, aliases }) => tool !== undefined && aliases?.includes(word))
  return tools.find(({ name }) => name === word) ?? tools.find(({ name }) => name === known?.tool)
}

/** In the order in which they are listed. */
export const WORKING_TOOL_NAMES = ROWS.flatMap(({ tool, working }) => (tool && working ? [tool] : []))
