// The one interface to anything that turns text into vectors, and the rule which model may judge which text.

export type TextLanguage = 'en' | 'zh'

export interface EmbedOptions {
  /** Some models want another prefix for queries than for what is stored. */
  purpose: 'query' | 'memory'
  /** Somebody waits for the vectors, and there is another answer without them: a few seconds, no second attempt. */
  waiting?: boolean
  signal?: AbortSignal
  /** Called with the number of texts done so far, for progress bars. */
  onProgress?: (done: number, total: number) => void
}

export interface Embedder {
  /** Names the vector space, for example `minilm-l6-v2-int8`. Vectors of different models are never compared. */
  readonly model: string
  readonly dimensions: number
  /** Where it is asked; absent: on this machine, without a network. */
  readonly address?: string
  /** What this model may judge. An English model never ranks Chinese. */
  readonly languages: readonly TextLanguage[]
  /** How many tokens of memories it is best given at once; the usual step if not said. */
  readonly stepTokens?: number
  /** Unit vectors, in the order of the texts. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>
  /** Ends workers, if it started any. */
  close(): Promise<void>
}
