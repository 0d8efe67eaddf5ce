// What a tool call works on, by the names that memdir, Claude Code, Codex, Gemini CLI and opencode give their tools.
import type { ToolUseBlock } from './content.ts'

type Input = Readonly<Record<string, unknown>>

const READS = new Set(['read', 'read_file', 'read_many_files', 'notebookread', 'view_image'])
const WRITES = new Set([
  ...['write', 'edit', 'multiedit', 'notebookedit', 'write_file', 'replace', 'apply_patch', 'patch'],
])
const SHELLS = new Set([
  ...['bash', 'shell', 'exec_command', 'run_shell_command', 'local_shell', 'shell_command', 'unified_exec'],
])
const PATHS = ['file_path', 'absolute_path', 'filePath', 'notebook_path', 'path'] as const
const PATCHED = /^\*\*\* (?:Update|Add|Delete) File: (.{1,400})$/gm
const PATH_MOST = 400

/** Files that the call reads or changes; empty for everything else. */
export function filesOf(use: ToolUseBlock, input: Input): string[] {
  const patch = patchIn(use, input)
  if (patch !== undefined) return [...patch.matchAll(PATCHED)].map(([, path = '']) => path.trim())
  const tool = use.name.toLowerCase()
  if (!READS.has(tool) && !WRITES.has(tool)) return []
  const path = PATHS.map((name) => textIn(input, name)).find((value) => value !== undefined)
  return path !== undefined && path.length <= PATH_MOST && !/[\n\0]/.test(path) ? [path] : []
}

export function changesFiles(use: ToolUseBlock, input: Input): boolean {
  return WRITES.has(use.name.toLowerCase()) || patchIn(use, input) !== undefined
}

/** The first line of what a shell was given; undefined for other tools, and for a patch. */
export function commandOf(use: ToolUseBlock, input: Input): string | undefined {
  const whole = shellText(use, input)
  if (whole === undefined || patchIn(use, input) !== undefined) return undefined
  const line = whole.split('\n').find((one) => one.trim() !== '') ?? ''
  return line.replace(LEADING, '').trim() || undefined
}

const LEADING = /^(?:cd [^&;|]{1,200}(?:&&|;)\s*|\w+=\S+\s+)+/
const LOOKING =
  /^(?:cat|ls|ll|head|tail|less|grep|rg|egrep|find|fd|wc|pwd|which|echo|stat|file|tree|du|sed -n|awk|sort|git (?:status|diff|log|show|branch|blame|ls-files|rev-parse)|true|sleep)\b/

/** Can be done again at any time, and says nothing about the work. */
export function isLooking(command: string): boolean {
  return LOOKING.test(command)
}

function shellText({ name }: ToolUseBlock, input: Input): string | undefined {
  if (!SHELLS.has(name.toLowerCase())) return undefined
  const given = input.command ?? input.cmd
  if (typeof given === 'string') return given
  if (!Array.isArray(given)) return undefined
  const words = given.filter((word) => typeof word === 'string')
  // `bash -lc "…"`: what counts is what it runs.
  const [shell = '', flag = '', line] = words
  return /(?:^|\/)(?:ba|z|)sh$/.test(shell) && /^-\w*c$/.test(flag) ? (line ?? '') : words.join(' ')
}

function patchIn(use: ToolUseBlock, input: Input): string | undefined {
  const given = /patch/i.test(use.name)
    ? (input.input ?? input.patch ?? input.patchText)
    : shellText(use, input)
  return typeof given === 'string' && given.includes('*** Begin Patch') ? given : undefined
}

export interface TaskWork {
  readonly text: string
  readonly status: string
}

/** The list of tasks that the call writes, as it is then; undefined for everything else. */
export function tasksOf({ name }: ToolUseBlock, input: Input): TaskWork[] | undefined {
  const list = {
    TodoWrite: input.todos,
    todowrite: input.todos,
    update_plan: input.plan,
    Tasks: input.tasks,
    write_todos: input.todos,
  }[name]
  if (!Array.isArray(list)) return undefined
  return list.flatMap((task: Input | null) => {
    const words = ['content', 'step', 'text', 'description'].flatMap((key) => textIn(task ?? {}, key) ?? [])
    const text = words.find((word) => word.trim() !== '')
    return text === undefined ? [] : [{ text, status: textIn(task ?? {}, 'status') ?? 'pending' }]
  })
}

export function textIn(input: Input, key: string): string | undefined {
  const value = input[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
