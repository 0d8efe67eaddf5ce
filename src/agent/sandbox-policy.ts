// The sandbox of agents that run on their own (extraction, notes, dream): they may look, and write memories.

import { nodeFileOps } from '../base/files/file-ops.ts'
import { type Message, message } from '../base/messages/message.ts'
import { sandboxTexts } from '../base/messages/sandbox.ts'
import { MemdirError, systemCode } from '../base/values/errors.ts'
import { checkWritePath, memoryRoots } from '../memory/memory-path.ts'
import { openTargets } from '../memory/write-target.ts'
import { proveReadOnly } from './tools/read-only-shell/prove-read-only.ts'

export interface SandboxCall {
  tool: string
  input?: Record<string, unknown>
}

export interface SandboxDecision {
  allowed: boolean
  reason: Message
}

interface SandboxOptions {
  memoryDirectory: string
  /** Where shell commands start. */
  cwd: string
}

interface SandboxPolicy {
  /** Decides and counts. The reason of a denial is meant for the agent. */
  canUseTool(call: SandboxCall): SandboxDecision
  /** So far, by tool. */
  denials(): ReadonlyMap<string, number>
}

/** @public For extraction, notes and dream, whose denials are counted. */
export function sandboxPolicy(options: SandboxOptions): SandboxPolicy {
  const denied = new Map<string, number>()
  return {
    canUseTool(call) {
      const decision = checkSandbox(call, options)
      if (!decision.allowed) denied.set(call.tool, (denied.get(call.tool) ?? 0) + 1)
      return decision
    },
    denials: () => denied,
  }
}

/** One decision, without counting: also what `memdir sandbox check` prints. */
export function checkSandbox(call: SandboxCall, options: SandboxOptions): SandboxDecision {
  const input = call.input ?? {}
  switch (call.tool) {
    case 'Read':
    case 'Grep':
    case 'Glob':
      return { allowed: true, reason: message(sandboxTexts.onlyReads) }
    case 'Bash':
      return checkCommand(input.command, options.cwd)
    case 'Edit':
    case 'Write':
      return checkTarget(input.file_path ?? input.path, options.memoryDirectory)
    default:
      return deny(
        message(sandboxTexts.toolUnavailable, { tool: JSON.stringify(String(call.tool)).slice(0, 80) }),
      )
  }
}

function checkCommand(command: unknown, cwd: string): SandboxDecision {
  if (typeof command !== 'string') return deny(message(sandboxTexts.commandNotText))
  const proof = proveReadOnly(command, { cwd })
  if (proof.ok) return { allowed: true, reason: message(sandboxTexts.proven) }
  return deny(message(sandboxTexts.notProven, { reason: proof.reason }))
}

/** By its form, then on the disk: no link, hard link or special file on the way. The writer proves it once more. */
function checkTarget(path: unknown, memoryDirectory: string): SandboxDecision {
  const verdict = checkWritePath(path, memoryRoots(memoryDirectory))
  if (!verdict.ok) return deny(verdict.reason)
  try {
    const targets = openTargets(nodeFileOps, memoryDirectory)
    try {
      targets.find(verdict.file)
    } finally {
      targets.close()
    }
  } catch (error) {
    // Nothing there yet: it will be made inside.
    if (systemCode(error) !== 'ENOENT')
      return deny(MemdirError.is(error) ? error.messages.message : message(sandboxTexts.notOpened))
  }
  return { allowed: true, reason: message(sandboxTexts.inMemory) }
}

function deny(reason: Message): SandboxDecision {
  return { allowed: false, reason }
}
