// The background work of a project, here and now: clean-up, search data, turns that ended, merging.
import { existsSync } from 'node:fs'
import { proveReported } from '../clients/prove-reported.ts'
import type { CatalogWork } from '../search/memory-search.ts'
import { runWorker, type WorkerOutcome } from '../worker/run-worker.ts'
import { drainSpool } from '../worker/spool.ts'
import { agentMemories, existingMemories } from './agent-memories.ts'
import type { EngineContext } from './engine-context.ts'
import { searchesIn } from './lazy-search.ts'
import { recover } from './open-project-store.ts'

export interface BackgroundWork {
  reason: string
  deadline?: number
  /** All search data is made again. */
  anew?: boolean
  onProgress?: CatalogWork['onProgress']
}

const WORKER_DEADLINE_MS = 600_000

export async function runBackgroundWork(
  context: EngineContext,
  { reason, deadline = Date.now() + WORKER_DEADLINE_MS, anew, onProgress }: BackgroundWork,
): Promise<WorkerOutcome> {
  const { env, store, settings, location, records } = context
  await recover(context).catch(() => {})
  // Before the catalog is brought up to date, so that what goes is gone from there too.
  if (existsSync(location.memory)) await (await records()).cleanUpIfDue({ actor: 'memdir' }).catch(() => {})
  const outcome = await runWorker({
    state: location.state,
    reason,
    search: await context.workSearch(),
    deadline,
    anew,
    onProgress,
    features: async () => {
      await workOnAgents(context, { deadline })
      const handled = await drainSpool(location.state, async (turn) => {
        await proveReported(store, turn, env)
      })
      return { turns: handled.turns }
    },
  })
  // With vectors at hand: what was added in a hurry is compared now.
  if (outcome.status === 'ended' && settings.get('merge.automatic') && existsSync(location.memory))
    await (await records()).mergeRecent({ actor: 'memdir' }).catch(() => {})
  return outcome
}

/** What named agents remember is found by meaning too. */
async function workOnAgents(context: EngineContext, work: CatalogWork): Promise<void> {
  const searchIn = searchesIn(context.location.projects, { ...context, mayConvert: true })
  try {
    for (const directory of existingMemories(agentMemories(context)))
      await (await searchIn(directory)).work(work).catch(() => {})
  } finally {
    await searchIn.close()
  }
}
