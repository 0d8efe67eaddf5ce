// Many questions to one open store, in a process that has done nothing else: prints medians and resident memory.
import { EmbeddedBackend } from '../../dist/search/backends/embedded.js'
import { search } from '../../dist/search/search.js'
import { median } from '../measure.mjs'
import { makeMemories, makeQueries, makeVector, random } from './corpus.mjs'

const [directory, size, dimensions] = process.argv.slice(2)
const backend = new EmbeddedBackend({ directory })
const next = random(4)
const times = { hybrid: [], fulltext: [] }
const ask = async (name, query) => {
  const started = performance.now()
  await search(backend, { limit: 5, now: 1.8e12, ...query })
  times[name].push(performance.now() - started)
}
// A fifth of the memories is enough to make questions from.
for (const text of makeQueries(makeMemories(Math.ceil(Number(size) / 5)), 250)) {
  const vectors = [{ model: 'bench', vector: makeVector(next, Number(dimensions)), form: 'original' }]
  await ask('hybrid', { text, vectors })
  await ask('fulltext', { text })
}
const middle = (list) => median(list.slice(50))
console.log(
  JSON.stringify({
    hybrid: middle(times.hybrid),
    fulltext: middle(times.fulltext),
    resident: process.memoryUsage().rss / 1e6,
  }),
)
await backend.close()
