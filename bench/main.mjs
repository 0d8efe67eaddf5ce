// npm run bench -- NAME: each bench is a module of this folder with a `run` function.
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && !['main.mjs', 'measure.mjs'].includes(file))
  .map((file) => basename(file, '.mjs'))
const [name, ...args] = process.argv.slice(2)
if (!names.includes(name)) {
  console.error(`Which bench? ${names.join(', ')}. For example: npm run bench -- ${names[0]}`)
  process.exit(2)
}
const bench = await import(`./${name}.mjs`)
await bench.run(args)
