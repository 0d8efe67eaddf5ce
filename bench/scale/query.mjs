// Questions to a store of made-up passages, in a process of its own: the first one, and the median of the others.
import { readFileSync } from 'node:fs'
import { closeSearchStore, searchStoreIn } from '../../dist/search/catalog/catalog-files.js'
import { search } from '../../dist/search/search.js'
import { median } from '../measure.mjs'

const [directory, questions] = process.argv.slice(2)
const store = searchStoreIn(directory)
const times = []
for (const line of readFileSync(questions, 'utf8').trim().split('\n')) {
  const { text, vector } = JSON.parse(line)
  const started = process.cpuUsage()
  const vectors = [{ model: 'bench', vector: Float32Array.from(vector), form: 'original' }]
  await search(store, { text, vectors, limit: 5, now: 1.8e12 })
  const { user, system } = process.cpuUsage(started)
  times.push((user + system) / 1000)
}
const resident = process.memoryUsage().rss / 1e6
console.log(JSON.stringify({ first: times[0], warm: median(times.slice(1)), resident }))
await closeSearchStore(store)
