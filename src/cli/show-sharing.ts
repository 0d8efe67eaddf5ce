// Which memories go where when memdir and an agent begin or stop to share a directory.

import { join } from 'node:path'
import { knownAgent } from '../base/agents/agents.ts'
import { listOf, message } from '../base/messages/message.ts'
import { ownMemoryTexts } from '../base/messages/own-memory.ts'
import { sharingTexts } from '../base/messages/sharing.ts'
import type { AgentSetup } from '../connect/agent-setup.ts'
import type { Engine } from '../connect/engine.ts'
import { listProjects } from './known-projects.ts'
import { type Output, printable } from './output.ts'
import type { MemoryChoice, Unsharing } from './share-memory.ts'

const COPIED = {
  own: [sharingTexts.copiedHereOne, sharingTexts.copiedHere],
  share: [sharingTexts.copiedThereOne, sharingTexts.copiedThere],
  project: [sharingTexts.copiedToProjectOne, sharingTexts.copiedToProject],
} as const

export function printCopies(output: Output, count: number, choice: MemoryChoice, agent: string): void {
  const [one, many] = COPIED[choice]
  output.print(output.say(message(count === 1 ? one : many, { count, agent })))
}

interface SharedWith {
  /** As \`memdir init\` calls it. */
  name: string
  /** For people. */
  agent: string
  directory: string
}

/** What it means here, and in the other projects. */
export function printSharing(output: Output, engine: Engine, { directory, ...agent }: SharedWith): void {
  output.print(output.say(message(ownMemoryTexts.sharedHere, { directory: printable(directory), ...agent })))
  output.print(output.say(message(ownMemoryTexts.sharedEverywhere, { ...agent })))
  const own = listProjects(engine).filter(
    ({ current, memory, memories }) =>
      !current && memories > 0 && memory.startsWith(engine.location.projects),
  )
  if (own.length > 0)
    output.print(output.say(message(ownMemoryTexts.othersStay, { count: own.length, ...agent })))
}

/** What is said where the agent's own memory cannot be switched off for one project. */
export function printLeaving(
  output: Output,
  { location: { projects, identity } }: Engine,
  { name, agent }: Omit<SharedWith, 'directory'>,
): void {
  const directory = printable(join(projects, identity.name, 'memory'))
  output.print(output.say(message(ownMemoryTexts.ownHere, { directory })))
  if (knownAgent(name)?.ownMemoryIn === 'all')
    output.print(output.say(message(ownMemoryTexts.ownGoesOn, { agent })))
}

/** The agent uses what the project has. */
export function printPointing(output: Output, { location }: Engine, agent: string): void {
  const directory = printable(location.memory)
  output.print(output.say(message(ownMemoryTexts.pointedHere, { agent, directory })))
}

/** memdir goes, the memories do not. */
export function printStays(output: Output, { from }: Unsharing, { name, title }: AgentSetup): void {
  output.print(
    output.say(message(ownMemoryTexts.staysWithAgent, { directory: printable(from), agent: title, name })),
  )
}

export function printUnsharing(output: Output, { from, directory, back, again }: Unsharing): void {
  const count = back.length
  const row = count === 1 ? sharingTexts.backOne : sharingTexts.back
  output.print(
    output.say(
      count === 0
        ? message(sharingTexts.backNone, { directory, from })
        : message(row, { directory, from, count }),
    ),
  )
  if (again.length > 0)
    output.print(
      output.say(message(sharingTexts.removedWhileSharedStill, { again: listOf(again.map(printable)) })),
    )
}
