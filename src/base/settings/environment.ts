// Environment variables, each with its Claude Code namesake. Ours wins where both are set.

export type Environment = Readonly<Record<string, string | undefined>>

export const VARIABLES = {
  disableAutoMemory: ['MEMDIR_DISABLE_AUTO_MEMORY', 'CLAUDE_CODE_DISABLE_AUTO_MEMORY'],
  simple: ['MEMDIR_SIMPLE', 'CLAUDE_CODE_SIMPLE'],
  remote: ['MEMDIR_REMOTE', 'CLAUDE_CODE_REMOTE'],
  remoteMemoryDirectory: ['MEMDIR_REMOTE_MEMORY_DIR', 'CLAUDE_CODE_REMOTE_MEMORY_DIR'],
  memoryPathOverride: ['MEMDIR_MEMORY_PATH_OVERRIDE', 'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE'],
  extraGuidelines: ['MEMDIR_EXTRA_GUIDELINES', 'CLAUDE_COWORK_MEMORY_EXTRA_GUIDELINES'],
  autoCompactWindow: ['MEMDIR_AUTO_COMPACT_WINDOW', 'CLAUDE_CODE_AUTO_COMPACT_WINDOW'],
  contextCollapse: ['MEMDIR_CONTEXT_COLLAPSE', 'CLAUDE_CONTEXT_COLLAPSE'],
} as const

/** Ours alone: no detached worker is started. For scripts, tests and machines where nothing may stay behind. */
export const BACKGROUND_VARIABLE = 'MEMDIR_BACKGROUND'

/** Set for what hooks run: what it writes raises no event again. */
export const IN_HOOK_VARIABLE = 'MEMDIR_IN_HOOK'

/** What decides in Qwen Code where its memories are. */
export const QWEN_MEMORY_VARIABLES: readonly string[] = [
  'QWEN_CODE_MEMORY_BASE_DIR',
  'QWEN_CODE_MEMORY_LOCAL',
  'QWEN_CODE_MEMORY_PROJECT_SCOPE',
  'QWEN_RUNTIME_DIR',
  'QWEN_HOME',
]

export interface FoundVariable {
  name: string
  value: string
}

/** The first of the names that is set to something. */
export function findVariable(env: Environment, names: readonly string[]): FoundVariable | undefined {
  for (const name of names) {
    const value = env[name]
    if (value !== undefined && value.trim() !== '') return { name, value: value.trim() }
  }
  return undefined
}

/** undefined: not set, or not a switch. */
export function readSwitch(found: FoundVariable | undefined): boolean | undefined {
  if (!found) return undefined
  if (/^(?:1|true|yes|on)$/i.test(found.value)) return true
  if (/^(?:0|false|no|off)$/i.test(found.value)) return false
  return undefined
}
