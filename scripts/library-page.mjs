// docs/library.md: every export of every sub-path, from the types. `--check` fails where the page is out of date, and
// where an exported declaration names a type of ours that nobody can import.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readLibrary } from './library/declarations.mjs'
import { libraryPage } from './library/page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const path = join(root, 'docs', 'library.md')
const library = readLibrary(root)
const problems = [...unexported(library)]
const page = formatted(libraryPage(library))

if (!process.argv.includes('--check')) writeFileSync(path, page)
else if (readFileSync(path, 'utf8') !== page)
  problems.push('docs/library.md is out of date: run `node scripts/library-page.mjs`')
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

/** As `npm run format` would leave it. */
function formatted(text) {
  const args = ['--no-install', 'biome', 'format', '--stdin-file-path=docs/library.md']
  return execFileSync('npx', args, {
    cwd: root,
    input: text,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** A type counts as exported where the sub-path itself or the main one has it. */
function unexported([main, ...others]) {
  const known = ({ exports }) => exports.map(({ file, declared }) => `${file} ${declared}`)
  const missing = new Map()
  for (const entry of [main, ...others]) {
    const importable = new Set([...known(main), ...known(entry)])
    for (const { name: user, names } of entry.exports)
      for (const { name, file } of names)
        if (!importable.has(`${file} ${name}`)) missing.set(`${entry.path}: ${name} (${file})`, user)
  }
  return [...missing].map(([type, user]) => `${type} is named by ${user} and not exported`)
}
