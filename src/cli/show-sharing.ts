// Which memories go where when memdir and an agent begin or stop to share a directory.

import { join } from 'node:path'
import { knownAgent } from '../base/agents/agents.ts'
import { message } from '../base/messages/message.ts'
import {
  OTHERS_STAY,
  OWN_GOES_ON,
  OWN_HERE,
  SHARED_EVERYWHERE,
  SHARED_HERE,
  STAYS_WITH_AGENT,
} from '../base/messages/own-memory.ts'
import type { Engine } from '../connect/engine.ts'
import type { AgentSetup } from '../connect/install/agent-setup.ts'
import { listProjects } from './known-projects.ts'
import { countOf } from './language.ts'
import { type Output, printable } from './output.ts'
import type { Unsharing } from './share-memory.ts'

export function printCopies(output: Output, count: number, isOwn: boolean, agent: string): void {
  const memories = countOf(count, 'memory', 'memories')
  const are = count === 1 ? 'is' : 'are'
  output.print(
    output.say(
      isOwn
        ? {
            en: `${memories} of ${agent} ${are} copied to memdir’s directory; its files stay`,
            zh: `将 ${agent} 的 ${count} 条记忆复制到 memdir 的目录，原文件保留`,
          }
        : {
            en: `${memories} ${are} copied to it; memdir’s own directory keeps its files`,
            zh: `将复制 ${count} 条记忆到该目录；memdir 自己目录中的文件保留`,
          },
    ),
  )
}

export interface SharedWith {
  /** As \`memdir init\` calls it. */
  name: string
  /** For people. */
  agent: string
  directory: string
}

/** What it means here, and in the other projects. */
export function printSharing(output: Output, engine: Engine, { directory, ...agent }: SharedWith): void {
  output.print(output.say(message(SHARED_HERE, { directory: printable(directory), ...agent })))
  output.print(output.say(message(SHARED_EVERYWHERE, { ...agent })))
  const own = listProjects(engine).filter(
    ({ current, memory, memories }) =>
      !current && memories > 0 && memory.startsWith(engine.location.projects),
  )
  if (own.length > 0) output.print(output.say(message(OTHERS_STAY, { count: own.length, ...agent })))
}

/** What is said where the agent's own memory cannot be switched off for one project. */
export function printLeaving(
  output: Output,
  { location: { projects, identity } }: Engine,
  { name, agent }: Omit<SharedWith, 'directory'>,
): void {
  const directory = printable(join(projects, identity.name, 'memory'))
  output.print(output.say(message(OWN_HERE, { directory })))
  if (knownAgent(name)?.ownMemoryOff === 'all') output.print(output.say(message(OWN_GOES_ON, { agent })))
}

/** memdir goes, the memories do not. */
export function printStays(output: Output, { from }: Unsharing, { name, title }: AgentSetup): void {
  output.print(output.say(message(STAYS_WITH_AGENT, { directory: printable(from), agent: title, name })))
}

export function printUnsharing(output: Output, { from, directory, back, again }: Unsharing): void {
  const count = back.length
  output.print(
    output.say({
      en: `Memories of this project: ${directory}; ${count === 0 ? 'nothing is' : `${countOf(count, 'memory', 'memories')} written since then ${count === 1 ? 'is' : 'are'}`} copied to it from ${from}, which keeps its files`,
      zh: `此项目的记忆目录：${directory}；从 ${from} 复制期间写入的 ${count} 条记忆，原文件保留`,
    }),
  )
  if (again.length > 0)
    output.print(
      output.say({
        en: `Removed while it was shared, and still in memdir’s directory: ${again.map(printable).join(', ')}. To remove them here too: memdir rm`,
        zh: `共享期间已删除、但仍在 memdir 目录中：${again.map(printable).join('、')}。如需一并删除：memdir rm`,
      }),
    )
}
