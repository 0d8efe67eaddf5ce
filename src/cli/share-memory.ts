// One memory directory for memdir and an agent that keeps memories itself, so that there is one index and not two.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type OwnMemory, type OwnMemoryAgent, ownMemory, placeOf } from '../base/agents/own-memory.ts'
import { isFixed } from '../base/projects/memory-location.ts'
import { ensureEntry } from '../base/projects/project-entry.ts'
import { updateRegistry } from '../base/projects/project-registry.ts'
import { attempt } from '../base/values/attempt.ts'
import { isoSeconds } from '../base/values/clock.ts'
import { type Engine, openEngine } from '../connect/engine.ts'
import { copyMemories } from '../memory/copy-memories.ts'
import { readMemoryFile } from '../memory/read-memory-file.ts'
import { listMemoryFiles } from '../memory/scan-files.ts'
import type { CommandContext } from './command-context.ts'

export type MemoryChoice = 'share' | 'own' | 'project'

export function ownMemoryOf(
  { location }: Engine,
  env: CommandContext['env'],
  agent: OwnMemoryAgent,
): OwnMemory {
  return ownMemory(agent, placeOf(location.identity), env)
}

interface Sharing {
  directory: string
  /** Memories that were copied to it. */
  copied: number
}

/**
 * `share`: memdir uses the agent's directory. `own`: the agent's memories come to memdir's. `project`: they come to the
 * directory that the project has, which is the project's from now on.
 */
export async function applyMemoryChoice(
  context: CommandContext,
  choice: MemoryChoice,
  agent: OwnMemoryAgent,
): Promise<Sharing> {
  const engine = await context.writingEngine()
  const theirs = ownMemoryOf(engine, context.env, agent)
  const { memory, identity } = engine.location
  const wanted = directoryFor(choice, engine, theirs)
  const fixed = isFixed(engine.location)
  if (fixed && choice !== 'project') return { directory: memory, copied: 0 }
  // A variable or a setting decides, and goes on deciding.
  if (!fixed)
    await updateRegistry(engine.home, ({ projects }) => {
      const entry = ensureEntry(projects, identity.name, isoSeconds(new Date()))
      if (!entry.paths.includes(identity.root)) entry.paths.push(identity.root)
      if (wanted) {
        entry.memory = wanted
        delete entry.own
      } else {
        delete entry.memory
        entry.own = true
      }
    })
  const now = openEngine({ directory: context.directory, env: context.env })
  // The agent makes its own.
  if (!wanted) mkdirSync(now.location.memory, { recursive: true, mode: 0o700 })
  const from = choice === 'share' ? memory : theirs.directory
  return {
    directory: now.location.memory,
    copied: await copyMissing(from, now, context, choice === 'share' ? engine : undefined),
  }
}

/** Undefined: memdir's own. */
function directoryFor(choice: MemoryChoice, { location }: Engine, theirs: OwnMemory): string | undefined {
  if (choice === 'share') return theirs.directory
  const { memory, projects, identity } = location
  return choice === 'own' || memory === join(projects, identity.name, 'memory') ? undefined : memory
}

/** How many memories `applyMemoryChoice` would copy. */
export function countCopies(
  engine: Engine,
  env: CommandContext['env'],
  choice: MemoryChoice,
  agent: OwnMemoryAgent,
): number {
  const { memory, identity, projects } = engine.location
  if (isFixed(engine.location) && choice !== 'project') return 0
  const theirs = ownMemoryOf(engine, env, agent)
  const to = directoryFor(choice, engine, theirs) ?? join(projects, identity.name, 'memory')
  const from = choice === 'share' ? memory : theirs.directory
  return from === to ? 0 : missingIn(to, from).length
}

export interface Unsharing {
  /** The agent's directory, which keeps its files. */
  from: string
  /** memdir's own, from now on. */
  directory: string
  /** Files that are new or newer in the agent's, and so come along. */
  back: string[]
  /** Files that were removed in the agent's while it was shared, and are still in memdir's. */
  again: string[]
}

/** What going back to memdir's own directory would bring along; undefined when the agent's is not used. */
export function planUnsharing(context: CommandContext, agent: OwnMemoryAgent): Unsharing | undefined {
  const engine = context.engine()
  const { identity, entry, projects, memory } = engine.location
  const from = ownMemoryOf(engine, context.env, agent).directory
  if ((entry?.memory ?? memory) !== from) return undefined
  // A variable or a setting decides: nothing is brought to a place that the person chose for something else.
  if (isFixed(engine.location)) return { from, directory: memory, back: [], again: [] }
  const directory = join(projects, identity.name, 'memory')
  const [theirs, ours] = [listMemoryFiles(from), listMemoryFiles(directory)]
  const known = new Set(ours)
  const left = new Set(theirs)
  return {
    from,
    directory,
    back: theirs.filter((file) => !known.has(file) || isNewer(file, from, directory)),
    again: theirs.length === 0 ? [] : ours.filter((file) => !left.has(file)),
  }
}

function isNewer(file: string, from: string, to: string): boolean {
  const [theirs, ours] = [from, to].map((directory) => attempt(() => readMemoryFile(directory, file)))
  if (theirs?.status !== 'read' || ours?.status !== 'read') return false
  return theirs.stat.mtimeMs > ours.stat.mtimeMs && !theirs.bytes.equals(ours.bytes)
}

/** Back to memdir's own directory, with what was written since. Changes nothing where it fails. */
export async function stopSharing(context: CommandContext, { from, back }: Unsharing): Promise<void> {
  const engine = context.engine()
  const { name } = engine.location.identity
  const setMemory = (memory: string | undefined) =>
    updateRegistry(engine.home, ({ projects }) => {
      const entry = ensureEntry(projects, name, isoSeconds(new Date()))
      if (memory) {
        entry.memory = memory
        delete entry.own
      } else {
        delete entry.memory
        entry.own = true
      }
    })
  await setMemory(undefined)
  try {
    await copy(from, back, openEngine({ directory: context.directory, env: context.env }), context, engine)
  } catch (error) {
    await setMemory(from)
    throw error
  }
}

/** Where nothing was ever written to the agent's directory, the project does not stay with it. */
export async function leaveUnused({ home, location }: Engine): Promise<void> {
  if (location.entry?.memory === undefined) return
  await updateRegistry(home, ({ projects }) => {
    delete projects[location.identity.name]?.memory
  })
}

async function copyMissing(
  from: string,
  to: Engine,
  context: CommandContext,
  history?: Engine,
): Promise<number> {
  if (from === to.location.memory) return 0
  const files = missingIn(to.location.memory, from)
  if (files.length === 0) return 0
  await copy(from, files, to, context, history)
  return files.length
}

/** What `from` has, and `to` has not. */
function missingIn(to: string, from: string): string[] {
  const known = new Set(listMemoryFiles(to))
  return listMemoryFiles(from).filter((file) => !known.has(file))
}

/** Under the same names. */
async function copy(
  from: string,
  names: readonly string[],
  to: Engine,
  context: CommandContext,
  history: Engine | undefined,
): Promise<void> {
  const files = names.map((file) => ({ file, as: file }))
  await copyMemories({
    ...{ from, files, to },
    journal: history?.store.writer.journal,
    actor: context.changedBy().actor,
  })
}
