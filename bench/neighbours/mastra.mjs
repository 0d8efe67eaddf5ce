// Semantic recall over messages, with its LibSQL store and vectors in one file; no model is asked.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { LibSQLStore, LibSQLVector } from '@mastra/libsql'
import { Memory } from '@mastra/memory'

const resourceId = 'bench'
const threadId = 'bench-thread'
const BATCH = 500

export async function open({ directory }) {
  const url = `file:${join(directory, 'mastra.db')}`
  const given = new Map()
  const embedder = {
    specificationVersion: 'v2',
    provider: 'bench',
    modelId: 'given',
    maxEmbeddingsPerCall: 1000,
    supportsParallelCalls: true,
    doEmbed: async ({ values }) => ({ embeddings: values.map((value) => given.get(value)) }),
  }
  const semanticRecall = { topK: 5, messageRange: 0, scope: 'resource' }
  const memory = new Memory({
    storage: new LibSQLStore({ id: 'store', url }),
    vector: new LibSQLVector({ id: 'vectors', url }),
    embedder,
    options: { lastMessages: false, semanticRecall },
  })
  let time = Date.now()
  const save = (memories) => {
    for (const { text, vector } of memories) given.set(text, vector)
    const messages = memories.map(({ text }) => ({
      id: randomUUID(),
      role: 'user',
      type: 'text',
      // No two at the same moment: it orders messages by their time.
      createdAt: new Date(time++),
      threadId,
      resourceId,
      content: { format: 2, parts: [{ type: 'text', text }], content: text },
    }))
    return memory.saveMessages({ messages })
  }
  return {
    async fill(memories) {
      const now = new Date()
      await memory.saveThread({
        thread: { id: threadId, resourceId, title: '', createdAt: now, updatedAt: now },
      })
      for (let at = 0; at < memories.length; at += BATCH) await save(memories.slice(at, at + BATCH))
    },
    async ask({ text, vector }) {
      given.set(text, vector)
      const { messages } = await memory.recall({ threadId, resourceId, vectorSearchString: text })
      return messages
    },
    add: (one) => save([one]),
  }
}
