// A message array of an API: turned into our messages, and back. What no level changed comes back as the same object.

import { shortHash } from '../../../base/values/hash.ts'
import type { Block } from '../../../models/content.ts'
import type { TranscriptMessage } from '../../../models/transcript-message.ts'

export type RawMessage = Readonly<Record<string, unknown>>

export interface MessageFormat {
  /** undefined: it stays in front of the others, untouched (system prompts). */
  read(raw: RawMessage): Pick<TranscriptMessage, 'role' | 'content'> | undefined
  /** `raw`: what it was made of, where there is such a message. */
  write(message: TranscriptMessage, raw: RawMessage | undefined): RawMessage
  /** One message of two neighbours of ours; undefined: they stay two. */
  join(first: RawMessage, second: RawMessage): RawMessage | undefined
}

interface ReadArray {
  readonly front: readonly RawMessage[]
  readonly messages: readonly TranscriptMessage[]
  rawOf(id: string): RawMessage | undefined
}

interface ReadOptions {
  readonly now: number
  /** When the last answer came. */
  readonly answered: number
  /** Tokens of the last request and its answer, as the provider counted them. */
  readonly used?: number
  /** Marks of messages that an earlier call made. */
  readonly isOurs: (text: string) => boolean
}

export function readArray(
  array: readonly RawMessage[],
  format: MessageFormat,
  { now, answered, used, isOurs }: ReadOptions,
): ReadArray {
  const front: RawMessage[] = []
  const raws = new Map<string, RawMessage>()
  const counts = new Map<string, number>()
  const messages: TranscriptMessage[] = []
  for (const raw of array) {
    const read = format.read(raw)
    if (!read) {
      front.push(raw)
      continue
    }
    const hash = shortHash(JSON.stringify(raw))
    const count = (counts.get(hash) ?? 0) + 1
    counts.set(hash, count)
    const id = `${hash}-${count}`
    raws.set(id, raw)
    const [first] = read.content
    const ours = read.role === 'user' && first?.type === 'text' && isOurs(first.text)
    const time = new Date(read.role === 'assistant' ? answered : now).toISOString()
    messages.push({ id, parent: null, time, ...read, ...(ours && { meta: 'summary' as const }) })
  }
  return { front, messages: anchored(messages, used), rawOf: (id) => raws.get(id) }
}

function anchored(messages: readonly TranscriptMessage[], used: number | undefined): TranscriptMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  if (used === undefined) return [...messages]
  const usage = { input: used, output: 0, cacheRead: 0, cacheCreated: 0 }
  return messages.map((message, index) => (index === at ? { ...message, usage } : message))
}

export function writeArray(
  read: ReadArray,
  messages: readonly TranscriptMessage[],
  format: MessageFormat,
): RawMessage[] {
  const before = new Map(read.messages.map((message) => [message.id, message]))
  const written: RawMessage[] = [...read.front]
  let made = false
  for (const message of messages) {
    const raw = read.rawOf(message.id)
    const same = raw !== undefined && sameContent(before.get(message.id)?.content, message.content)
    const next = same ? raw : format.write(message, raw)
    const last: RawMessage | undefined = written.length > read.front.length ? written.at(-1) : undefined
    // Two turns of the user in a row: those of ours are joined, an API or a template may refuse them.
    const joined: RawMessage | undefined = last && (made || !raw) ? format.join(last, next) : undefined
    if (joined) written[written.length - 1] = joined
    else written.push(next)
    made = raw === undefined || (joined !== undefined && made)
  }
  return written
}

function sameContent(a: readonly Block[] | undefined, b: readonly Block[]): boolean {
  return a !== undefined && a.length === b.length && a.every((block, at) => block === b[at])
}
