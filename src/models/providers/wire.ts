// What a provider's implementation has to say; streaming-model.ts does the rest (retry, abort, silence, usage).
import type { ModelRequest } from '../model.ts'
import type { ModelError } from '../model-error.ts'
import type { ResponseBuilder } from './response-builder.ts'

export interface Wire {
  serialise(request: ModelRequest): string
  /** Sends the body unchanged. One attempt: no retry of its own. */
  open(body: string, signal: AbortSignal, request: ModelRequest): Promise<AsyncIterable<unknown>>
  /** One decoder per response. */
  decoder(builder: ResponseBuilder): Decoder
  /** Any error of `open`, of the stream or of the decoder. */
  classify(error: unknown): ModelError
}

export interface Decoder {
  push(chunk: unknown): void
  /** The stream is over. Throws where it ended too early or the answer is a refusal. */
  end(): void
}
