// What a conversation worked on, tracked from its tool calls and never by a summary: files read and changed, skills,
// plan, tasks, background agents. A compaction moves it from the dropped messages into the state.
import { attempt } from '../../base/values/attempt.ts'
import { shortHash } from '../../base/values/hash.ts'
import { type ToolUseBlock, toolInput, toolResultText } from '../../models/content.ts'
import { changesFiles, filesOf, type TaskWork, tasksOf, textIn } from '../../models/tool-work.ts'
import type { TranscriptMessage } from '../../models/transcript-message.ts'

export interface FileWork {
  readonly path: string
  /** The hash of what was shown when it was read last; of nothing where it was only written. */
  readonly hash?: string
  readonly read: boolean
  readonly changed: boolean
}

export interface SkillWork {
  readonly name: string
  readonly arguments?: string
}

export interface AgentWork {
  /** The call that started it. */
  readonly id: string
  readonly name: string
  readonly task: string
}

/** Lists are newest first. */
export interface WorkRecord {
  readonly files: readonly FileWork[]
  readonly skills: readonly SkillWork[]
  readonly plan?: string
  readonly tasks: readonly TaskWork[]
  readonly agents: readonly AgentWork[]
}

export const NO_WORK: WorkRecord = { files: [], skills: [], tasks: [], agents: [] }

const MOST_FILES = 200
const MOST_AGENTS = 20

/** What these messages add to what is known already. */
export function recordWork(messages: readonly TranscriptMessage[], known: WorkRecord = NO_WORK): WorkRecord {
  const results = new Map<string, string>()
  const refused = new Set<string>()
  for (const { content } of messages)
    for (const block of content) {
      if (block.type !== 'tool_result') continue
      results.set(block.toolUseId, toolResultText(block))
      if (block.isError) refused.add(block.toolUseId)
    }
  const files = new Map([...known.files].reverse().map((file) => [file.path, file]))
  const skills = new Map([...known.skills].reverse().map((skill) => [skill.name, skill]))
  const agents = new Map([...known.agents].reverse().map((agent) => [agent.id, agent]))
  let { plan, tasks } = known
  for (const message of messages) {
    for (const block of message.content) {
      if (block.type === 'text')
        for (const name of calledSkills(message, block.text)) move(skills, name, { name })
      if (block.type !== 'tool_use') continue
      const input = attempt(() => toolInput(block)) ?? {}
      const result = results.get(block.id)
      // What was denied or failed was not done: above all, such a file must not be read now in its place.
      if (result === undefined || refused.has(block.id)) continue
      noteFile(files, block, input, result)
      const skill = skillOf(block, input)
      if (skill) move(skills, skill.name, skill)
      plan = planOf(block, input) ?? plan
      tasks = tasksOf(block, input) ?? tasks
      const agent = backgroundAgent(block, input, result)
      if (agent) move(agents, agent.id, agent)
    }
  }
  return {
    files: newest(files).slice(0, MOST_FILES),
    skills: newest(skills),
    ...(plan !== undefined && { plan }),
    tasks,
    agents: newest(agents).slice(0, MOST_AGENTS),
  }
}

function newest<T>(entries: Map<string, T>): T[] {
  return [...entries.values()].reverse()
}

/** The last one in a map is the newest. */
function move<T>(entries: Map<string, T>, key: string, value: T): void {
  entries.delete(key)
  entries.set(key, value)
}

function noteFile(
  files: Map<string, FileWork>,
  use: ToolUseBlock,
  input: Record<string, unknown>,
  result: string,
): void {
  const changed = changesFiles(use, input)
  for (const path of filesOf(use, input)) {
    const before = files.get(path)
    const hash = changed ? before?.hash : shortHash(result)
    move(files, path, {
      path,
      ...(hash !== undefined && { hash }),
      read: !changed || before?.read === true,
      changed: changed || before?.changed === true,
    })
  }
}

function skillOf({ name }: ToolUseBlock, input: Record<string, unknown>): SkillWork | undefined {
  const skill = name === 'Skill' ? (textIn(input, 'skill') ?? textIn(input, 'command')) : undefined
  if (skill === undefined) return undefined
  const given = textIn(input, 'arguments') ?? textIn(input, 'args')
  return { name: skill.replace(/^\//, ''), ...(given !== undefined && { arguments: given }) }
}

/** A skill that the person called by its name comes with this sentence of ours. */
function calledSkills({ meta }: TranscriptMessage, text: string): string[] {
  if (meta !== 'attachment') return []
  return [...text.matchAll(/The user has called the skill (\S{1,100}) by its name\./g)].map(
    ([, name = '']) => name,
  )
}

function planOf({ name }: ToolUseBlock, input: Record<string, unknown>): string | undefined {
  return name === 'ExitPlanMode' || name === 'exit_plan_mode' ? textIn(input, 'plan') : undefined
}

function backgroundAgent(
  { id, name }: ToolUseBlock,
  input: Record<string, unknown>,
  result: string,
): AgentWork | undefined {
  const runs = input.run_in_background === true || /background/i.test(result.slice(0, 200))
  if ((name !== 'Agent' && name !== 'Task') || !runs) return undefined
  return {
    id,
    name: textIn(input, 'name') ?? textIn(input, 'subagent_type') ?? 'agent',
    task: (textIn(input, 'description') ?? textIn(input, 'prompt') ?? '').slice(0, 200),
  }
}
