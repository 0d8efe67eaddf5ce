// Every command that writes, with a fault at every call that changes the disk (or at `perCommand` of them).
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { withRoot } from '../lib/place.mjs'
import { inParallel, MEMDIR, run as runProcess } from '../lib/processes.mjs'
import { seeded } from '../lib/random.mjs'
import { chooseCalls } from './choose-calls.mjs'
import { COMMANDS } from './commands.mjs'
import { openInjector } from './injector.mjs'
import { missedCalls } from './missed-calls.mjs'
import { startProvider } from './provider.mjs'
import { makeStore } from './store.mjs'
import { copyStore, openTrials } from './trial.mjs'

const LANES = Math.min(4, Math.max(1, cpus().length))

/** kinds: of faults, tried in turn. only: names of commands. perCommand: at most so many calls of each; 0 for all. */
export async function runFaults({ kinds, only, perCommand, seed, log, timeIsUp }) {
  return withRoot('faults', async (root) => {
    const injector = openInjector(root)
    log(`faults are injected into ${injector.how}`)
    const run = { kinds, perCommand, seed, log, timeIsUp, tries: 0, found: new Map(), left: [] }
    const commands = await wantedCommands(only)
    const lanes = await openLanes(root, injector, Math.min(LANES, commands.length))
    try {
      for (const missed of await missedCalls(root, injector, lanes[0].store)) note(run, missed, 'all of them')
      await inParallel(commands, lanes.length, (command, id) =>
        tryCommand(run, command, lanes[id]).catch((error) =>
          note(run, `${command.name}: ${error.message}`, 'the start'),
        ),
      )
    } finally {
      for (const lane of lanes) await lane.provider.close()
    }
    if (run.left.length > 0) log(`the time was up before: ${run.left.join(', ')}`)
    const more = (at) => (at.length > 1 ? ` and ${at.length - 1} more` : '')
    const violations = [...run.found].map(([what, at]) => `${what} — at ${at[0]}${more(at)}`)
    return { tries: run.tries, violations, unfinished: run.left.length > 0 }
  })
}

const note = ({ found }, what, at) => found.set(what, [...(found.get(what) ?? []), at])

async function tryCommand(run, command, lane) {
  const { kinds, perCommand, log, timeIsUp } = run
  if (timeIsUp()) return void run.left.push(command.name)
  const trials = await openTrials(command, lane)
  const random = seeded(run.seed + COMMANDS.indexOf(command))
  const chosen = chooseCalls(trials.calls, perCommand || Number.POSITIVE_INFINITY, random)
  let wrong = 0
  for (const [i, at] of chosen.entries()) {
    if (timeIsUp()) return void run.left.push(`${command.name} from call ${at}`)
    run.tries++
    const problems = await trials.run(kinds[i % kinds.length], at)
    for (const problem of problems)
      note(run, `${command.name}: ${problem}`, `call ${at} (${trials.calls[at - 1]})`)
    wrong += problems.length
  }
  log(
    `${command.name}: ${chosen.length} of ${trials.calls.length} calls, ${wrong === 0 ? 'all well' : `${wrong} violations`}`,
  )
}

/** A lane is a store at a path of its own; each runs one command after the other. */
async function openLanes(root, injector, count) {
  const lanes = []
  for (let id = 0; id < count; id++) {
    const copies = join(root, `copies-${id}`)
    mkdirSync(copies)
    const provider = await startProvider()
    const store = await makeStore(join(root, `lane-${id}`))
    provider.configure(store)
    copyStore(store.root, join(copies, 'store'))
    lanes.push({ id, store, copies, injector, provider })
  }
  return lanes
}

async function wantedCommands(only) {
  const chosen = only ? COMMANDS.filter(({ name }) => only.includes(name)) : COMMANDS
  const exists = async ({ since }) => !since || (await runProcess([MEMDIR, since, '--help'])).code === 0
  const found = await Promise.all(chosen.map(async (command) => ((await exists(command)) ? [command] : [])))
  return found.flat()
}
