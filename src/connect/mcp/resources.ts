// The index and each memory as resources, by id and never by path.
import { join } from 'node:path'
import { mcpTexts } from '../../base/messages/mcp.ts'
import { message } from '../../base/messages/message.ts'
import { redactFor, redactValues } from '../../base/secrets/redact-for.ts'
import { type AgentText, NO_TEXT, own } from '../../base/text/agent-text.ts'
import { inertFact, inertLine } from '../../base/text/inert-text.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { findIn, listBeside } from '../../memory/place-verbs.ts'
import { attachMemory, redactShown, renderEnvelope, renderIndex } from '../../search/envelope.ts'
import type { Engine } from '../engine.ts'
import type { ServedResource } from './protocol.ts'

const PAGE = 200
const MARKDOWN = 'text/markdown'
const INDEX_URI = 'memory://index'
const MEMORY_URI = 'memory://memory/'

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${MEMORY_URI}{id}`,
    name: 'memory',
    description: 'One memory by its id: quoted, with its age and origin',
    mimeType: MARKDOWN,
  },
]

export function listResources(
  host: Engine,
  cursor: string | undefined,
): { resources: ServedResource[]; next?: string } {
  const from = Number(cursor ?? '0')
  // An empty one and one of another server count as unknown, too.
  if (!Number.isSafeInteger(from) || from < 0 || cursor?.trim() === '')
    throw new MemdirError('usage', message(mcpTexts.unknownCursor, { cursor: cursor ?? '' }))
  const sorted = (memories: Memory[]) => memories.sort((a, b) => (a.file < b.file ? -1 : 1))
  const here = host.switch.on ? sorted(host.store.list()) : []
  const beside = host.switch.on ? sorted(listBeside(host, {}).map(({ memory }) => memory)) : []
  const isHere = new Set(here.map(({ id }) => id))
  // An id that the project has is the project's.
  const memories = [...here, ...beside.filter(({ id }) => !isHere.has(id))]
  const resources: ServedResource[] = memories.slice(from, from + PAGE).map((memory) => ({
    uri: `${MEMORY_URI}${encodeURIComponent(memory.id)}`,
    name: inertFact(memory.file),
    title: isHere.has(memory.id)
      ? inertLine(memory.name)
      : own`${inertLine(memory.name)} (holds in all projects)`,
    ...(memory.description ? { description: inertLine(memory.description) } : {}),
    mimeType: MARKDOWN,
    size: memory.size,
  }))
  if (from === 0)
    resources.unshift({
      uri: INDEX_URI,
      name: own`index`,
      title: own`Index of memories`,
      description: own`One line per memory, as agents load it`,
      mimeType: MARKDOWN,
    })
  return from + PAGE < memories.length ? { resources, next: String(from + PAGE) } : { resources }
}

/** As inert as what the tools answer: a client puts a resource into the conversation as it is. */
export async function readResource(
  host: Engine,
  uri: string,
): Promise<{ text: AgentText; mimeType: string }> {
  if (!host.switch.on)
    throw new MemdirError('unavailable', message(mcpTexts.serverMemoryOff, { reason: host.switch.reason }))
  const { memory: directory } = host.location
  const redacted = async (text: AgentText) => ({
    text: await redactShown(text, directory, (part) => redactFor(part, 'agent')),
    mimeType: MARKDOWN,
  })
  if (uri === INDEX_URI) {
    const index = host.loadIndex()
    return redacted(index ? renderIndex(index.text) : NO_TEXT)
  }
  if (!uri.startsWith(MEMORY_URI))
    throw new MemdirError('not_found', message(mcpTexts.unknownResource, { uri }))
  // Found among the listed files: an id cannot point anywhere else.
  const id = attempt(() => decodeURIComponent(uri.slice(MEMORY_URI.length)))
  if (!id) throw new MemdirError('not_found', message(mcpTexts.unknownResource, { uri }))
  const meant = findIn(host, id)
  const memory = await redactValues(meant.memory, 'agent')
  const { place } = meant
  const path = join(place.directory, memory.file)
  return redacted(renderEnvelope([attachMemory({ memory, path, now: new Date(), whole: true, place })]).text)
}
