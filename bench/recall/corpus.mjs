// Made-up memories with the statistics of real ones: word frequencies after Zipf, two fifths stop words, about 300
// bytes each. The same seed makes the same memories.

const STOPS = 'the a to of and in is that for it was on with as we at by this be are from or an not'.split(
  ' ',
)
const SYLLABLES = 'ba re ti no ka lu mi so ten var pel dor gan hex qui zor fam lin sta cro'.split(' ')

export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Word number `rank`: common words are short. */
function word(rank) {
  let text = ''
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    text += SYLLABLES[rest % SYLLABLES.length]
  return text
}

const VOCABULARY = Array.from({ length: 30_000 }, (_, rank) => word(rank))

function sentence(next, length) {
  const words = []
  for (let i = 0; i < length; i++) {
    const rank = Math.floor(Math.exp(next() * Math.log(VOCABULARY.length)))
    words.push(
      next() < 0.4
        ? STOPS[Math.floor(next() * STOPS.length)]
        : VOCABULARY[Math.min(rank, VOCABULARY.length - 1)],
    )
  }
  return `${words.join(' ')}.`
}

export function makeMemories(count, seed = 1) {
  const next = random(seed)
  return Array.from({ length: count }, (_, i) => ({
    id: `topics/memory-${i}.md`,
    name: sentence(next, 3).slice(0, -1),
    description: sentence(next, 6).slice(0, -1),
    body: Array.from({ length: 4 }, () => sentence(next, 9)).join(' '),
    type: ['user', 'feedback', 'project', 'reference'][i % 4],
    tags: [],
    importance: 1 + (i % 5),
    created: 1.7e12 + i * 1000,
    changed: 1.7e12 + i * 1000,
    size: 300,
    stamp: 1.7e12 + i * 1000,
  }))
}

/** A question about a memory: some of its words, and some that it does not have. */
export function makeQueries(memories, count, seed = 2) {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const { body } = memories[Math.floor(next() * memories.length)]
    const words = body.split(/[ .]+/).filter((each) => each && next() < 0.2)
    return `what about ${words.slice(0, 7).join(' ')} ${sentence(next, 2)}`
  })
}

export function makeVector(next, dimensions) {
  const vector = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++) vector[i] = next() + next() + next() - 1.5
  return vector
}
