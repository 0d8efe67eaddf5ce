// The invariants of the context levels on random conversations: each level alone, and all of them in random orders. With
// --only DIR,…: on the logs in these directories as well.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FUZZED_LEVELS, fuzzContext } from '../../dist/testing/fuzz-context.js'
import { randomConversation, seededRandom } from '../../dist/testing/random-conversation.js'
import { splitResponses } from '../../dist/testing/whole-responses.js'
import { readAnyTranscript } from '../../dist/transcript/read-any-transcript.js'

const TRIES = 10_000

export async function run({ tries = TRIES, seed, log, timeIsUp, only }) {
  const violations = []
  const directories = only ?? []
  let done = 0
  for (const conversation of await conversations(directories, log)) {
    for (const level of [undefined, ...FUZZED_LEVELS]) {
      const random = seededRandom(done++)
      const levels = level ? [level] : ordered(random)
      const found = fuzzContext(conversation.messages, conversation.now, {
        levels,
        seed: done,
        binds: done % 2 > 0,
      })
      violations.push(...found.map((problem) => `${conversation.name} [${levels}]: ${problem}`))
    }
  }
  for (let at = 0; at < tries; at++) {
    if (timeIsUp()) return { tries: done + at, violations, unfinished: true }
    const number = Number(seed) * 1_000_003 + at
    const random = seededRandom(number)
    const { messages, now } = randomConversation(number)
    const level = FUZZED_LEVELS[at % (2 * FUZZED_LEVELS.length)]
    const levels = level ? [level] : ordered(random)
    const found = fuzzContext(messages, now, { levels, seed: number, binds: random() < 0.5 })
    violations.push(...found.map((problem) => `seed ${number} [${levels}]: ${problem}`))
    if ((at + 1) % 1_000 === 0) log(`${at + 1} conversations`)
  }
  return { tries: done + tries, violations, unfinished: false }
}

/** As the levels can follow each other from one request to the next. */
function ordered(random) {
  const count = 2 + Math.floor(random() * 5)
  return Array.from({ length: count }, () => FUZZED_LEVELS[Math.floor(random() * FUZZED_LEVELS.length)])
}

async function conversations(directories, log) {
  const found = []
  for (const directory of directories)
    for (const name of readdirSync(directory)) {
      const transcript = await readAnyTranscript(join(directory, name))
      const messages = transcript ? splitResponses(transcript.messages) : []
      if (messages.length === 0) continue
      const now = Date.parse(messages.at(-1).time) + 60_000
      found.push({ name, messages, now: Number.isNaN(now) ? Date.now() : now })
    }
  log(`${found.length} logs`)
  return found
}
