// Where a configured embedding model is asked: at the given address, else at the one that is usual for it.

import { embeddingProviderTexts } from '../../base/messages/embedding-provider.ts'
import { message } from '../../base/messages/message.ts'
import { MemdirError } from '../../base/values/errors.ts'

/** Names that mean one provider's model. */
const USUAL: readonly { names: RegExp; address: string }[] = [
  { names: /^text-embedding-(3-(small|large)|ada-002)$/, address: 'https://api.openai.com/v1' },
  { names: /^(mistral|codestral)-embed(-\d+)?$/, address: 'https://api.mistral.ai/v1' },
  { names: /^voyage-/, address: 'https://api.voyageai.com/v1' },
  { names: /^jina-(embeddings|clip)-/, address: 'https://api.jina.ai/v1' },
  { names: /^gemini-embedding-/, address: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  // What `ollama pull` gives these names.
  {
    names: /^(nomic-embed-text|mxbai-embed-large|snowflake-arctic-embed2?|all-minilm|embeddinggemma)(:.+)?$/,
    address: 'http://localhost:11434/v1',
  },
]

/** Throws `bad_settings` where nothing can be asked: a configured provider is never ignored in silence. */
export function providerAddress({ model, baseUrl }: { model: string; baseUrl?: string }): string {
  if (model === '')
    throw new MemdirError('bad_settings', message(embeddingProviderTexts.embeddingWithoutModel), {
      fix: message(embeddingProviderTexts.setEmbeddingModel),
    })
  const address = baseUrl || USUAL.find(({ names }) => names.test(model))?.address
  if (address !== undefined) return address
  throw new MemdirError('bad_settings', message(embeddingProviderTexts.embeddingWithoutAddress, { model }), {
    fix: message(embeddingProviderTexts.setEmbeddingAddress),
  })
}
