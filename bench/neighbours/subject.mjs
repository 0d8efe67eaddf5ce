// One store in a process of its own, by what all adapters of this folder export:
//   open({ directory, dimensions, … }) → { fill(memories), ask(question) → hits, add(memory), close() }
// Memories and questions are { text, vector }. Copied next to the installed packages and run there.
//   node subject.mjs NAME fill PLACE | cold PLACE | warm PLACE
// cold asks one question and prints how many hits it has; warm prints { ms, cpu, writeMs, writeCpu, peak, answered }: milliseconds, MB, questions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [name, mode, place] = process.argv.slice(2)
const read = (file) => JSON.parse(readFileSync(join(place, file), 'utf8'))
const { open } = await import(`./${name}.mjs`)
const store = await open({ directory: place, dimensions: 384 })

const modes = {
  fill: () => store.fill(read('memories.json')),
  cold: async () => console.log((await store.ask(read('question.json'))).length),
  warm: async () => {
    const [questions, more] = [read('questions.json'), read('more.json')]
    // The first sixth warms up.
    const first = questions.length / 6
    const times = []
    let before
    let answered = 0
    for (const [at, question] of questions.entries()) {
      if (at === first) before = processorMs()
      const started = performance.now()
      const hits = await store.ask(question)
      if (at < first) continue
      times.push(performance.now() - started)
      if (hits.length > 0) answered++
    }
    const cpu = (processorMs() - before) / times.length
    const writes = []
    before = processorMs()
    for (const memory of more) {
      const started = performance.now()
      await store.add(memory)
      writes.push(performance.now() - started)
    }
    const writeCpu = (processorMs() - before) / writes.length
    const peak = process.resourceUsage().maxRSS / 1024
    console.log(JSON.stringify({ ms: median(times), cpu, writeMs: median(writes), writeCpu, peak, answered }))
  },
}
await modes[mode]()
await store.close?.()
// Some keep timers or sockets that nobody waits for.
process.exit(0)

/** With that of children that have ended, which the system counts in hundredths of a second. */
function processorMs() {
  const { user, system } = process.cpuUsage()
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  return (user + system) / 1000 + 10 * (Number(fields[13]) + Number(fields[14]))
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
