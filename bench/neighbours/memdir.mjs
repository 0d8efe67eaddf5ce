// The library in an open process, its own models inside: nobody hands it a vector.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export async function open({ directory }) {
  const { openMemdir } = await import(pathToFileURL(join(process.env.MEMDIR_BENCH_DIST, 'index.js')))
  const memdir = openMemdir({ directory: join(directory, 'project') })
  return {
    // As the others, which hold nothing back that came near.
    ask: ({ text }) => memdir.search(text, { limit: 5, threshold: 0 }),
    add: ({ text }) => memdir.add(text, { type: 'project' }),
    close: () => memdir.close(),
  }
}
