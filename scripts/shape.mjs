// The shape of the code in numbers: what four walks run, and what the sources look like. `npm run shape -- --tree DIR`
// measures another checkout (built with `npm run build`) by the same rules, for a before and after.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureLimits } from './shape/limits.mjs'
import { readSources } from './shape/sources.mjs'
import { walk } from './shape/walks.mjs'

const { values } = parseArgs({
  options: { tree: { type: 'string' }, json: { type: 'boolean' }, modules: { type: 'string' } },
})
/** The same figures before the engine was reshaped (commit 05816f2), measured by this script. */
const BEFORE = join(import.meta.dirname, 'shape', 'before.json')
const root = resolve(values.tree ?? join(import.meta.dirname, '..'))
const sources = readSources(join(root, 'src'))
const building = measureLimits(join(root, 'src'))
const walks = await walk(root)

if (values.modules) console.log(walks[values.modules]?.modules.join('\n') ?? `no walk "${values.modules}"`)
else if (values.json) console.log(JSON.stringify({ walks, sources, building }, null, 2))
else print()

function print() {
  const before = values.tree ? undefined : JSON.parse(readFileSync(BEFORE, 'utf8'))
  const was = (value) => (before ? ` (was ${value(before)})` : '')
  console.log('walk          modules  functions   (that ran; loading a module does not count)')
  for (const [name, { modules, functions }] of Object.entries(walks))
    console.log(
      name.padEnd(12),
      String(modules.length).padStart(8),
      String(functions).padStart(10),
      was(({ walks }) => `${walks[name].modules}, ${walks[name].functions}`),
    )
  console.log()
  const { files, lines, exports, assertions, mutual, longest } = sources
  console.log(
    `files ${files}${was((one) => one.files)}, lines ${lines}${was((one) => one.lines)}, ` +
      `exports ${exports}${was((one) => one.exports)}`,
  )
  const density = (one) => ((one.assertions / one.lines) * 1000).toFixed(1)
  console.log(
    `non-null assertions ${assertions}${was((one) => one.assertions)}, ` +
      `per 1,000 lines ${density(sources)}${was(density)}`,
  )
  console.log(`modules that import each other ${mutual.length}`)
  for (const pair of mutual) console.log(`  ${pair.join(' <-> ')}`)
  console.log('rooms (is, goal)')
  for (const { what, is, goal } of building.rows)
    console.log(`  ${what.padEnd(48)} ${String(is).padStart(6)} ${String(goal).padStart(5)}`)
  const list = (counts) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  console.log(`  doors: ${list(building.doors)}`)
  console.log(`  shelves: ${list(building.shelves)}`)
  console.log(`longest functions${was((one) => one.longest.join(', '))}`)
  for (const one of longest) console.log(`  ${String(one.lines).padStart(4)}  ${one.name}  ${one.file}`)
}
