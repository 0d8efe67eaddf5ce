// Every command that writes, with a fault at every call that changes the disk (or at `perCommand` of them).
import { mkdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { withRoot } from '../lib/place.mjs'
import { inParallel, MEMDIR, run } from '../lib/processes.mjs'
import { seeded } from '../lib/random.mjs'
import { chooseCalls } from './choose-calls.mjs'
import { COMMANDS } from './commands.mjs'
import { openInjector } from './injector.mjs'
import { missedCalls } from './missed-calls.mjs'
import { startProvider } from './provider.mjs'
import { makeStore } from './store.mjs'
import { copyStore, openTrials } from './trial.mjs'

const LANES = Math.min(4, Math.max(1, cpus().length))

/**
 * kinds: of faults, tried in turn. only: names of commands. perCommand: at most so many calls of each; 0 for all.
 */
export async function runFaults({ kinds, only, perCommand, seed, log, timeIsUp }) {
  return withRoot('faults', async (root) => {
    const injector = openInjector(root)
    log(`faults are injected into ${injector.how}`)
    const random = seeded(seed)
    const found = new Map()
    const facts = { tries: 0, calls: 0, left: [] }
    const lanes = await openLanes(root, injector)
    const wanted = await wantedCommands(only)
    for (const missed of await missedCalls(root, injector, lanes[0].store)) found.set(missed, ['any'])
    try {
      await inParallel(wanted, LANES, async (command, id) => {
        if (timeIsUp()) return void facts.left.push(command.name)
        const trials = await openTrials(command, lanes[id])
        const chosen = chooseCalls(trials.calls, perCommand || Number.POSITIVE_INFINITY, random)
        facts.calls += trials.calls.length
        let wrong = 0
        for (const [i, at] of chosen.entries()) {
          if (timeIsUp()) {
            facts.left.push(`${command.name} from call ${at}`)
            break
          }
          facts.tries++
          for (const problem of await trials.run(kinds[i % kinds.length], at)) {
            wrong++
            const key = `${command.name}: ${problem}`
            found.set(key, [...(found.get(key) ?? []), `${at} (${trials.calls[at - 1]})`])
          }
        }
        log(
          `${command.name}: ${chosen.length} of ${trials.calls.length} calls, ${wrong === 0 ? 'all well' : `${wrong} violations`}`,
        )
      })
    } finally {
      for (const lane of lanes) await lane.provider.close()
    }
    if (facts.left.length > 0) log(`the time was up before: ${facts.left.join(', ')}`)
    const violations = [...found].map(
      ([what, at]) => `${what} — at call ${at[0]}${at.length > 1 ? ` and ${at.length - 1} more` : ''}`,
    )
    return { tries: facts.tries, violations, calls: facts.calls }
  })
}

/** A lane is a store at a path of its own; each runs one command after the other. */
async function openLanes(root, injector) {
  const lanes = []
  for (let id = 0; id < LANES; id++) {
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
  const exists = async ({ since }) => !since || (await run([MEMDIR, since, '--help'])).code === 0
  const found = await Promise.all(chosen.map(async (command) => ((await exists(command)) ? [command] : [])))
  return found.flat()
}
