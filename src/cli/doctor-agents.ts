// The doctor's lines about agents. Loaded by `memdir doctor` only.

import { commandLineTexts } from '../base/messages/command-line.ts'
import { setupPlaces } from '../connect/agent-setup.ts'
import { type AgentCheck, checkAgents } from '../connect/check-agents.ts'
import type { CommandContext } from './command-context.ts'
import type { DoctorLine } from './doctor-lines.ts'
import { type Output, printable } from './output.ts'
import { startProgress } from './progress.ts'

interface PrintedCheck extends Omit<AgentCheck, 'message'> {
  message: string
}

export async function examineAgents(context: CommandContext, output: Output): Promise<PrintedCheck[]> {
  const engine = context.engine()
  const { identity } = engine.location
  const places = setupPlaces(context.env, identity.git?.workTree ?? identity.root)
  const progress = startProgress(output, output.say(commandLineTexts.checkingAgents))
  const checks = await checkAgents(engine, places, progress.update).finally(progress.end)
  return checks.map((check) => ({ ...check, message: output.say(check.message) }))
}

export function agentLines({ paint }: Output, checks: readonly PrintedCheck[]): DoctorLine[] {
  const marks = { ok: paint.green('✓'), problem: paint.yellow('!'), note: paint.dim('·') }
  return checks.map(({ agent, status, message }) => ({
    rank: status,
    text: `${marks[status]} ${agent}: ${printable(message)}`,
  }))
}
