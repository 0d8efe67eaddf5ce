// Agents on this machine that memdir is not in.

import { agentSetupTexts } from '../base/messages/agent-setup.ts'
import { findAgentsTexts } from '../base/messages/find-agents.ts'
import { message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { AgentSetup, SetupPlaces } from '../connect/agent-setup.ts'
import { AGENT_SETUPS, isSetUp } from '../connect/agent-setups.ts'
import type { Output } from './output.ts'

interface FoundAgents {
  /** Here, and memdir is not in it. */
  open: AgentSetup[]
  /** Here, and a file of it cannot be edited. */
  refused: { setup: AgentSetup; error: MemdirError }[]
}

export function findAgents(places: SetupPlaces): FoundAgents {
  const found: FoundAgents = { open: [], refused: [] }
  for (const setup of AGENT_SETUPS.filter((one) => one.present(places))) {
    try {
      if (!isSetUp(setup, places)) found.open.push(setup)
    } catch (error) {
      if (!MemdirError.is(error)) throw error
      found.refused.push({ setup, error })
    }
  }
  return found
}

export function printFound(output: Output, { open, refused }: FoundAgents): void {
  for (const setup of open)
    output.print(output.say(message(findAgentsTexts.hereTooInit, { title: setup.title, name: setup.name })))
  for (const { setup, error } of refused)
    output.note(
      `${output.paint.yellow('!')} ${output.say(
        message(agentSetupTexts.agentLeftOut, {
          agent: setup.title,
          reason: error.messages.message,
          command: `memdir init ${setup.name}`,
        }),
      )}`,
    )
}
