// `npm run release -- 0.2.0`: proves that the tree can be released, sets the version, commits and tags. Pushing the tag
// is the person's step; the release workflow publishes from there, with provenance.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const version = process.argv[2] ?? ''

if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) stop('Usage: npm run release -- 0.2.0')
if (git('status', '--porcelain') !== '') stop('There are changes that are not committed.')
if (git('branch', '--show-current') !== 'main') stop('Releases are made from main.')
if (git('tag', '--list', `v${version}`) !== '') stop(`There is a tag v${version} already.`)
const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8')
if (!changelog.includes(`## ${version}`)) stop(`CHANGELOG.md has no section "## ${version}".`)
for (const script of ['check', 'test']) run('npm', 'run', script)
setVersion('package.json')
setVersion('package-lock.json')
run('npm', 'pack', '--dry-run')
git('commit', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `memdir ${version}`)
console.log(`Tagged v${version}. Publish it with: git push --follow-tags`)

function setVersion(file) {
  const data = JSON.parse(readFileSync(root + file, 'utf8'))
  data.version = version
  if (data.packages) data.packages[''].version = version
  writeFileSync(root + file, `${JSON.stringify(data, null, 2)}\n`)
}

function git(...args) {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (done.status !== 0) stop(done.stderr)
  return done.stdout.trim()
}

function run(command, ...args) {
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0)
    stop(`${args.join(' ')} failed: nothing was released.`)
}

function stop(reason) {
  console.error(reason)
  process.exit(1)
}
