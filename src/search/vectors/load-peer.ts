// The packages of stores are optional: loaded when a store is chosen, and named exactly when they are missing.
import { createRequire } from 'node:module'
import { message } from '../../base/messages/message.ts'
import { storesTexts } from '../../base/messages/stores.ts'
import { installCommand } from '../../base/processes/install-command.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'

/** The newest that run on Node 20. */
const VERSIONS = {
  '@lancedb/lancedb': '0.37.1',
  chromadb: '3.5.0',
  '@pinecone-database/pinecone': '8.2.0',
  pg: '8.23.0',
} as const

type PeerName = keyof typeof VERSIONS

const require = createRequire(import.meta.url)

export async function loadPeer<T>(name: PeerName, store: string): Promise<T> {
  try {
    return require(name) as T
  } catch (error) {
    if (systemCode(error) !== 'MODULE_NOT_FOUND') throw error
    throw new MemdirError('unavailable', message(storesTexts.packageMissing, { store, name }), {
      fix: message(storesTexts.packageMissingFix, { command: installCommand(`${name}@${VERSIONS[name]}`) }),
      details: { package: name },
    })
  }
}
