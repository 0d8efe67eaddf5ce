// Many questions to one open store, in a process that has done nothing else: prints medians and resident memory.
import { readFileSync } from 'node:fs'
import { closeSearchStore, searchStoreIn } from '../../dist/search/catalog/catalog-files.js'
import { search } from '../../dist/search/search.js'

const [directory, questions] = process.argv.slice(2)
const store = searchStoreIn(directory)
const times = { hybrid: [], fulltext: [] }
const ask = async (name, query) => {
  const started = performance.now()
  await search(store, { limit: 5, now: 1.8e12, ...query })
  times[name].push(performance.now() - started)
}
for (const line of readFileSync(questions, 'utf8').trim().split('\n')) {
  const { text, vector } = JSON.parse(line)
  await ask('hybrid', {
    text,
    vectors: [{ model: 'bench', vector: Float32Array.from(vector), form: 'original' }],
  })
  await ask('fulltext', { text })
}
// The first fifth warms up.
const middle = (list) => list.slice(list.length / 5).sort((a, b) => a - b)[Math.floor((list.length * 2) / 5)]
const resident = process.memoryUsage().rss / 1e6
console.log(JSON.stringify({ hybrid: middle(times.hybrid), fulltext: middle(times.fulltext), resident }))
await closeSearchStore(store)
