// Where vectors live, as `memdir storage`, the doctor and a purge ask for it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { message } from '../base/messages/message.ts'
import { storesTexts } from '../base/messages/stores.ts'
import type { TimeLimit } from '../base/time/time-limit.ts'
import { MemdirError } from '../base/values/errors.ts'
import { once } from '../base/values/once.ts'
import { openEmbedded } from './catalog/catalog-files.ts'
import { chosenStore, forgetStore, knownStores, scopeOf, withSecret } from './chosen-vectors.ts'
import { dropEmbeddedMark } from './embedded-mark-path.ts'
import type { ProjectContext } from './project-context.ts'
import {
  type Backend,
  STORE_NAMES,
  type StorePlace,
  type StoreSettings,
  settlesOf,
  storeId,
  withoutSecrets,
} from './store-settings.ts'
import { TextIndex } from './text/text-index.ts'
import { ExternalVectors } from './vectors/external-vectors.ts'
import type { Moved } from './vectors/move-vectors.ts'
import { externalVectors, openIndex } from './vectors/open-external.ts'
import type { StoreProof } from './vectors/prove-store.ts'
import { untilAborted } from './vectors/retrying-index.ts'
import { silent } from './vectors/store-error.ts'
import type { Settling } from './vectors/vector-index.ts'

export type BackendName = Backend | 'embedded'

export interface StoreStatus {
  backend: BackendName
  /** A path or an address; never a key. */
  place: string
  settles: Settling
  /** Where new vectors go. */
  chosen: boolean
  /** Vectors by model, as the store says. */
  vectors: Record<string, number>
  /** Milliseconds of that question. */
  ms: number
  /** Why it could not be asked. */
  problem?: MemdirError
}

interface MoveRequest extends TimeLimit {
  /** Only what is there. Default: every other place that has some. */
  from?: BackendName
  /** What was moved stays where it was, too. */
  keep?: boolean
  onProgress?: (done: number, total: number) => void
}

export interface StorageMoved extends Moved {
  /** Those that had some. */
  from: BackendName[]
  to: BackendName
  /** Places of before that did not answer: what they have stays there. */
  unreached: { place: string; problem: MemdirError }[]
}

export interface Storage {
  /** Memories, and every place with vectors of them; the chosen one first. */
  status(): Promise<{ memories: number; stores: StoreStatus[] }>
  /** The chosen store as it answers now; undefined where vectors are embedded. */
  chosen(): Promise<StoreStatus | undefined>
  /** Into the chosen place. Stopped, it goes on where it was. */
  move(request: MoveRequest): Promise<StorageMoved>
  /** Writes a vector into the chosen store and finds it; undefined where they are embedded. */
  prove(): Promise<(StoreProof & { store: string }) | undefined>
}

export function openStorage(context: ProjectContext): Storage {
  const { location, home, env } = context
  const { state } = location
  const cache = join(state, 'cache')
  const scope = once(() => scopeOf(home, state))
  const chosen = chosenStore(context, state)
  const others = () =>
    knownStores(state)
      .filter((store) => !chosen || storeId(store) !== storeId(chosen))
      .map((store) => withSecret(store, env))
  return {
    async status() {
      const memories = existsSync(location.memory) ? (await (await context.search()).stats()).documents : 0
      const stores = await Promise.all([
        ...(chosen ? [statusOf(chosen, scope(), true)] : []),
        embeddedStatus(cache, !chosen),
        ...others().map((store) => statusOf(store, scope(), false)),
      ])
      return { memories, stores: stores.filter((one) => one.chosen || hasVectors(one) || one.problem) }
    },
    chosen: async () => (chosen ? statusOf(chosen, scope(), true) : undefined),
    async move({ from, keep = false, ...options }) {
      const to: BackendName = chosen?.backend ?? 'embedded'
      const sources = [
        ...(chosen ? [{ backend: 'embedded' as const, open: openEmbedded, store: undefined }] : []),
        ...others().map((store) => ({
          ...{ backend: store.backend, store },
          open: externalVectors(store, scope()),
        })),
      ].filter(({ backend }) => from === undefined || backend === from)
      if (sources.length === 0) throw nothingToMove(from ?? 'embedded', to)
      // Also where there is nothing to put: whoever moves wants to know that the new place works.
      if (chosen) await reach(chosen, scope())
      const search = await context.workSearch()
      const sum: StorageMoved = { moved: 0, there: 0, complete: true, from: [], to, unreached: [] }
      for (const { backend, open, store } of sources) {
        const problem = store && (await statusOf(store, scope(), false)).problem
        if (problem && from !== undefined) throw problem
        if (problem) {
          sum.unreached.push({ place: labelOf(store), problem })
          continue
        }
        const done = await search.moveFrom(open, { ...options, keep })
        sum.moved += done.moved
        sum.there += done.there
        sum.complete &&= done.complete
        if (done.moved + done.there > 0 && !sum.from.includes(backend)) sum.from.push(backend)
        if (store && done.complete && !keep) await forgetStore(state, store)
      }
      // The next look at the search data sees what is where now.
      dropEmbeddedMark(cache)
      return sum
    },
    async prove() {
      if (!chosen) return undefined
      await reach(chosen, scope())
      const { proveStore } = await import('./vectors/prove-store.ts')
      return { ...(await proveStore(chosen)), store: STORE_NAMES[chosen.backend] }
    },
  }
}

function hasVectors({ vectors }: StoreStatus): boolean {
  return Object.values(vectors).some((count) => count > 0)
}

async function embeddedStatus(cache: string, chosen: boolean): Promise<StoreStatus> {
  const started = performance.now()
  const vectors: Record<string, number> = {}
  if (existsSync(join(cache, 'catalog.db'))) {
    const text = new TextIndex({ directory: cache })
    const embedded = openEmbedded(text, cache)
    try {
      for (const model of Object.keys(await embedded.count()))
        vectors[model] = (await embedded.keys(model)).length
    } finally {
      await embedded.close()
      text.close()
    }
  }
  const ms = Math.round(performance.now() - started)
  return { backend: 'embedded', place: cache, settles: 'at once', chosen, vectors, ms }
}

/** A person waits for it. */
const ANSWER_MS = 8_000

async function countIn(store: StoreSettings, scope: string): Promise<Record<string, number>> {
  const name = STORE_NAMES[store.backend]
  const patience = AbortSignal.timeout(ANSWER_MS)
  const index = await untilAborted(() => openIndex(store, scope), name, patience)
  try {
    return await untilAborted(() => index.count(), name, patience)
  } finally {
    await index.close().catch(() => {})
  }
}

async function statusOf(store: StoreSettings, scope: string, chosen: boolean): Promise<StoreStatus> {
  const { backend } = store
  const said = { backend, place: withoutSecrets(store.place), settles: settlesOf(backend), chosen }
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const vectors = await countIn(store, scope)
    return { ...said, vectors, ms: took() }
  } catch (error) {
    if (!MemdirError.is(error)) throw error
    const problem = took() >= ANSWER_MS ? silent({ store: STORE_NAMES[backend] }) : error
    return { ...said, vectors: {}, ms: took(), problem }
  }
}

async function reach(store: StoreSettings, scope: string): Promise<void> {
  const { problem } = await statusOf(store, scope, true)
  if (problem) throw problem
}

function nothingToMove(from: BackendName, to: BackendName): MemdirError {
  return new MemdirError('usage', message(storesTexts.nothingToMove, { from, to }), {
    fix: message(storesTexts.nothingToMoveFix),
  })
}

/** Every store that these memories' vectors were put into; returns those that could not be reached. */
export async function eraseFromStores(
  { home, env, location }: ProjectContext,
  files: ReadonlySet<string> | readonly string[],
): Promise<string[]> {
  const { state } = location
  const unreached: string[] = []
  for (const known of knownStores(state)) {
    const store = withSecret(known, env)
    const text = new TextIndex({})
    const vectors = externalVectors(store, scopeOf(home, state))(text, join(state, 'cache'))
    try {
      if (vectors instanceof ExternalVectors) await vectors.erase([...files])
    } catch {
      unreached.push(labelOf(store))
    } finally {
      await vectors.close()
      text.close()
    }
  }
  return unreached
}

function labelOf({ backend, place }: StorePlace): string {
  return `${STORE_NAMES[backend]} (${place})`
}
