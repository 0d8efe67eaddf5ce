// Its own store ("memory": SQLite); no model is asked, neither for vectors nor for what to remember (`infer: false`).
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Memory } from 'mem0ai/oss'

const user = 'bench'

export async function open({ directory, dimensions }) {
  const openai = { provider: 'openai', config: { apiKey: 'none' } }
  const memory = new Memory({
    embedder: openai,
    llm: openai,
    vectorStore: {
      provider: 'memory',
      config: { dimension: dimensions, dbPath: join(directory, 'mem0.db') },
    },
    historyDbPath: join(directory, 'history.db'),
  })
  let vector
  memory.embedder = { embed: async () => vector, embedBatch: async (texts) => texts.map(() => vector) }
  return {
    async fill(memories) {
      vector = memories[0].vector
      // Opens the store, and leaves what its own writing leaves.
      await memory.add(memories[0].text, { userId: user, infer: false })
      const rest = memories.slice(1)
      const now = new Date().toISOString()
      await memory.vectorStore.insert(
        rest.map((one) => one.vector),
        rest.map(() => randomUUID()),
        rest.map(({ text: data }) => {
          const hash = createHash('md5').update(data).digest('hex')
          return {
            userId: user,
            user_id: user,
            data,
            hash,
            textLemmatized: data.toLowerCase(),
            createdAt: now,
          }
        }),
      )
    },
    async ask(question) {
      vector = question.vector
      const { results } = await memory.search(question.text, {
        filters: { user_id: user },
        topK: 5,
        threshold: 0,
      })
      return results
    },
    async add(one) {
      vector = one.vector
      await memory.add(one.text, { userId: user, infer: false })
    },
  }
}
