// The embedders of an installation: the two local models with the glossary between them, or the one provider that
// the user configured. On the way to a query vector this loads no more than: local-embedder, encoder,
// encoder-run, kernel, model-layout, model-spec, read-weights, vocabulary, windows, word-piece, plan-embedding.
import type { Embedder } from './embed/embedder.ts'
import type { EncoderPool } from './embed/encoder-pool.ts'
import type { Glossary } from './embed/glossary.ts'
import { createLocalEmbedder } from './embed/local-embedder.ts'
import { BGE_ZH, MINILM } from './embed/model-spec.ts'
import { type EmbeddingPart, languagesOf, planEmbedding } from './embed/plan-embedding.ts'
import type { ProviderOptions } from './embed/provider-embedder.ts'

export interface CreateEmbeddersOptions {
  /** `<config home>/models` */
  modelsDirectory: string
  /** Instead of the local models. */
  provider?: ProviderOptions
  /** For large jobs. Default: the cores, at most 4. */
  threads?: number
  /** False where nobody may wait a second for the first conversion (the prompt's path). Default true. */
  mayConvert?: boolean
}

export interface PlannedText extends EmbeddingPart {
  embedder: Embedder
}

export interface Embedders {
  readonly all: readonly Embedder[]
  /** Which embedder takes which form of a text: at most one part per embedder, none if no model can read it. */
  plan(text: string): Promise<PlannedText[]>
  /** The English of the Chinese in a text, for full text too; undefined without Chinese or without a dictionary. */
  gloss(text: string): Promise<string | undefined>
  close(): Promise<void>
}

/** Nothing is opened before the first text. */
export async function createEmbedders(options: CreateEmbeddersOptions): Promise<Embedders> {
  if (options.provider) {
    const { createProviderEmbedder } = await import('./embed/provider-embedder.ts')
    return overProvider(createProviderEmbedder(options.provider))
  }
  return overLocalModels(options)
}

function overLocalModels(options: CreateEmbeddersOptions): Embedders {
  const { modelsDirectory, threads, mayConvert = true } = options
  let starting: Promise<EncoderPool> | undefined
  const pool = (): Promise<EncoderPool> => {
    starting ??= import('./embed/encoder-pool.ts').then(({ createEncoderPool }) =>
      createEncoderPool({ threads }),
    )
    return starting
  }
  const all = [MINILM, BGE_ZH].map((spec) =>
    createLocalEmbedder({ spec, modelsDirectory, pool, threads, mayConvert }),
  )
  let opening: Promise<Glossary | undefined> | undefined
  const glossaryFor = async (text: string): Promise<Glossary | undefined> => {
    if (!languagesOf(text).includes('zh')) return undefined
    opening ??= import('./embed/glossary.ts').then(({ openGlossary }) =>
      openGlossary(modelsDirectory, mayConvert),
    )
    return opening
  }
  return {
    all,
    plan: async (text) =>
      planEmbedding(text, await glossaryFor(text)).flatMap((part) => {
        const embedder = all.find(({ languages }) => languages.includes(part.language))
        return embedder ? [{ ...part, embedder }] : []
      }),
    gloss: async (text) => (await glossaryFor(text))?.gloss(text),
    close: async () => {
      await Promise.all(all.map((embedder) => embedder.close()))
      await (await starting)?.close()
      // As above: its error went to whoever asked for it.
      const glossary = await opening?.catch(() => undefined)
      opening = undefined
      glossary?.close()
    },
  }
}

/** A provider's model reads all languages: every text as it is. */
function overProvider(embedder: Embedder): Embedders {
  return {
    all: [embedder],
    plan: async (text) => [{ embedder, text, language: languagesOf(text)[0] ?? 'en', form: 'original' }],
    gloss: async () => undefined,
    close: () => embedder.close(),
  }
}
