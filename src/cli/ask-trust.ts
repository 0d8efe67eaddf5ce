// Asks the person about each part that waits, and keeps every yes.

import type { ExaminedTrust } from '../agent/examine-trust.ts'
import { message } from '../base/messages/message.ts'
import { trustCommandTexts } from '../base/messages/trust-command.ts'
import { callingAgent } from '../base/settings/calling-agent.ts'
import type { TrustPart } from '../base/trust/trust-store.ts'
import { MemdirError } from '../base/values/errors.ts'
import { openLineReader } from './chat/line-reader.ts'
import type { CommandContext } from './command-context.ts'
import { type Output, printable } from './output.ts'
import { diffOf, showPart } from './trust-text.ts'

interface AskedTrust {
  approved: TrustPart[]
  refused: TrustPart[]
  /** The person has broken off: nothing more is asked. */
  left: boolean
}

/** Somebody can be asked: a terminal that no agent holds. */
export function canAsk(env: CommandContext['env']): boolean {
  return process.stdin.isTTY === true && callingAgent(env) === undefined
}

/** An agent that approves for its person would undo what approval is for. */
export function refuseAgents(env: CommandContext['env']): void {
  const agent = callingAgent(env)
  if (agent === undefined) return
  throw new MemdirError('usage', message(trustCommandTexts.notByAgent, { agent: agent.name }), {
    fix: message(trustCommandTexts.notByAgentFix),
  })
}

export async function askTrust(trust: ExaminedTrust, output: Output): Promise<AskedTrust> {
  const asked: AskedTrust = { approved: [], refused: [], left: false }
  let close = () => {}
  const leave = () => {
    asked.left = true
    close()
  }
  const reader = openLineReader({ terminal: true, lines: output, onInterrupt: leave })
  close = () => reader.close()
  try {
    for (const part of trust.waiting) {
      const { text: shown, hidden } = await printPart(trust, part, output)
      if (hidden) {
        asked.refused.push(part)
        continue
      }
      const question = output.say(message(trustCommandTexts.approveQuestion, { root: printable(trust.root) }))
      const said = asked.left ? undefined : await reader.question(question)
      if (said === undefined) asked.left = true
      const yes = /^(?:y|yes|是|好)$/i.test((said ?? '').trim())
      if (yes) await trust.store.approve(trust.root, part, shown, new Date())
      asked[yes ? 'approved' : 'refused'].push(part)
      output.note(
        output.say(
          message(yes ? trustCommandTexts.approved : trustCommandTexts.stillWaits, {
            name: printable(part.name),
          }),
        ),
      )
      if (asked.left) break
    }
  } finally {
    reader.close()
  }
  return asked
}

/** The text that goes with an approval; there is none where something of it is hidden. */
export async function printPart(
  trust: ExaminedTrust,
  part: TrustPart,
  output: Output,
): Promise<{ text: string; hidden: boolean }> {
  const { paint } = output
  const { heading, text, hidden } = await showPart(part)
  const before = trust.store.latest(trust.root, part)
  output.print(paint.bold(output.say(heading)))
  if (before)
    output.print(output.say(message(trustCommandTexts.changedSince, { day: before.time.slice(0, 10) })))
  for (const line of diffOf(before?.shown, text)) {
    const colour = line.startsWith('+') ? paint.green : line.startsWith('-') ? paint.red : paint.dim
    output.print(`  ${colour(line)}`)
  }
  if (hidden)
    output.print(
      paint.yellow(output.say(message(trustCommandTexts.secretHidden, { name: printable(part.name) }))),
    )
  return { text, hidden }
}
