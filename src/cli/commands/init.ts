import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownAgent } from '../../base/agents/agents.ts'
import { apartMessage } from '../../base/agents/apart-message.ts'
import {
  forgetAgent,
  keepsMemory,
  memoryApart,
  noteAgent,
  type OwnMemory,
  type OwnMemoryAgent,
  ownMemory,
  placeOf,
  sharedMemories,
} from '../../base/agents/own-memory.ts'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { writeState } from '../../base/files/state-file.ts'
import { agentSetupTexts } from '../../base/messages/agent-setup.ts'
import { initCommandTexts } from '../../base/messages/init-command.ts'
import { listOf, message } from '../../base/messages/message.ts'
import { ownMemoryTexts } from '../../base/messages/own-memory.ts'
import { projectCommandsTexts } from '../../base/messages/project-commands.ts'
import { usageTexts } from '../../base/messages/usage.ts'
import { changeSettingsFile } from '../../base/settings/change-settings.ts'
import { configHome } from '../../base/settings/config-home.ts'
import { loadSettings } from '../../base/settings/settings.ts'
import { MemdirError } from '../../base/values/errors.ts'
import {
  type AgentSetup,
  HOOK_STARTER,
  SETUP_NAMES,
  type SetupPlaces,
  setupPlaces,
} from '../../connect/agent-setup.ts'
import { AGENT_SETUPS, planInstall, planRemove } from '../../connect/agent-setups.ts'
import type { Engine } from '../../connect/engine.ts'
import { applyEdits, changes, type FileEdit } from '../../connect/file-edit.ts'
import { LAUNCHER, starterText } from '../../connect/hook-starter.ts'
import { ownMemoryEdits } from '../../connect/own-memory-edits.ts'
import { switchedOff } from '../../connect/switched-off.ts'
import { holdsMemories } from '../../memory/scan-files.ts'
import { confirm, textOption, usage } from '../arguments.ts'
import { askLine, isYes } from '../ask-line.ts'
import { canAsk } from '../ask-trust.ts'
import type { Command, CommandInput } from '../command.ts'
import { errorLine } from '../error-line.ts'
import { findAgents, printFound } from '../find-agents.ts'
import { nearestName } from '../nearest-name.ts'
import { learningLimitOf } from '../note-learning.ts'
import { printable } from '../output.ts'
import {
  applyMemoryChoice,
  countCopies,
  leaveUnused,
  type MemoryChoice,
  ownMemoryOf,
  planUnsharing,
  stopSharing,
} from '../share-memory.ts'
import { askAgent, diffLines, printEdits, targetOf, withLinesByHand } from '../show-edits.ts'
import {
  printCopies,
  printLeaving,
  printPointing,
  printSharing,
  printStays,
  printUnsharing,
} from '../show-sharing.ts'

export const command: Command = {
  usage: `init [${SETUP_NAMES.join('|')}]`,
  help: initCommandTexts.help,
  most: 1,
  options: {
    'dry-run': { type: 'boolean', short: 'n', text: initCommandTexts.optionDryRun },
    undo: { type: 'boolean', text: initCommandTexts.optionUndo },
    yes: { type: 'boolean', short: 'y', text: initCommandTexts.optionYes },
    memory: {
      type: 'string',
      value: 'share|own|project',
      choices: ['share', 'own', 'project'],
      text: initCommandTexts.optionMemory,
    },
    'mcp-hook': {
      type: 'boolean',
      text: initCommandTexts.optionMcpHook,
    },
  },
  arguments: [SETUP_NAMES],
  examples: [
    'memdir init',
    'memdir init claude-code --dry-run',
    'memdir init codex --yes',
    'memdir init claude-code --mcp-hook',
    'memdir init claude-code --undo',
  ],
  run(input) {
    const [name] = input.positionals
    if (name === undefined) return initProject(input)
    const setup = AGENT_SETUPS.find((candidate) => candidate.name === name)
    if (!setup) throw unknownAgent(name)
    return input.values.undo ? undoAgent(input, setup) : initAgent(input, wayOf(input, setup))
  },
}

function unknownAgent(name: string): MemdirError {
  const near = nearestName(name, SETUP_NAMES)
  const choices = listOf(SETUP_NAMES)
  const fix = near
    ? message(projectCommandsTexts.didYouMeanAgent, { near, choices })
    : message(usageTexts.chooseOneOf, { choices })
  return usage(message(projectCommandsTexts.unknownAgent, { name }), fix)
}

async function initProject(input: CommandInput): Promise<number> {
  const { context, output } = input
  const engine = await context.writingEngine()
  const { memory, identity } = engine.location
  const made = mkdirSync(memory, { recursive: true, mode: 0o700 }) !== undefined
  const places = setupPlaces(context.env, identity.git?.workTree ?? identity.root)
  const found = findAgents(places)
  const { open, refused } = found
  output.data({
    directory: memory,
    project: identity.name,
    root: identity.root,
    created: made,
    agents: open.map(({ name, title }) => ({ name, title, command: `memdir init ${name}` })),
    refused: refused.map(({ setup: { name, title }, error }) => ({
      name,
      title,
      reason: error.messages.message[output.language],
    })),
  })
  output.print(
    made
      ? output.say(message(initCommandTexts.memoryReady, { root: identity.root }))
      : output.say(message(initCommandTexts.memorySetUpBefore, { root: identity.root })),
  )
  output.print(`  ${memory}`)
  output.print()
  output.print(output.say(initCommandTexts.nextAddHowWe))
  const limit = await learningLimitOf(engine.settings)
  if (limit) output.print(output.say(limit))
  printFound(output, found)
  if (!output.json && canAsk(context.env)) await offerAgents(input, open)
  return 0
}

/** One after the other, each with its diff and its own question; what cannot be done does not stop the others. */
async function offerAgents(input: CommandInput, open: readonly AgentSetup[]): Promise<void> {
  const { output } = input
  for (const setup of open) {
    output.print()
    output.print(output.paint.bold(setup.title))
    try {
      await initAgent(input, setup)
    } catch (error) {
      if (!MemdirError.is(error)) throw error
      if (error.code === 'interrupted')
        throw new MemdirError('interrupted', message(usageTexts.stoppedAtAgent, { agent: setup.title }))
      output.note(`! ${errorLine(error, output.language)}`)
    }
  }
}

async function initAgent(input: CommandInput, setup: AgentSetup): Promise<number> {
  const { context, output, values } = input
  const engine = context.engine()
  const places = setupPlaces(
    context.env,
    engine.location.identity.git?.workTree ?? engine.location.identity.root,
  )
  const agent = keepsMemory(setup.name) ? setup.name : undefined
  const choice = agent && (await memoryChoice(input, engine, agent))
  const local = choice && isToldHere(setup.name) ? ownMemoryEdits(engine, choice) : []
  const edits = withLinesByHand(
    output,
    () => [...planInstall(setup, places), ...local.filter(changes)],
    () => values['dry-run'] !== true && writeInstalled(places),
  )
  const theirs = agent && ownMemoryOf(engine, context.env, agent).directory
  const isShared = engine.location.memory === theirs
  const sharing = choice === 'share' && !isShared
  const leaving = choice === 'own' && isShared
  printEdits(output, edits)
  const notice = edits.length > 0 ? setup.pathNotice?.(places) : undefined
  if (notice) output.print(output.say(notice))
  askAgent(output, setup, places, edits)
  if (sharing && theirs)
    printSharing(output, engine, { name: setup.name, agent: setup.title, directory: theirs })
  if (leaving) printLeaving(output, engine, { name: setup.name, agent: setup.title })
  if (choice === 'project') printPointing(output, engine, setup.title)
  const apart = choice ? undefined : memoryApart(setup.name, engine.location, context.env)
  if (apart) output.print(output.say(apartMessage(engine.location, apart)))
  const copies = agent && choice ? countCopies(engine, context.env, choice, agent) : 0
  if (choice && copies > 0) printCopies(output, copies, choice, setup.title)
  const done = { agent: setup.name, edits: edits.map(describeEdit), memory: engine.location.memory }
  if (edits.length === 0 && !sharing && !leaving) {
    // Its own files may have been lost, or name a Node that is gone.
    if (values['dry-run'] !== true) writeInstalled(places)
    output.data({ ...done, changed: false })
    output.print(output.say(message(initCommandTexts.already, { title: setup.title })))
    noteSwitchedOff(input, setup, places)
    return 0
  }
  if (values['dry-run']) {
    output.data({ ...done, changed: false })
    output.print(output.say(initCommandTexts.nothingChangedDryRun))
    return 0
  }
  if (!(await confirm(output, values, initCommandTexts.makeChanges))) return 1
  // First: where this is cut off, `init` has edits left to make and comes here again.
  writeInstalled(places)
  applyEdits(edits)
  if (agent) await noteAgent(engine.home, agent, context.env)
  const applied = agent && choice ? await applyMemoryChoice(context, choice, agent) : undefined
  if (!choice) await context.writingEngine()
  output.data({
    ...done,
    changed: true,
    memory: applied?.directory ?? engine.location.memory,
    copied: applied?.copied,
  })
  output.print(output.say(message(initCommandTexts.checkDoctor, { title: setup.title })))
  if (setup.after) output.print(output.say(setup.after))
  noteSwitchedOff(input, setup, places)
  if (setup.hooks) await offerNotice(input)
  return 0
}

/** It is in its files, and the agent makes nothing of it. */
function noteSwitchedOff({ output }: CommandInput, setup: AgentSetup, places: SetupPlaces): void {
  for (const said of switchedOff(setup, places))
    output.note(`${output.paint.yellow('!')} ${setup.title}: ${output.say(said)}`)
}

/** Once: whatever is answered is kept. */
async function offerNotice({ context, output, values }: CommandInput): Promise<void> {
  const key = 'recall.notice'
  const path = join(configHome(context.env), 'settings.json')
  const settings = loadSettings({ env: context.env, directory: context.directory })
  if (output.json || settings.find(key).origin !== 'default') return
  if (values.yes === true || !canAsk(context.env)) {
    output.print(output.say(message(agentSetupTexts.noticeHint)))
    return
  }
  const question = output.say(message(agentSetupTexts.noticeQuestion))
  const answer = await askLine(output, `${question} [y/N] `, message(agentSetupTexts.noticeHint))
  if (answer !== undefined) changeSettingsFile(path, key, isYes(answer))
}

async function undoAgent({ context, output, values }: CommandInput, setup: AgentSetup): Promise<number> {
  const engine = context.engine()
  const { identity } = engine.location
  const places = setupPlaces(context.env, identity.git?.workTree ?? identity.root)
  const local = isToldHere(setup.name) ? ownMemoryEdits(engine, 'share') : []
  const edits = [...planRemove(setup, places), ...local.filter(changes)]
  printEdits(output, edits)
  askAgent(output, setup, places, edits)
  const agent = keepsMemory(setup.name) ? setup.name : undefined
  const used = agent && planUnsharing(context, agent)
  const shared = values.memory === 'own' ? used : undefined
  if (shared) printUnsharing(output, shared)
  const stays = used && !shared && (holdsMemories(used.from) || engine.store.writer.journal.read().length > 0)
  if (stays) printStays(output, used, setup)
  const data = { agent: setup.name, edits: edits.map(describeEdit), memories: shared }
  const isIn = edits.length > 0 || shared !== undefined
  if (!isIn) output.print(output.say(message(agentSetupTexts.notInAgent, { agent: setup.title })))
  if (values['dry-run'] || !isIn) {
    output.data({ ...data, changed: false })
    return 0
  }
  if (!(await confirm(output, values, initCommandTexts.makeChanges))) return 1
  // Where nothing was written yet, the project learns now that its memories are the agent's.
  if (stays) await context.writingEngine()
  applyEdits(edits)
  if (agent) await forgetAgent(engine.home, agent)
  if (shared) await stopSharing(context, shared)
  else if (used && !stays) await leaveUnused(engine)
  output.data({ ...data, changed: true })
  output.print(output.say(message(initCommandTexts.notAnyMoreNo, { title: setup.title })))
  return 0
}

function wayOf({ values }: CommandInput, setup: AgentSetup): AgentSetup {
  if (values['mcp-hook'] !== true) return setup
  if (setup.other) return setup.other
  throw usage(
    message(projectCommandsTexts.noMcpHooks, { agent: setup.title }),
    message(projectCommandsTexts.leaveMcpHookOut),
  )
}

/** It is told of its own memory in a file of this checkout. */
function isToldHere(agent: string): boolean {
  return knownAgent(agent)?.ownMemoryIn === 'project'
}

/** Without a word of the person: the directory of the first agent that has one, and no other. */
async function memoryChoice(
  input: CommandInput,
  { home, location }: Engine,
  agent: OwnMemoryAgent,
): Promise<MemoryChoice | undefined> {
  const { env } = input.context
  const given = textOption(input.values, 'memory')
  const own = ownMemory(agent, placeOf(location.identity), env)
  if (given === undefined) {
    if (own.moved === location.memory) return undefined
    const others = sharedMemories(home, placeOf(location.identity), env)
    const isTaken = others.some((one) => one.agent !== agent && one.directory === location.memory)
    return isTaken || own.moved !== undefined ? offerPointing(input, location.memory, own) : 'share'
  }
  if (given !== 'share' && given !== 'own' && given !== 'project')
    throw usage(
      message(projectCommandsTexts.memoryShareOrOwn, { value: given }),
      message(usageTexts.chooseOneOf, { choices: 'share, own, project' }),
    )
  if (given === 'project' && !isToldHere(agent))
    throw usage(
      message(ownMemoryTexts.cannotPoint, { agent: own.title }),
      message(usageTexts.chooseOneOf, { choices: 'share, own' }),
    )
  return given
}

/** A second agent, which may use the directory that the project has. */
async function offerPointing(
  { context, output, values }: CommandInput,
  directory: string,
  own: OwnMemory,
): Promise<MemoryChoice | undefined> {
  if (!isToldHere(own.agent) || !own.on) return undefined
  const quiet = values.yes === true || values['dry-run'] === true || output.json
  if (quiet || !canAsk(context.env)) return undefined
  const texts = { agent: own.title, directory: printable(directory) }
  const question = output.say(message(ownMemoryTexts.pointQuestion, texts))
  const answer = await askLine(output, `${question} [y/N] `, message(usageTexts.stopped))
  return answer !== undefined && isYes(answer) ? 'project' : undefined
}

function describeEdit(edit: FileEdit): { path: string; target?: string; diff: string } {
  const target = targetOf(edit)
  return { path: edit.path, ...(target !== undefined && { target }), diff: diffLines(edit).join('\n') }
}

/** Where plugins that were copied away from the package find it again, and what hooks start where it has gone. */
function writeInstalled(places: SetupPlaces): void {
  const { home, bin, plugins } = places
  writeState(join(home, 'install.json'), {}, { bin })
  writeFileAtomic(join(home, LAUNCHER), readFileSync(join(plugins, 'memdir', 'run.cjs')))
  writeFileAtomic(join(home, HOOK_STARTER), starterText(places))
}
