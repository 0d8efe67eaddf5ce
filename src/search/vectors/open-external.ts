// Opens the store that a person has chosen. Each is loaded when it is the one.
import type { OpenVectors } from '../catalog/catalog-files.ts'
import { checkStore, STORE_NAMES, type StoreSettings, settlesOf, storeId } from '../store-settings.ts'
import { type ExternalOptions, ExternalVectors } from './external-vectors.ts'
import { retrying, untilAborted } from './retrying-index.ts'
import { silent } from './store-error.ts'
import type { VectorIndex } from './vector-index.ts'

/** Connecting, and the tables of a new database. */
const OPEN_MS = 30_000

/** `scope`: of the project, on this machine. Nothing is opened before the first call that needs it. */
export function externalVectors(
  settings: StoreSettings,
  scope: string,
  { beforePut }: Pick<ExternalOptions, 'beforePut'> = {},
): OpenVectors {
  const { backend } = settings
  return (text, directory) =>
    new ExternalVectors({
      ...{
        text,
        directory,
        store: STORE_NAMES[backend],
        name: storeId(settings),
        settles: settlesOf(backend),
      },
      open: () => openIndex(settings, scope),
      ...(beforePut && { beforePut }),
    })
}

export async function openIndex(settings: StoreSettings, scope: string): Promise<VectorIndex> {
  checkStore(settings)
  const store = STORE_NAMES[settings.backend]
  const index = await untilAborted(() => open(settings, scope), store, AbortSignal.timeout(OPEN_MS), silent)
  return retrying(index, { store })
}

async function open(settings: StoreSettings, scope: string): Promise<VectorIndex> {
  const { place, secret, tenant, database, schema } = settings
  switch (settings.backend) {
    case 'lancedb': {
      const { openLancedbIndex } = await import('./lancedb/lancedb-index.ts')
      return openLancedbIndex({ path: place, scope })
    }
    case 'chroma': {
      const { openChromaIndex } = await import('./chroma/chroma-index.ts')
      return openChromaIndex({ url: place, scope, tenant, database, token: secret })
    }
    case 'pinecone': {
      const { openPineconeIndex } = await import('./pinecone/pinecone-index.ts')
      return openPineconeIndex({ host: place, apiKey: secret ?? '', scope })
    }
    case 'postgres': {
      const { connectPostgres } = await import('./postgres/connect.ts')
      const { openPostgresIndex } = await import('./postgres/postgres-index.ts')
      const postgres = await connectPostgres({ url: place, password: secret })
      try {
        return await openPostgresIndex({ postgres, scope, ...(schema ? { schema } : {}) })
      } catch (error) {
        await postgres.close().catch(() => {})
        throw error
      }
    }
  }
}
