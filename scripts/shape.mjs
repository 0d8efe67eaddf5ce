// The shape of the code in numbers: what four walks run, and what the sources look like. `npm run shape -- --tree DIR`
// measures another checkout (built with `npm run build`) by the same rules, for a before and after.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSources } from './shape/sources.mjs'
import { walk } from './shape/walks.mjs'

const { values } = parseArgs({
  options: { tree: { type: 'string' }, json: { type: 'boolean' }, modules: { type: 'string' } },
})
const root = resolve(values.tree ?? join(import.meta.dirname, '..'))
const sources = readSources(join(root, 'src'))
const walks = await walk(root)

if (values.modules) console.log(walks[values.modules]?.modules.join('\n') ?? `no walk "${values.modules}"`)
else if (values.json) console.log(JSON.stringify({ walks, sources }, null, 2))
else print()

function print() {
  console.log('walk          modules  functions   (that ran; loading a module does not count)')
  for (const [name, { modules, functions }] of Object.entries(walks))
    console.log(name.padEnd(12), String(modules.length).padStart(8), String(functions).padStart(10))
  console.log()
  const { files, lines, exports, assertions, mutual, longest } = sources
  console.log(`files ${files}, lines ${lines}, exports ${exports}`)
  console.log(
    `non-null assertions ${assertions}, per 1,000 lines ${((assertions / lines) * 1000).toFixed(1)}`,
  )
  console.log(`modules that import each other ${mutual.length}`)
  for (const pair of mutual) console.log(`  ${pair.join(' <-> ')}`)
  console.log('longest functions')
  for (const one of longest) console.log(`  ${String(one.lines).padStart(4)}  ${one.name}  ${one.file}`)
}
