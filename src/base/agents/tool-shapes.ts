// How the tools of the agents that we know run commands and change files: a row a tool, with the fields of its input. Only
// what acts is here; a tool that reads or searches has no row.

export interface ToolShape {
  /** A shell line, or the words of one. */
  readonly shell?: readonly string[]
  /** A patch. */
  readonly patch?: readonly string[]
  /** A file that it changes. */
  readonly file?: readonly string[]
  /** It writes the file as a whole. */
  readonly whole?: true
  /** A list of edits of the file, each with what was and what is. */
  readonly each?: string
  readonly removed?: readonly string[]
  readonly added?: readonly string[]
}

type ToolShapes = Readonly<Record<string, ToolShape>>

const COMMAND: ToolShape = { shell: ['command', 'cmd', 'script'] }
const PATCH: ToolShape = { patch: ['patchText', 'input', 'patch', 'command', 'diff'] }
const REPLACE: ToolShape = { file: ['file_path'], removed: ['old_string'], added: ['new_string'] }
const WRITE: ToolShape = { file: ['file_path'], added: ['content'], whole: true }

const CLAUDE_CODE: ToolShapes = {
  Bash: COMMAND,
  PowerShell: COMMAND,
  Edit: REPLACE,
  MultiEdit: { ...REPLACE, each: 'edits' },
  Write: WRITE,
  NotebookEdit: { file: ['notebook_path'], added: ['new_source'] },
}
const GEMINI: ToolShapes = { run_shell_command: COMMAND, write_file: WRITE, replace: REPLACE, edit: REPLACE }

const SHAPES: Readonly<Record<string, ToolShapes>> = {
  'claude-code': CLAUDE_CODE,
  codex: {
    Bash: COMMAND,
    shell: COMMAND,
    local_shell: COMMAND,
    shell_command: COMMAND,
    exec_command: COMMAND,
    apply_patch: PATCH,
    Edit: REPLACE,
    Write: WRITE,
  },
  gemini: GEMINI,
  qwen: GEMINI,
  opencode: {
    bash: COMMAND,
    edit: { file: ['filePath'], removed: ['oldString'], added: ['newString'] },
    multiedit: { file: ['filePath'], each: 'edits', removed: ['oldString'], added: ['newString'] },
    write: { file: ['filePath'], added: ['content'], whole: true },
    patch: PATCH,
    apply_patch: PATCH,
  },
  copilot: {
    bash: COMMAND,
    powershell: COMMAND,
    edit: { file: ['path'], removed: ['old_str'], added: ['new_str'] },
    str_replace_editor: { file: ['path'], removed: ['old_str'], added: ['new_str', 'file_text'] },
    create: { file: ['path'], added: ['file_text', 'content'], whole: true },
    apply_patch: PATCH,
  },
}

/** The shapes of this agent's tool; where nobody says whose it is, of every agent that has one of this name. */
export function toolShapes(tool: string, agent?: string): ToolShape[] {
  const named = agent !== undefined && Object.hasOwn(SHAPES, agent) ? SHAPES[agent] : undefined
  const tables = named ? [named] : Object.values(SHAPES)
  return tables.flatMap((table) => (Object.hasOwn(table, tool) ? (table[tool] ?? []) : []))
}
