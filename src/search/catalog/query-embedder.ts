// The models that queries are put to, for all directories that one engine searches: opened once, and a message that is
// put to several directories at once is embedded once.
import type { CreateEmbeddersOptions, Embedders } from '../create-embedders.ts'
import { type EmbeddedQueries, embedQueries } from './embed-texts.ts'

export interface QueryEmbedder {
  embedders(): Promise<Embedders>
  /** The vectors of each of these. */
  embed(texts: readonly string[], signal: AbortSignal | undefined): Promise<EmbeddedQueries>
  close(): Promise<void>
}

interface Embedding {
  readonly texts: readonly string[]
  readonly signal: AbortSignal | undefined
  readonly made: Promise<EmbeddedQueries>
}

/** Nothing is loaded before the first text. */
export function openQueryEmbedder(options: CreateEmbeddersOptions): QueryEmbedder {
  let opening: Promise<Embedders> | undefined
  /** The last one: it is asked for again while it is made or right after it. */
  let last: Embedding | undefined
  const embedders = (): Promise<Embedders> => {
    opening ??= import('../create-embedders.ts').then(({ createEmbedders }) => createEmbedders(options))
    return opening
  }
  const start = (texts: readonly string[], signal: AbortSignal | undefined): Embedding => {
    const made = embedders().then((current) => embedQueries(current, texts, signal))
    const embedding = { texts, signal, made }
    // What failed once may be possible by the next time.
    const forget = () => {
      if (last === embedding) last = undefined
    }
    made.then(({ faults }) => faults.length > 0 && forget(), forget)
    return embedding
  }
  return {
    embedders,
    async embed(texts, signal) {
      const same = last && isSame(last.texts, texts) ? last : undefined
      if (same) {
        const joined = await same.made.catch(() => undefined)
        // Whoever asked first may have given up; that is not for this one.
        if (joined && !(joined.faults.length > 0 && same.signal?.aborted)) return joined
      }
      last = start(texts, signal)
      return last.made
    },
    async close() {
      last = undefined
      // What could not be opened was said with the search (`problem`), and needs no closing.
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at])
}
