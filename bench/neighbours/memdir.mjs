// The library in an open process, its own models inside: nobody hands it a vector.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export async function open({ directory }) {
  const { openEngine } = await import(pathToFileURL(join(process.env.MEMDIR_BENCH_DIST, 'index.js')))
  const engine = openEngine({ directory: join(directory, 'project'), env: process.env })
  const records = await engine.records()
  return {
    async ask({ text }) {
      // As the others, which hold nothing back that came near.
      const found = await engine.search({ query: text, limit: 5, threshold: 0 })
      return found.hits
    },
    add: ({ text }) => records.add({ content: text, type: 'project' }, { actor: 'user' }),
    close: () => engine.close(),
  }
}
