// What commands work with: the engine of the chosen project, opened when first needed, and who is asking.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { clockTexts } from '../base/messages/clock.ts'
import { type Message, message } from '../base/messages/message.ts'
import { usageTexts } from '../base/messages/usage.ts'
import type { FoundProject } from '../base/projects/find-project.ts'
import type { CallingAgent } from '../base/settings/calling-agent.ts'
import { configHome } from '../base/settings/config-home.ts'
import type { Environment } from '../base/settings/environment.ts'
import type { ClockJump } from '../base/time/clock-jump.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { type Engine, openEngine } from '../connect/engine.ts'
import { findEver } from '../memory/history.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import { speakingAs } from '../memory/origin-rules.ts'
import type { PlaceKind } from '../memory/places.ts'
import { localTime } from './local-time.ts'
import { noteRecovered, noteRoomMade } from './note-recovered.ts'
import type { Output } from './output.ts'
import { isTerminal } from './streams.ts'

export interface CommandContext {
  readonly env: Environment
  /** The working directory, or the one of `--project`. */
  readonly directory: string
  /** The agent in whose shell the command runs, if any. */
  readonly agent: string | undefined
  /** Somebody sits at a terminal and can be asked: no agent, no pipe, no program that reads JSON. */
  readonly personPresent: boolean
  engine(): Engine
  /** For writing: the project is registered first. */
  writingEngine(): Promise<Engine>
  /** The engine whose memories are meant: the project's, or where it has none of these that of a place beside. */
  engineOf(references: readonly string[], options?: { writes?: boolean; ever?: boolean }): Promise<Engine>
  /** After the project became another one. */
  reopen(): void
  /** When everything that was said is remembered. */
  noticesSaved(): Promise<void>
  /** Who makes a change: the person, or the agent whose shell this is. */
  changedBy(conversation?: string): ChangedBy
}

interface ContextOptions {
  env: Environment
  /** The agent in whose shell the command runs, if any. */
  caller: CallingAgent | undefined
  /** The value of `--project`. */
  project: string | undefined
  /** The project of that directory, where it was looked for. */
  found: FoundProject | undefined
  /** `--bare` */
  bare: boolean
  /** What the command works on. */
  at: PlaceKind
  output: Output
  /** Whether other projects that may be this one are said. */
  notices: boolean
}

export function createCommandContext({
  env,
  caller: agent,
  project,
  found,
  bare,
  at,
  output,
  notices,
}: ContextOptions): CommandContext {
  const directory = resolve(project ?? process.cwd())
  if (project !== undefined && !attempt(() => statSync(directory))?.isDirectory()) {
    throw new MemdirError('usage', message(usageTexts.noDirectory, { path: directory }), {
      fix: message(usageTexts.giveProjectDirectory),
    })
  }
  const terminal = (['stdin', 'stdout', 'stderr'] as const).every(isTerminal)
  const personPresent = terminal && !output.json && agent === undefined
  let current = found
  let engine: Engine | undefined
  let saying: Promise<void> | undefined
  let damaged = false
  const open = (): Engine => {
    if (engine) return engine
    engine = openEngine({
      directory,
      ...{ env, caller: agent },
      ...{ project: current, bare, at },
      onRecovered: (recovered) => noteRecovered(output, recovered),
      onRoomMade: (directory) => noteRoomMade(output, directory),
    })
    const { identity, registryDamaged } = engine.location
    damaged ||= registryDamaged
    // A person at a terminal is asked instead.
    if (notices && !personPresent && identity.offers.length > 0) saying ??= noteOffersOnce(engine, output)
    return engine
  }
  return {
    env,
    directory,
    agent: agent?.name,
    personPresent,
    engine: open,
    async writingEngine() {
      const opened = open()
      await opened.register()
      noteClockJump(opened, output)
      return opened
    },
    async engineOf(references, { writes = false, ever = false } = {}) {
      const own = writes ? await this.writingEngine() : open()
      const has = (one: Engine) => references.every((reference) => holds(one, reference, ever))
      return has(own) ? own : (own.beside({ evenOff: true }).find(has) ?? own)
    },
    reopen() {
      engine = undefined
      current = undefined
    },
    async noticesSaved() {
      await saying
      if (notices && damaged) (await import('./registry-notes.ts')).noteDamage(configHome(env), output)
    },
    changedBy: (conversation) => speakingAs(agent, new Date(), conversation),
  }
}

/** Whoever means several says so by a fault of the command's own. */
function holds({ store }: Engine, reference: string, ever: boolean): boolean {
  try {
    void (ever ? findEver(store, reference) : store.find(reference))
    return true
  } catch (error) {
    return !MemdirError.is(error) || error.code !== 'not_found'
  }
}

async function noteOffersOnce(engine: Engine, output: Output): Promise<void> {
  const { noteOffers } = await import('./project-offers.ts')
  // A home that cannot be written: it is said again next time.
  await noteOffers(engine, output).catch(() => {})
}

/** Once, at the write that meets it: dates go into files, and what ages waits for the clock. */
function noteClockJump(engine: Engine, output: Output): void {
  engine.clockWatch.look()
  const jump = engine.clockWatch.takeUnreported()
  if (jump) output.note(`${output.paint.yellow('!')} ${output.say(describeJump(jump))}`)
}

export function describeJump({ days, to }: ClockJump): Message {
  const values = { days: Math.abs(days), to: localTime(to) }
  return message(days > 0 ? clockTexts.clockForward : clockTexts.clockBack, values)
}
