// A store of its own that is gone afterwards: given memories are written as a person would import them, embedded and
// calibrated by the background's own jobs, and asked as a prompt asks. Nothing of the person's own memories or settings
// takes part, but the converted models are theirs.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../../dist/connect/engine.js'
import { DOUBLES, EMBEDDING } from '../../dist/learn/request-work.js'

export async function openTrial(options) {
  const root = realpathSync.native(mkdtempSync(join(tmpdir(), 'memdir-eval-')))
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  try {
    const engine = openEngine(placeIn(root, options))
    await fill(engine, options)
    const files = new Map(engine.store.list().map(({ id, file }) => [id, file]))
    return {
      fileOf: (id) => files.get(id),
      recall: (request) => engine.recall(request),
      async close() {
        await engine.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

function placeIn(root, { modelsDirectory, path }) {
  const home = join(root, 'home')
  const directory = join(root, 'project')
  for (const made of [home, directory, modelsDirectory]) mkdirSync(made, { recursive: true, mode: 0o700 })
  symlinkSync(modelsDirectory, join(home, 'models'), 'junction')
  // No variable of the caller counts: neither a switch nor that an agent runs it.
  const env = { PATH: path, HOME: join(root, 'user'), MEMDIR_HOME: home, MEMDIR_BACKGROUND: '0' }
  return { directory, env }
}

async function fill(engine, { memories, onProgress }) {
  await engine.register()
  const records = await engine.records()
  const imported = { format: 'records', memories: memories.map((memory) => ({ ...memory })) }
  await records.import(imported, { actor: 'user' }, { trust: true })
  const background = await engine.background()
  for (const job of [EMBEDDING, DOUBLES]) {
    const run = await background.run(job, { reason: 'eval', onProgress })
    // Figures of a store that lacks its vectors would be of another product.
    if (run?.status !== 'done')
      throw new Error(`the memories of the set could not be made searchable (${job}): ${run?.error ?? ''}`)
  }
}
