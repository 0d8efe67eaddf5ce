// Kills `memdir storage move` in the middle, into a store and back again, and looks whether the next one ends what it
// began: every vector is there once, none was embedded a second time. LanceDB in a directory, and a loopback server that
// speaks Pinecone's REST form; their packages are installed as `npm run test:stores` does it.
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from '../../dist/index.js'
import { startPineconeServer } from '../../dist/testing/pinecone-server.js'
import { installStores, storesEnvironment } from '../../test/stores/main.mjs'
import { makePlace, withRoot } from './lib/place.mjs'
import { MEMDIR, start } from './lib/processes.mjs'
import { seeded } from './lib/random.mjs'

/** More than one batch. */
const MEMORIES = 600
const TRIES = 20
/** Milliseconds that an answer of the server takes: without it everything is there before a kill arrives. */
const DELAY = 15
const COMMAND_MS = 300_000

export async function run({ tries = TRIES, seed, log, timeIsUp }) {
  installStores()
  const pinecone = await startPineconeServer()
  const violations = []
  let tried = 0
  try {
    await withRoot('torture-move', async (root) => {
      const place = makePlace(join(root, 'work'))
      await prepare(place, join(root, 'models'))
      const template = join(root, 'template')
      cpSync(place.root, template, { recursive: true, verbatimSymlinks: true })
      const times = { random: seeded(seed), usual: 0 }
      for (; tried < tries && !timeIsUp(); tried++) {
        rmSync(place.root, { recursive: true, force: true })
        cpSync(template, place.root, { recursive: true, verbatimSymlinks: true })
        pinecone.namespaces.clear()
        pinecone.delay = DELAY
        const backend = tried % 2 === 0 ? 'lancedb' : 'pinecone'
        log(await tryOut({ place, backend, pinecone, times, violations }))
      }
    })
    return { tries: tried, violations, unfinished: timeIsUp() && tried < tries }
  } finally {
    await pinecone.close()
  }
}

async function prepare(place, models) {
  mkdirSync(models)
  symlinkSync(models, join(place.home, 'models'))
  const engine = openEngine({ directory: place.project, env: place.env, probeHistory: false })
  const memories = Array.from({ length: MEMORIES }, (_, i) => ({
    content: `Fact number ${i} of many`,
    tags: [],
  }))
  await (await engine.records()).import({ format: 'mem0', memories }, { actor: 'torture' })
  await engine.close()
  await succeed(commandIn(place, {}), 'reindex')
}

/** There and back, each killed once and then ended. */
async function tryOut({ place, backend, pinecone, times, violations }) {
  const run = commandIn(place, { PINECONE_API_KEY: pinecone.apiKey })
  if (backend === 'pinecone') await succeed(run, 'config', 'set', 'storage.url', pinecone.url)
  const said = []
  for (const to of [backend, 'embedded']) {
    const violation = (text) =>
      violations.push(`${to === backend ? 'to' : 'from'} ${backend}, ${said.at(-1)}: ${text}`)
    await succeed(run, 'config', 'set', 'storage.backend', to)
    // As long as a whole one took, which depends on the machine.
    const killAfter = times.random.below(times.usual || 4_000)
    const { signal } = await run({ killAfter }, 'storage', 'move').ended
    const second = await run({}, 'storage', 'move', '--json').ended
    const { data, error } = JSON.parse(second.out)
    // The first one had just dropped what it moved.
    const isOver = error?.code === 'usage'
    if (error && !isOver) throw new Error(`memdir storage move: ${second.out}${second.err}`)
    const { complete = isOver, moved = 0 } = data ?? {}
    if (moved === MEMORIES) times.usual = second.ms
    said.push(`${signal ? 'killed after' : 'ended within'} ${killAfter} ms, ${moved} left`)
    if (!complete) violation('the second move did not end')
    const status = JSON.parse((await succeed(run, 'storage', '--json')).out).data
    const there = status.stores.map((store) => [store.backend, Object.values(store.vectors)])
    if (JSON.stringify(there) !== JSON.stringify([[to, [MEMORIES]]]))
      violation(`vectors: ${JSON.stringify(there)}`)
    const { job } = JSON.parse((await succeed(run, 'reindex', '--json')).out).data
    if (job.did.embedded !== 0) violation(`${job.did.embedded} embedded again`)
    const search = ['search', 'Fact number 7', '--mode', 'meaning', '--threshold', '0', '--json']
    const { covered } = JSON.parse((await succeed(run, ...search)).out).data
    if (covered !== MEMORIES) violation(`search covers ${covered} of ${MEMORIES}`)
  }
  return `${backend}: ${said.join(', back ')}`
}

function commandIn(place, more) {
  const env = { ...place.env, ...storesEnvironment(), ...more }
  return ({ killAfter = COMMAND_MS }, ...args) =>
    start([MEMDIR, ...args], { cwd: place.project, env, timeoutMs: killAfter })
}

async function succeed(run, ...args) {
  const ended = await run({}, ...args).ended
  if (ended.code !== 0) throw new Error(`memdir ${args.join(' ')}: ${ended.code} ${ended.out}${ended.err}`)
  return ended
}
