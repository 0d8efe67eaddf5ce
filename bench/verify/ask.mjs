// One process, as a prompt starts one: verifies the texts of a file and says what it cost. Standard output: JSON.
import { readFileSync } from 'node:fs'
import { verifyAll } from '../../dist/recall/verify.js'

const { texts, tree, prompt } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const ask = (some) =>
  verifyAll(
    some.map((text) => ({ text, changed: 0 })),
    { ...tree, now: Date.now() },
  )
const cpu = process.cpuUsage()
const started = performance.now()
ask(prompt)
const wall = performance.now() - started
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ wall, cpu: (user + system) / 1_000, answers: ask(texts) }))
