// npm run test:clients -- cost: what a prompt, and leaving, take in Claude Code without memdir, with the plugin and with
// the MCP hook. One process each, prompts in turn, so that a slow moment of the machine hits all three.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { CLIENTS } from './clients.mjs'
import { store, UNRELATED } from './facts.mjs'
import { openLab } from './lab.mjs'

const ROUNDS = Number(process.env.MEMDIR_COST_ROUNDS ?? 15)
/** The first prompts open search data and models. */
const WARM = 3
const SETUPS = [
  { name: 'without memdir' },
  { name: 'plugin', init: [] },
  { name: 'MCP hook', init: ['--mcp-hook'] },
]

/** `openLab` of a setup: with another memdir, to compare. */
export async function measureCost(model, binaries, setups = SETUPS) {
  const claude = CLIENTS.find(({ bin }) => bin === 'claude')
  const open = setups.map(({ name, init, openLab: own = openLab }) => {
    const lab = own(claude, model, binaries)
    delete lab.env.MEMDIR_HOOK_SLOWER
    if (init) {
      lab.memdir('init', 'claude-code', ...init, '--yes')
      store(lab)
    }
    return { name, lab, prompts: [], exits: [] }
  })
  for (const setup of open) setup.talk = await startTalk(setup.lab, model, binaries)
  for (let round = 0; round < WARM + ROUNDS; round++)
    for (const setup of open) {
      await quiet(setup.lab)
      const ms = await setup.talk.prompt(`${UNRELATED} ${round}`)
      if (round >= WARM) setup.prompts.push(ms)
    }
  for (const setup of open) setup.exits.push(await setup.talk.leave())
  for (let round = 1; round < 5; round++)
    for (const setup of open) {
      const talk = await startTalk(setup.lab, model, binaries)
      await talk.prompt('hello')
      setup.exits.push(await talk.leave())
    }
  for (const { lab } of open) await lab.close()
  return open.map(({ name, prompts, exits }) => ({ name, prompt: median(prompts), exit: median(exits) }))
}

/** Nobody types that fast: what the last turn left to do in the background is done. */
async function quiet(lab) {
  const works = () => lab.leftovers().some((command) => /hook\.js|jobs run/.test(command))
  do await new Promise((wake) => setTimeout(wake, 200))
  while (works())
}

/** A conversation that takes one message after the other. */
async function startTalk(lab, model, binaries) {
  const format = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
  const child = spawn(join(binaries, 'claude'), ['-p', ...format], { cwd: lab.project, env: lab.env })
  const ended = new Promise((done) => child.on('exit', done))
  let out = ''
  let onResult = () => {}
  child.stderr.resume()
  child.stdout.on('data', (chunk) => {
    out += chunk
    const lines = out.split('\n')
    out = lines.pop()
    if (lines.some((line) => line.includes('"type":"result"'))) onResult()
  })
  return {
    /** Milliseconds from sending to the request that reaches the model. */
    async prompt(text) {
      const from = model.requests.length
      const result = new Promise((done) => {
        onResult = done
      })
      const sent = Date.now()
      const message = { type: 'user', message: { role: 'user', content: text } }
      child.stdin.write(`${JSON.stringify(message)}\n`)
      await Promise.race([result, ended])
      const request = model.requests.slice(from).find((one) => one.raw.includes(text))
      return request ? request.at - sent : Number.NaN
    },
    async leave() {
      const left = Date.now()
      child.stdin.end()
      await ended
      return Date.now() - left
    },
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
