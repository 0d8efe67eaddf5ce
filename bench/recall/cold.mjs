// One question from process start to answer: what a hook does, the query's vector given. Bundled before it is run.
import { readFileSync } from 'node:fs'
import { searchStoreIn } from '../../dist/search/catalog/catalog-files.js'
import { search } from '../../dist/search/search.js'

const [question, directory] = process.argv.slice(2)
const { text, vector } = JSON.parse(readFileSync(question, 'utf8'))
const store = searchStoreIn(directory)
const vectors = [{ model: 'bench', vector: Float32Array.from(vector), form: 'original' }]
const { hits } = await search(store, { text, vectors, limit: 5, now: Date.now() })
if (hits.length !== 5) throw new Error(`${hits.length} hits`)
