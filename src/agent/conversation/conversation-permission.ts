// Who is asked before the agent of a conversation does something, and what nobody is asked about: what the person allowed,
// what a called skill allows, memory, temporary files and the plan.
import { listOf, type Message, message } from '../../base/messages/message.ts'
import { permissionTexts } from '../../base/messages/permission.ts'
import { checkWritePath, memoryRoots } from '../../memory/memory-path.ts'
import { type AllowedTool, allowTools, unknownTools } from '../allowed-tools.ts'
import { MEMORY_TOOL } from '../memory-tools/memory-action-tool.ts'
import { type AskPermission, createPermissionGate, isBelow, type PermissionGate } from '../permission.ts'
import { type ChangeMode, createModeChange } from '../plan/change-mode.ts'
import { type PlanFile, planningText } from '../plan/plan-file.ts'
import { createSkillGrants, type SkillGrants } from '../skills/skill-grants.ts'
import { absolutePath } from '../tools/file-access.ts'
import type { Tool } from '../tools/tool.ts'
import type { ConversationPlan } from './plan-conversation.ts'
import { makeScratch } from './prompt-pieces.ts'

export interface ConversationPermission {
  readonly gate: PermissionGate
  /** What called skills allow in this turn. */
  readonly grants: SkillGrants
  readonly changeMode: ChangeMode
  /** What was allowed for a turn is over; the directory that is free for temporary files is there. */
  beginTurn(): void
  /** What the model should know of the mode now. */
  attachments(): string[]
}

interface PermissionDependencies {
  /** Without it nobody can be asked. */
  ask: AskPermission | undefined
  planFile: PlanFile
  /** The directory of the memories. */
  memory: string
}

export function conversationPermission(
  { mode, allowedTools, pieces }: Pick<ConversationPlan, 'mode' | 'allowedTools' | 'pieces'>,
  { ask, planFile, memory }: PermissionDependencies,
): ConversationPermission {
  const grants = createSkillGrants()
  const allowed = grants.freed(allowTools(createPermissionGate(mode, ask), allowedTools))
  const gate = planFile.freed(freeForMemory(freeForScratch(allowed, pieces.scratch), memory))
  return {
    ...{ gate, grants, changeMode: createModeChange(gate, planFile) },
    beginTurn() {
      grants.clear()
      makeScratch(pieces)
    },
    attachments: () => (gate.mode === 'plan' ? [planningText(planFile.path)] : []),
  }
}

/** For the person, where they allow what there is not. */
export function unknownNotice(allowed: readonly AllowedTool[], tools: readonly Tool[]): Message[] {
  const unknown = unknownTools(allowed, tools)
  return unknown.length === 0 ? [] : [message(permissionTexts.allowedToolUnknown, { tools: listOf(unknown) })]
}

/** Temporary files of this conversation: nobody is asked about them, but a plan writes nothing. */
function freeForScratch(gate: PermissionGate, directory: string | undefined): PermissionGate {
  if (directory === undefined) return gate
  return {
    get mode() {
      return gate.mode
    },
    set mode(mode) {
      gate.mode = mode
    },
    async decide(call, signal) {
      const { file_path } = call.input
      const writes = call.tool === 'Write' || call.tool === 'Edit'
      const free =
        (call.mode ?? gate.mode) !== 'plan' &&
        call.credentials === undefined &&
        writes &&
        typeof file_path === 'string' &&
        isBelow(absolutePath(file_path, call.cwd), directory)
      return free ? { allowed: true } : gate.decide(call, signal)
    },
  }
}

/** Memory has its own proof, history and undo: nobody is asked about it, but a plan writes nothing. */
export function freeForMemory(gate: PermissionGate, memory: string): PermissionGate {
  const isFree = ({ tool, input }: { tool: string; input: Record<string, unknown> }) =>
    tool === MEMORY_TOOL ||
    ((tool === 'Write' || tool === 'Edit') && checkWritePath(input.file_path, memoryRoots(memory)).ok)
  return {
    get mode() {
      return gate.mode
    },
    set mode(mode) {
      gate.mode = mode
    },
    async decide(call, signal) {
      const plans = (call.mode ?? gate.mode) === 'plan'
      return !plans && isFree(call) ? { allowed: true } : gate.decide(call, signal)
    },
  }
}
