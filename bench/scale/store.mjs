// A project with as many memory files as wanted, and its catalog with made-up vectors: no model is asked.
import { spawnSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Catalog } from '../../dist/search/catalog/catalog.js'
import { createEmbedders } from '../../dist/search/create-embedders.js'
import { cleanEnvironment } from '../measure.mjs'
import { makeMemories, makeVector, random } from '../recall/corpus.mjs'

export const COMMAND = fileURLToPath(new URL('../../dist/bin/memdir.js', import.meta.url))
export const HOOK = fileURLToPath(new URL('../../dist/bin/hook.js', import.meta.url))
/** The product's English model: the hook compares its questions with these vectors. */
const MODEL = { name: 'minilm-l6-v2-int8', dimensions: 384 }
const BATCH = 5000

export async function makeProject(root, size, progress) {
  const cwd = join(root, `project-${size}`)
  mkdirSync(cwd)
  const env = cleanEnvironment({ HOME: root, TMPDIR: root, MEMDIR_HOME: join(root, `home-${size}`) })
  const place = { cwd, env, root }
  memdir(place, 'init')
  const directory = memdir(place, 'path')
  for (let at = 0; at < size; at += BATCH) {
    for (const memory of makeMemories(Math.min(BATCH, size - at), at + 1)) writeMemory(directory, at, memory)
    progress(`${Math.min(size, at + BATCH)} of ${size} files`)
  }
  writeIndex(directory, size)
  const made = await fillCatalog(place, directory, size, progress)
  return { ...place, directory, ...made, size }
}

/** As the worker leaves it, but for the vectors, which are made up. Returns how long reading the files took, in seconds. */
export async function fillCatalog({ env }, directory, size, progress) {
  const past = new Date(Date.now() - 60_000)
  utimesSync(directory, past, past)
  const cacheDirectory = join(dirname(directory), 'state', 'cache')
  const catalog = new Catalog({ directory, cacheDirectory })
  const sweep = await timed(() => catalog.sweep())
  progress(`${size} files read into the catalog`)
  await addVectors(catalog.store, MODEL, progress)
  await catalog.rememberVectors()
  // Fitted to the store by the background; of made-up vectors it would say nothing.
  catalog.setCalibration({ threshold: 0.5, documents: size })
  await catalog.close()
  await convertModels(join(env.MEMDIR_HOME, 'models'))
  return { cacheDirectory, sweep }
}

/** As the first run of the worker does: a prompt does not wait for it. */
async function convertModels(modelsDirectory) {
  const embedders = await createEmbedders({ modelsDirectory, mayConvert: true })
  await embedders.all[0].embed(['hello'], { purpose: 'memory' })
  await embedders.close()
}

function writeMemory(directory, at, { id, name, description, body, type, importance, created }) {
  const number = at + Number(/\d+/.exec(id))
  const time = new Date(created + at * 1000).toISOString()
  const head = `id: m${number}\nname: ${name}\ndescription: ${description}\ntype: ${type}\nimportance: ${importance}\ncreated: "${time}"`
  writeFileSync(join(directory, `memory_${number}.md`), `---\n${head}\n---\n${body}\n`, { mode: 0o600 })
}

/** As memdir leaves it where there are more memories than an index lists: without it doctor reports every one of them. */
function writeIndex(directory, size) {
  const listed = Math.min(size, 199)
  const lines = Array.from({ length: listed }, (_, at) => `- [Memory ${at}](memory_${at}.md)`)
  if (size > listed)
    lines.push(
      `_${size - listed} more memories are not listed here; recall and \`memdir search\` find them._`,
    )
  writeFileSync(join(directory, 'MEMORY.md'), `${lines.join('\n')}\n`, { mode: 0o600 })
}

export async function addVectors({ text, vectors }, { name, dimensions }, progress) {
  const next = random(3)
  const stored = text.documents()
  for (let at = 0; at < stored.length; at += BATCH) {
    const entries = stored.slice(at, at + BATCH).flatMap((metadata) =>
      Array.from({ length: metadata.passages }, (_, passage) => {
        const { id: memory, version } = metadata
        return { memory, passage, version, metadata, vector: makeVector(next, dimensions) }
      }),
    )
    await vectors.put(name, entries)
    progress(`${Math.min(stored.length, at + BATCH)} of ${stored.length} memories have vectors`)
  }
}

export function memdir({ cwd, env }, ...args) {
  const done = spawnSync(process.execPath, [COMMAND, ...args], { cwd, env, encoding: 'utf8', maxBuffer: 1e9 })
  if (done.status !== 0) throw new Error(`memdir ${args.join(' ')}: ${done.stderr}`)
  return done.stdout.trim()
}

export async function timed(work) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
