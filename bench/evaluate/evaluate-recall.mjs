// Measures recall on labelled prompts: the memories are written into stores, each prompt is put to one of them as an agent
// would put it, and what was attached is compared with what answers it.
import { statementKey } from '../../dist/base/statements/words.js'
import { makeFillers } from './fillers.mjs'
import { seededRandom, shuffled } from './random.mjs'
import { scoreRecall } from './recall-score.mjs'

export async function evaluateRecall(options) {
  const { openStore, onProgress, prompts } = options
  const asked = new Map()
  for (const plan of planStores(options)) {
    const store = await openStore(plan.memories, onProgress)
    try {
      for (const prompt of plan.prompts) {
        const hits = await store.ask(prompt.text)
        const relevant = new Set(prompt.relevant.map(plan.canonical).filter((id) => plan.has(id)))
        asked.set(prompt, { prompt, relevant, hits, attached: hits.map(({ id }) => id) })
        onProgress?.(asked.size, prompts.length, 'asking')
      }
    } finally {
      await store.close()
    }
  }
  const inOrder = prompts.flatMap((prompt) => asked.get(prompt) ?? [])
  return { scores: scoreRecall(inOrder), asked: inOrder }
}

/** Which memories are stored together, and which prompts are put to them. */
export function planStores({ memories, prompts, size, seed = 1 }) {
  const { distinct, canonical } = withoutDoubles(memories)
  const stores =
    size === undefined || size >= distinct.length
      ? [[...distinct, ...makeFillers(Math.max(0, (size ?? 0) - distinct.length), seed)]]
      : smallStores(distinct, size, seed)
  const known = new Set(distinct.map(({ id }) => id))
  const placeOf = new Map(stores.flatMap((store, at) => store.map(({ id }) => [id, at])).toReversed())
  const random = seededRandom(seed)
  const places = prompts.map(({ relevant }) => {
    const [first] = relevant.map(canonical).filter((id) => known.has(id))
    const anywhere = Math.floor(random() * stores.length)
    return (first === undefined ? undefined : placeOf.get(first)) ?? anywhere
  })
  return stores.flatMap((store, at) => {
    const ids = new Set(store.map(({ id }) => id))
    const put = prompts.filter((_, index) => places[index] === at)
    return put.length === 0 ? [] : [{ memories: store, prompts: put, canonical, has: (id) => ids.has(id) }]
  })
}

/** Shuffled, then cut into stores of one size; what the last lacks it gets from the first. */
function smallStores(memories, size, seed) {
  const order = shuffled(memories, seededRandom(seed))
  const around = [...order, ...order]
  return Array.from({ length: Math.ceil(order.length / size) }, (_, at) =>
    around.slice(at * size, (at + 1) * size),
  )
}

/** The product keeps one memory of a text. */
function withoutDoubles(memories) {
  const byText = new Map()
  const stored = new Map()
  for (const memory of memories) {
    const key = statementKey(memory.text)
    const first = byText.get(key) ?? memory
    byText.set(key, first)
    stored.set(memory.id, first.id)
  }
  return { distinct: [...byText.values()], canonical: (id) => stored.get(id) ?? id }
}
