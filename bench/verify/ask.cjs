// One process, as a prompt starts one: a bundle with V8's code cache verifies the memories of a prompt and says what that
// cost, then all claims. Arguments: the bundle, its cache (made where it is missing), the question. Standard output: JSON.
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')

const [, , bundle, cache, question] = process.argv
const code = `(function (require, exports, module) {${readFileSync(bundle, 'utf8')}\n})`
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined
const script = new Script(code, { filename: bundle, cachedData })
const loaded = { exports: {} }
script.runInThisContext()(require, loaded.exports, loaded)

const { texts, tree, prompt } = JSON.parse(readFileSync(question, 'utf8'))
const ask = (some) =>
  loaded.exports.verifyAll(
    some.map((text) => ({ text, changed: 0 })),
    { ...tree, now: Date.now() },
  )
const before = process.cpuUsage()
const started = performance.now()
ask(prompt)
const wall = performance.now() - started
const { user, system } = process.cpuUsage(before)
if (!cachedData) writeFileSync(cache, script.createCachedData())
console.log(JSON.stringify({ wall, cpu: (user + system) / 1_000, answers: ask(texts) }))
