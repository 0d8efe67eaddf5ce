// docs/library.md is written by hand; `npm run check` asks whether it has every name that the package exports, and no other
// in its list of names.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const HEADING = '## Every name'

/** The names that the source file of each sub-path exports. */
function exportedNames() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(exports).flatMap(([path, { types } = {}]) =>
    types ? [[path.replace('.', 'memdir'), namesIn(join(root, sourceOf(types)))]] : [],
  )
}

function sourceOf(types) {
  return types.replace('./dist/testing', 'test/support').replace('./dist', 'src').replace('.d.ts', '.ts')
}

function namesIn(file) {
  const source = readFileSync(file, 'utf8')
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','))
  const listed = lists.flatMap(
    (name) =>
      name
        .trim()
        .replace(/^type /, '')
        .split(' as ')
        .at(-1) || [],
  )
  const declared = [
    ...source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm),
  ].map(([, name]) => name)
  const others = [...source.matchAll(/^export (?:type )?\* from '([^']+)'/gm)].flatMap(([, path]) =>
    namesIn(join(dirname(file), path)),
  )
  return [...new Set([...listed, ...declared, ...others])].sort()
}

/** `- **memdir/agent**: a, b` below the last heading. */
function pageNames(page) {
  const list = page.slice(page.indexOf(HEADING))
  return new Map(
    [...list.matchAll(/^- \*\*(\S+)\*\*: (.*)$/gm)].map(([, path, names]) => [
      path,
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    ]),
  )
}

const path = join(root, 'docs', 'library.md')
const problems = []
const exported = exportedNames()
if (process.argv.includes('--names')) {
  for (const [entry, names] of exported)
    console.log(`- **${entry}**: ${names.map((name) => `\`${name}\``).join(', ')}`)
} else {
  const listed = pageNames(readFileSync(path, 'utf8'))
  for (const [entry, names] of exported) {
    const known = listed.get(entry) ?? []
    for (const name of names.filter((one) => !known.includes(one)))
      problems.push(
        `${name} of ${entry} is not listed in docs/library.md (node scripts/library-page.mjs --names)`,
      )
    for (const name of known.filter((one) => !names.includes(one)))
      problems.push(`docs/library.md lists ${name}, which ${entry} does not export`)
  }
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
