// What the agent of one conversation can do: its tools, with memory's own writer behind them, and who is asked first.
import { join } from 'node:path'
import type { AgentDefinition } from '../agent/agents/agent-definition.ts'
import type { PermissionGate } from '../agent/permission.ts'
import { resolveSkills, type SkillDefinition } from '../agent/skills/skill-definition.ts'
import { findSkills, pluginSkills, skillText } from '../agent/skills/skill-files.ts'
import { createSkillTool } from '../agent/skills/skill-tool.ts'
import type { ClientHost } from '../clients/client-host.ts'
import { createMemoryActionTool, MEMORY_TOOL } from '../clients/tools/memory-action-tool.ts'
import { INDEX_FILE } from '../memory/index-file.ts'
import { checkWritePath } from '../memory/memory-path.ts'
import { rootsOf } from '../memory/write-target.ts'
import { KEY_VARIABLES } from '../models/model-config.ts'
import { AGENT_VARIABLE, CONVERSATION_VARIABLE } from '../settings/calling-agent.ts'
import { userHome } from '../settings/config-home.ts'
import type { Environment } from '../settings/environment.ts'
import type { ProjectAccess } from '../settings/project-access.ts'
import { createTools } from '../tools/create-tools.ts'
import { createCredentials } from '../tools/credentials.ts'
import { type FileAccess, nodeFileAccess, withMemoryWriter } from '../tools/file-access.ts'
import type { Tool } from '../tools/tool.ts'

const ACTOR = 'memdir-chat'

export interface ConversationToolsOptions {
  host: ClientHost
  /** Of the conversation. */
  id: string
  skills: readonly SkillDefinition[]
  environment: Record<string, string>
  /** What the person typed so far. */
  typed(): Promise<readonly string[]>
  /** memdir's config home, and the person's variables: where credentials are kept. */
  home: string
  env: Environment
  /** Told the file of each memory that the agent writes, by whichever tool. */
  onSaved: (file: string) => void
  onForgotten: (file: string) => void
}

/** In a fixed order; without Agent, which comes last. */
export function conversationTools(options: ConversationToolsOptions): Tool[] {
  const { host, id, skills, environment, typed, onSaved, onForgotten, home, env } = options
  const memory = createMemoryActionTool({
    host,
    caller: { actor: ACTOR, conversation: id, typed },
    onSaved,
    onForgotten,
  })
  return [
    ...createTools({
      access: memoryAccess(host, id, onSaved),
      bash: { environment },
      credentials: createCredentials({ home: userHome(env), configHome: home, env }),
    }),
    ...(host.switch.on ? [memory] : []),
    createSkillTool(() => skills),
  ]
}

function memoryAccess(
  { store, location }: ClientHost,
  id: string,
  onSaved: (file: string) => void,
): FileAccess {
  const access = withMemoryWriter(nodeFileAccess, {
    directory: location.memory,
    writer: store.writer,
    context: { actor: ACTOR, source: { origin: 'agent', conversation: id } },
  })
  return {
    ...access,
    async write(path, content, seen) {
      await access.write(path, content, seen)
      const verdict = checkWritePath(path, rootsOf(location.memory))
      if (verdict.ok && !`/${verdict.file}`.endsWith(`/${INDEX_FILE}`)) onSaved(verdict.file)
    },
  }
}

/** Memory has its own proof, history and undo: nobody is asked about it, but a plan writes nothing. */
export function freeForMemory(gate: PermissionGate, memory: string): PermissionGate {
  const isFree = ({ tool, input }: { tool: string; input: Record<string, unknown> }) =>
    tool === MEMORY_TOOL ||
    ((tool === 'Write' || tool === 'Edit') && checkWritePath(input.file_path, rootsOf(memory)).ok)
  return {
    get mode() {
      return gate.mode
    },
    set mode(mode) {
      gate.mode = mode
    },
    async decide(call, signal) {
      return gate.mode !== 'plan' && isFree(call) ? { allowed: true } : gate.decide(call, signal)
    },
  }
}

/** What commands inherit: everything but the keys of models, and that it is an agent who runs them. */
export function shellEnvironment(env: Environment, conversation: string): Record<string, string> {
  const keys = new Set<string>(Object.values(KEY_VARIABLES).flat())
  const inherited = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !keys.has(entry[0]),
  )
  return {
    ...Object.fromEntries(inherited),
    [AGENT_VARIABLE]: ACTOR,
    [CONVERSATION_VARIABLE]: conversation,
  }
}

/** Of the plugins in memdir's home, of the user, and of the project; its own files only. */
export function conversationSkills(
  home: string,
  env: Environment,
  project: ProjectAccess,
): SkillDefinition[] {
  const { skills } = findSkills([
    ...pluginSkills(join(home, 'plugins')),
    { directory: join(userHome(env), '.claude', 'skills'), source: 'user' },
    { directory: join(home, 'skills'), source: 'user' },
    { project, path: '.claude/skills', source: 'project' },
  ])
  return resolveSkills(skills)
}

/** The skill that a line such as `/deploy to staging` asks for, and its text. */
export function askedSkill(
  skills: readonly SkillDefinition[],
  line: string,
): { name: string; text: string } | undefined {
  const [, name, rest = ''] = /^\/([^\s/]+)(?:\s+(.*))?$/s.exec(line.trim()) ?? []
  const skill = skills.find((each) => each.forUser && each.name === name)
  const text = skill && skillText(skill, rest)
  return skill && text !== undefined ? { name: skill.name, text } : undefined
}

/** The texts of the skills that a sub-agent's definition names: it has them from the start. */
export function skillsOf(agent: AgentDefinition, skills: readonly SkillDefinition[]): string {
  const named = (agent.skills ?? []).flatMap((name) => skills.filter((skill) => skill.name === name))
  return named
    .map((skill) => skillText(skill))
    .filter((text) => text !== undefined)
    .join('\n\n')
}
