// Kills `memdir storage move` in the middle, into a store and back again, and looks whether the next one ends what it
// began: every vector is there once, none was embedded a second time. What has arrived is watched, and the kill comes at
// a random share of it, so that it finds vectors on their way whatever the machine does besides. LanceDB in a directory,
// and a loopback server that speaks Pinecone's REST form; their packages are installed as `npm run test:stores` does it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from '../../dist/connect/engine.js'
import { startPineconeServer } from '../../dist/testing/pinecone-server.js'
import { installStores, storesEnvironment } from '../../test/stores/main.mjs'
import { makePlace, withRoot } from './lib/place.mjs'
import { MEMDIR, start } from './lib/processes.mjs'
import { seeded } from './lib/random.mjs'

const MEMORIES = 2_000
/** As many as move at once, from one place into another. */
const BATCHES = MEMORIES / 200
const TRIES = 20
/** Milliseconds that an answer of the server takes: without it everything is there before a kill arrives. */
const DELAY = 15
/** Between two looks at what has arrived. */
const LOOK_MS = 2
/** After the moment that was waited for, at random: into the next batch, or into what is done at the end. */
const LATER_MS = 60
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
      copy(place.root, template)
      const random = seeded(seed)
      const inTheMiddle = { there: 0, back: 0 }
      for (; tried < tries && !timeIsUp(); tried++) {
        rmSync(place.root, { recursive: true, force: true })
        copy(template, place.root)
        pinecone.namespaces.clear()
        pinecone.delay = DELAY
        const backend = tried % 2 === 0 ? 'lancedb' : 'pinecone'
        log(await tryOut({ place, backend, pinecone, random, violations, inTheMiddle }))
      }
      const { there, back } = inTheMiddle
      log(`kills that left some vectors moved and some not: ${there} there, ${back} back, of ${tried} each`)
      if (tried >= 8 && Math.min(there, back) === 0) violations.push('no kill came in the middle of a move')
    })
    return { tries: tried, violations, unfinished: timeIsUp() && tried < tries }
  } finally {
    await pinecone.close()
  }
}

/** Not cpSync, which changes times: all files would be read again. */
function copy(from, to) {
  execFileSync('cp', ['-a', from, to])
}

async function prepare(place, models) {
  mkdirSync(models)
  symlinkSync(models, join(place.home, 'models'))
  const engine = openEngine({ directory: place.project, env: place.env, probeHistory: false })
  const memories = Array.from({ length: MEMORIES }, (_, i) => ({
    content: `Fact number ${i} of many`,
    tags: [],
  }))
  await (await engine.records()).import({ format: 'mem0', memories }, { actor: 'user' }, { trust: true })
  await engine.close()
  await succeed(commandIn(place, {}), 'reindex')
  const projects = join(place.home, 'projects')
  place.cache = join(projects, readdirSync(projects)[0], 'state', 'cache')
  place.bytes = embeddedBytes(place)
}

/** There and back, each killed once and then ended. */
async function tryOut({ place, backend, pinecone, random, violations, inTheMiddle }) {
  const run = commandIn(place, { PINECONE_API_KEY: pinecone.apiKey })
  if (backend === 'pinecone') await succeed(run, 'config', 'set', 'storage.url', pinecone.url)
  const said = []
  for (const to of [backend, 'embedded']) {
    const violation = (text) =>
      violations.push(`${to === backend ? 'to' : 'from'} ${backend}, ${said.at(-1)}: ${text}`)
    await succeed(run, 'config', 'set', 'storage.backend', to)
    const share = random.next()
    const first = run({}, 'storage', 'move')
    const signal = await killAt(first, share, random.below(LATER_MS), arrivedIn(to, place, pinecone))
    const second = await run({}, 'storage', 'move', '--json').ended
    const { data, error } = JSON.parse(second.out)
    // The first one had just dropped what it moved.
    const isOver = error?.code === 'usage'
    if (error && !isOver) throw new Error(`memdir storage move: ${second.out}${second.err}`)
    const { complete = isOver, moved = 0 } = data ?? {}
    if (signal && moved > 0 && moved < MEMORIES) inTheMiddle[to === backend ? 'there' : 'back']++
    said.push(`${signal ? 'killed' : 'ended'} at ${Math.round(share * 100)} %, ${moved} left`)
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

/** The signal that ended it, null where it was quicker. */
async function killAt({ child, ended }, share, later, arrived) {
  const looking = setInterval(() => {
    if (arrived() < share) return
    clearInterval(looking)
    setTimeout(() => child.kill('SIGKILL'), later)
  }, LOOK_MS)
  const { signal } = await ended
  clearInterval(looking)
  return signal
}

/** The share of the vectors that is in the new place. */
function arrivedIn(to, place, pinecone) {
  if (to === 'pinecone') {
    const stored = () => [...pinecone.namespaces.values()].reduce((sum, { size }) => sum + size, 0)
    return () => stored() / MEMORIES
  }
  if (to === 'lancedb') {
    // Every batch makes a file of its own.
    const files = () => namesIn(join(place.cache, 'vectors', 'lancedb')).filter(isBatch).length
    return () => files() / BATCHES
  }
  return () => embeddedBytes(place) / place.bytes
}

function isBatch(name) {
  return /[/\\]data[/\\][^/\\]*\.lance$/.test(name)
}

function embeddedBytes({ cache }) {
  const files = namesIn(cache).filter((name) => /^vectors-[^/\\]*\.bin$/.test(name))
  const sizes = files.map((name) => statSync(join(cache, name), { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Below a directory that others change meanwhile. */
function namesIn(directory) {
  try {
    return readdirSync(directory, { recursive: true })
  } catch {
    return []
  }
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
