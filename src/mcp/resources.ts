// The index and each memory as resources, by id and never by path.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientHost } from '../clients/client-host.ts'
import { MemdirError } from '../lib/errors.ts'
import type { ServedResource } from './protocol.ts'

const PAGE = 200
const MARKDOWN = 'text/markdown'
const INDEX_URI = 'memory://index'
const MEMORY_URI = 'memory://memory/'

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${MEMORY_URI}{id}`,
    name: 'memory',
    description: 'One memory by its id, with its frontmatter',
    mimeType: MARKDOWN,
  },
]

export function listResources(
  host: ClientHost,
  cursor: string | undefined,
): { resources: ServedResource[]; next?: string } {
  const from = cursor ? Number(cursor) || 0 : 0
  const memories = host.switch.on ? host.store.list().sort((a, b) => (a.file < b.file ? -1 : 1)) : []
  const resources: ServedResource[] = memories.slice(from, from + PAGE).map((memory) => ({
    uri: `${MEMORY_URI}${encodeURIComponent(memory.id)}`,
    name: memory.file,
    title: memory.name,
    ...(memory.description ? { description: memory.description } : {}),
    mimeType: MARKDOWN,
    size: memory.size,
  }))
  if (from === 0)
    resources.unshift({
      uri: INDEX_URI,
      name: 'index',
      title: 'Index of memories',
      description: 'One line per memory, as agents load it',
      mimeType: MARKDOWN,
    })
  return from + PAGE < memories.length ? { resources, next: String(from + PAGE) } : { resources }
}

export function readResource(host: ClientHost, uri: string): { text: string; mimeType: string } {
  if (!host.switch.on) throw new MemdirError('unavailable', `memory is off (${host.switch.reason})`)
  if (uri === INDEX_URI) return { text: host.loadIndex()?.text ?? '', mimeType: MARKDOWN }
  if (!uri.startsWith(MEMORY_URI)) throw new MemdirError('not_found', `there is no resource ${uri}`)
  // Found among the listed files: an id cannot point anywhere else.
  const memory = host.store.find(decodeURIComponent(uri.slice(MEMORY_URI.length)))
  return { text: readFileSync(join(host.location.memory, memory.file), 'utf8'), mimeType: MARKDOWN }
}
