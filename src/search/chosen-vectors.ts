// Where a project's vectors live when the person has chosen another place than the embedded one. Loaded only then.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readState, type StateKind, updateState } from '../base/files/state-file.ts'
import { expandHome } from '../base/settings/config-home.ts'
import type { Environment } from '../base/settings/environment.ts'
import type { Settings } from '../base/settings/settings.ts'
import { attempt } from '../base/values/attempt.ts'
import { contentHash } from '../base/values/hash.ts'
import { randomId } from '../base/values/ids.ts'
import { isObject } from '../base/values/is-object.ts'
import { type OpenVectors, openEmbedded } from './catalog/catalog-files.ts'
import {
  type Backend,
  STORE_KEYS,
  type StorePlace,
  type StoreSettings,
  storeId,
  withoutSecrets,
} from './store-settings.ts'
import { externalVectors } from './vectors/open-external.ts'

interface StoreContext {
  /** The config home. */
  home: string
  settings: Settings
  env: Environment
}

/** The chosen store; undefined: the embedded one. `state`: of the project or agent whose memories they are. */
export function chosenStore({ settings, env }: StoreContext, state: string): StoreSettings | undefined {
  const backend = settings.get('storage.backend')
  if (backend === 'embedded') return undefined
  const text = (name: 'storage.tenant' | 'storage.database' | 'storage.schema') => settings.get(name)?.trim()
  const [tenant, database, schema] = [
    text('storage.tenant'),
    text('storage.database'),
    text('storage.schema'),
  ]
  const place =
    backend === 'lancedb' ? lancedbPath(settings, env, state) : (settings.get('storage.url') ?? '').trim()
  return withSecret(
    {
      ...{ backend: backend as Backend, place },
      ...(tenant && { tenant }),
      ...(database && { database }),
      ...(schema && { schema }),
    },
    env,
  )
}

export function withSecret(store: StorePlace, env: Environment): StoreSettings {
  const secret = STORE_KEYS[store.backend].map((name) => env[name]).find((value) => value)
  return { ...store, ...(secret ? { secret } : {}) }
}

function lancedbPath(settings: Settings, env: Environment, state: string): string {
  const given = settings.get('storage.vectorDbPath')?.trim()
  if (!given) return join(state, 'cache', 'vectors', 'lancedb')
  return /^[a-z0-9+]+:\/\//i.test(given) ? given : expandHome(given, env)
}

/** What a project's vectors are kept under: two machines, or two people, may share a server and know nothing of it. */
export function scopeOf(home: string, state: string): string {
  return `${basename(dirname(state))}.${installationId(home)}`
}

/** Random, made once. Where nothing can be written, the place says it. */
function installationId(home: string): string {
  const path = join(home, 'installation')
  const read = () => attempt(() => readFileSync(path, 'utf8').trim()) || undefined
  const known = read()
  if (known) return known
  attempt(() => writeFileSync(path, `${randomId(16)}\n`, { flag: 'wx', mode: 0o600 }))
  return read() ?? contentHash(home).slice(0, 16)
}

/** Undefined: embedded. What vectors are put into is remembered, so that a purge reaches it later. */
export function chosenVectors(context: StoreContext, state: string): OpenVectors | undefined {
  const store = chosenStore(context, state)
  if (!store) return undefined
  return externalVectors(store, scopeOf(context.home, state), {
    async beforePut(answers) {
      if (isKnown(knownStores(state), store)) return
      // Nothing is ever in a place that was mistyped.
      await answers()
      await rememberStore(state, store)
    },
  })
}

/** Where vectors lived before: the embedded files, and other stores that were chosen. */
export function formerVectors(context: StoreContext, state: string): OpenVectors[] {
  const chosen = chosenStore(context, state)
  const others = knownStores(state).filter((store) => !chosen || storeId(store) !== storeId(chosen))
  const scope = others.length > 0 ? scopeOf(context.home, state) : ''
  return [
    ...(chosen ? [openEmbedded] : []),
    ...others.map((store) => externalVectors(withSecret(store, context.env), scope)),
  ]
}

export const STORES_FILE = 'stores.json'

const STORES: StateKind<readonly StorePlace[]> = {
  read: ({ stores }) => (Array.isArray(stores) ? stores.filter(isStore) : undefined),
  plain: (stores) => ({ stores }),
}

function isStore(value: unknown): value is StorePlace {
  return (
    isObject(value) &&
    typeof value.backend === 'string' &&
    Object.hasOwn(STORE_KEYS, value.backend) &&
    typeof value.place === 'string'
  )
}

/** Every store that vectors of this project were put into, without keys. */
export function knownStores(state: string): readonly StorePlace[] {
  return readState(join(state, STORES_FILE), STORES) ?? []
}

export async function rememberStore(state: string, { secret: _, ...store }: StoreSettings): Promise<void> {
  // One with a password in it is refused when it is opened.
  if (store.place === '' || withoutSecrets(store.place) !== store.place) return
  await changeStores(state, (stores) => (isKnown(stores, store) ? stores : [...stores, store]))
}

function isKnown(stores: readonly StorePlace[], store: StorePlace): boolean {
  return stores.some((each) => storeId(each) === storeId(store))
}

export async function forgetStore(state: string, store: StorePlace): Promise<void> {
  await changeStores(state, (stores) => stores.filter((each) => storeId(each) !== storeId(store)))
}

/** One process at a time: a store that is lost from the list would never be purged. */
async function changeStores(
  state: string,
  change: (stores: readonly StorePlace[]) => readonly StorePlace[],
): Promise<void> {
  await updateState(join(state, STORES_FILE), STORES, (stores = []) => change(stores))
}
