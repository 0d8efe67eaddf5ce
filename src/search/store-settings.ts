// Which store a person has chosen, as values: nothing is opened or loaded here. Keys come from the environment and are
// never part of what is written down.
import { hash } from 'node:crypto'
import { message } from '../base/messages/message.ts'
import { storesTexts } from '../base/messages/stores.ts'
import { MemdirError } from '../base/values/errors.ts'
import type { Settling } from './vectors/vector-index.ts'

export type Backend = 'lancedb' | 'chroma' | 'pinecone' | 'postgres'

/** What of a store may be written down. */
export interface StorePlace {
  backend: Backend
  /** A directory or object storage (LanceDB), or an address. */
  place: string
  tenant?: string
  database?: string
  schema?: string
}

export interface StoreSettings extends StorePlace {
  /** Key, token or password. */
  secret?: string | undefined
}

export const STORE_NAMES: Readonly<Record<Backend, string>> = {
  lancedb: 'LanceDB',
  chroma: 'Chroma',
  pinecone: 'Pinecone',
  postgres: 'PostgreSQL',
}

/** The variables that the key of a store is looked for in. */
export const STORE_KEYS: Readonly<Record<Backend, readonly string[]>> = {
  lancedb: [],
  chroma: ['CHROMA_API_KEY'],
  pinecone: ['PINECONE_API_KEY'],
  postgres: ['MEMDIR_POSTGRES_PASSWORD', 'PGPASSWORD'],
}

const EXAMPLES: Readonly<Record<Backend, string>> = {
  lancedb: 'memdir config set storage.vectorDbPath ~/vectors',
  chroma: 'memdir config set storage.url http://localhost:8000',
  pinecone: 'memdir config set storage.url https://NAME-PROJECT.svc.REGION.pinecone.io',
  postgres: 'memdir config set storage.url postgres://USER@HOST:5432/DATABASE',
}

export function settlesOf(backend: Backend): Settling {
  return backend === 'pinecone' ? 'later' : 'at once'
}

/** The same for the same store, whoever asks. */
export function storeId({ backend, place, tenant, database, schema }: StorePlace): string {
  return `${backend}-${hash('sha256', JSON.stringify([place, tenant, database, schema])).slice(0, 12)}`
}

/** Throws `bad_settings` where something is missing, with an example. */
export function checkStore({ backend, place, secret }: StoreSettings): void {
  const store = STORE_NAMES[backend]
  if (place === '')
    throw missing(store, backend === 'lancedb' ? 'storage.vectorDbPath' : 'storage.url', EXAMPLES[backend])
  const [variable] = STORE_KEYS[backend]
  if (backend === 'pinecone' && !secret && variable) throw missing(store, variable, `export ${variable}=…`)
  if (backend === 'lancedb') return
  const url = URL.canParse(place) ? new URL(place) : undefined
  const isRight = backend === 'postgres' ? /^postgres(ql)?:$/ : /^https?:$/
  if (!url || !isRight.test(url.protocol)) throw missing(store, 'storage.url', EXAMPLES[backend])
  refuseSecret(place, backend)
}

/** Throws `bad_settings` where an address has a password or a key in it: it would be written down, and shown. */
export function refuseSecret(place: string, backend?: Backend): void {
  if (withoutSecrets(place) === place) return
  const meant: Backend[] = /^https?:/i.test(place) ? ['chroma', 'pinecone'] : ['postgres']
  const variable = (backend ? [backend] : meant).flatMap((name) => STORE_KEYS[name].slice(0, 1)).join(', ')
  throw new MemdirError('bad_settings', message(storesTexts.passwordInAddress), {
    fix: message(storesTexts.passwordInAddressFix, { variable }),
  })
}

/** Not `sslkey`, which is a path. */
const SECRET_NAME = /passw|secret|token|^auth|^(?:api|access)?[-_]?key$/i

/** Also without a scheme, and where signs of the password are not escaped; not a port. */
const USER_AND_PASSWORD = /^((?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#@:\s]*):(?!\/\/)(?!\d+(?:[/?#]|$))\S+@/i

/** The address as it may be shown, whatever somebody wrote into it. */
export function withoutSecrets(place: string): string {
  return place
    .replace(USER_AND_PASSWORD, '$1:…@')
    .replace(/^(https?:\/\/)[^/?#@:]+@/i, '$1…@')
    .replace(/([?&;#])([^=&;#]+)=([^&;#]+)/g, (whole, sign: string, name: string) =>
      SECRET_NAME.test(name) ? `${sign}${name}=…` : whole,
    )
}

function missing(store: string, setting: string, example: string): MemdirError {
  return new MemdirError('bad_settings', message(storesTexts.settingMissing, { store, setting }), {
    fix: message(storesTexts.settingMissingFix, { example }),
  })
}
