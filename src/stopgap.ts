// Until search is wired into the engine: words in common. Goes away with the merge that brings engine.recall.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryFileOf } from './clients/memory-file-of.ts'
import type { Location } from './memory/memory-location.ts'
import type { MemoryStore } from './memory/memory-store.ts'
import { type RecallHit, type RecallResult, recall } from './recall/recall.ts'
import { forgetShown, readShown, recordShown } from './recall/shown-record.ts'

const words = (text: string) => new Set(text.toLowerCase().match(/[a-z0-9]{4,}|[\u4e00-\u9fff]{2}/g) ?? [])

export function stopgap(location: Location, store: MemoryStore, on: boolean, directory: string) {
  const search = async (query: string): Promise<RecallHit[]> => {
    const wanted = words(query)
    return store
      .list()
      .map((memory) => {
        const have = words(`${memory.name} ${memory.description} ${memory.content}`)
        const common = [...wanted].filter((word) => have.has(word))
        return { memory, similarity: Math.min(1, common.length / 4), why: { terms: common } }
      })
      .filter((hit) => hit.similarity >= 0.5)
      .sort((a, b) => b.similarity - a.similarity)
  }
  return {
    async recall(request: {
      prompt: string
      conversation?: string
      record?: boolean
      budget?: number
      signal?: AbortSignal
    }): Promise<RecallResult> {
      const result = await recall(
        {
          search: async (query, { limit }) => ({
            hits: (await search(query)).slice(0, limit),
            mode: 'full text',
          }),
          redact: (text) => text,
          memoryOn: on,
          recallOn: true,
          directory: location.memory,
          workTree: directory,
          maxMemories: 5,
        },
        {
          prompt: request.prompt,
          shown: readShown(location.state, request.conversation),
          budget: request.budget,
          now: new Date(),
        },
      )
      if (request.record && request.conversation && result.memories.length > 0)
        recordShown(location.state, request.conversation, {
          shown: result.memories.map((hit) => hit.memory.file),
          bytes: Buffer.byteLength(result.text),
        })
      return result
    },
    async search(request: { query: string; limit?: number }) {
      return { hits: (await search(request.query)).slice(0, request.limit ?? 10), mode: 'full text' as const }
    },
    noteRead(conversation: string, paths: readonly string[]) {
      const read = paths
        .map((path) => memoryFileOf(location.memory, path))
        .filter((file) => file !== undefined)
      if (read.length > 0) recordShown(location.state, conversation, { read })
    },
    forgetShown: (conversation: string) => forgetShown(location.state, conversation),
    startWorker(_reason: string) {
      const entry = fileURLToPath(new URL('./memdir.js', import.meta.url))
      const child = spawn(process.execPath, [entry, 'worker', '-C', directory], {
        detached: true,
        stdio: 'ignore',
        cwd: join(location.state, '..'),
        env: { ...process.env, MEMDIR_GUARD: '1' },
      })
      child.unref()
    },
  }
}
