// The invariants of the context levels on random conversations: each level alone, all orders of up to four of them, and
// all orders of all of them. With --only DIR,…: on the logs in these directories as well, each level alone and after
// each other, and the orders of three spread over the logs.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readAnyTranscript } from '../../dist/models/foreign-transcript.js'
import { fuzzContext, levelOrders } from '../../dist/testing/fuzz-context.js'
import { randomConversation } from '../../dist/testing/random-conversation.js'
import { splitResponses } from '../../dist/testing/whole-responses.js'

const TRIES = 10_000

export async function run({ tries = TRIES, seed, log, timeIsUp, only }) {
  const violations = []
  let done = 0
  const attempt = (name, { messages, now }, levels, number) => {
    const found = fuzzContext(messages, now, { levels, seed: number, binds: number % 2 > 0 })
    violations.push(...found.map((problem) => `${name} [${levels}]: ${problem}`))
    done++
  }
  const logs = await conversations(only ?? [], log)
  for (const [at, conversation] of logs.entries()) {
    const spread = levelOrders(3).filter((_, order) => order % logs.length === at)
    for (const levels of [...levelOrders(1), ...levelOrders(2), ...spread]) {
      if (timeIsUp()) return { tries: done, violations, unfinished: true }
      attempt(conversation.name, conversation, levels, done)
    }
    log(`${conversation.name}: ${conversation.messages.length} messages`)
  }
  const orders = [1, 2, 3, 4, 'all'].flatMap(levelOrders)
  for (let at = 0; at < tries; at++) {
    if (timeIsUp()) return { tries: done, violations, unfinished: true }
    const number = Number(seed) * 1_000_003 + at
    attempt(`seed ${number}`, randomConversation(number), orders[at % orders.length], number)
    if ((at + 1) % 1_000 === 0) log(`${at + 1} conversations, ${Math.min(at + 1, orders.length)} orders`)
  }
  return { tries: done, violations, unfinished: false }
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
