// npm run test:clients [-- [newest] [learn|once|own-memory|setup|terminal] NAME…]: the real agents against a model on loopback. They are installed once into a cache
// below the system's temporary directory, never into the project (together about 1 GB). What cannot be had is skipped
// with a line that says so.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkBroken } from './broken.mjs'
import { checkClient, checkManifests } from './checks.mjs'
import { CLIENTS, VERSIONS } from './clients.mjs'
import { measureCost } from './cost.mjs'
import { startFakeModel } from './fake-model.mjs'
import { openLab } from './lab.mjs'
import { checkLearning } from './learn.mjs'
import { checkOddFiles, ODD_FILES } from './odd-file-checks.mjs'
import { checkOnce } from './once.mjs'
import { checkOwnMemory } from './own-memory.mjs'
import { recordTranscripts } from './record.mjs'
import { checkSetup } from './setup.mjs'
import { checkTerminal } from './terminal.mjs'

/** `newest`: of the agents what npm has now, in a cache of its own, and not the versions that are pinned. */
const newest = process.argv.includes('newest')
const cache =
  process.env.MEMDIR_CLIENTS ?? join(tmpdir(), newest ? 'memdir-clients-newest' : 'memdir-clients')
const binaries = join(cache, 'node_modules', '.bin')
const plugins = fileURLToPath(new URL('../../plugins', import.meta.url))
const wanted = process.argv.slice(2).filter((word) => word !== 'newest')
const results = []
/** Each in a home of its own. */
const PARTS = [
  { check: checkClient },
  { check: checkOnce, name: 'once' },
  { check: checkOwnMemory, name: 'own-memory' },
  { check: checkLearning, name: 'learn' },
  /** With a memdir of its own, which is broken or goes. */
  { check: checkSetup, name: 'setup', copy: true },
  { check: checkBroken, copy: true },
  { check: checkTerminal, name: 'terminal', copy: true },
]

install()
if (!process.env.MEMDIR_CLIENTS_APART && enterApart()) process.exit()
await main()

function install() {
  mkdirSync(cache, { recursive: true })
  if (!existsSync(join(cache, 'package.json')))
    writeFileSync(join(cache, 'package.json'), '{"private":true}\n')
  const isThere = ([name, version]) => (newest ? installed(name) !== undefined : installed(name) === version)
  const missing = Object.entries(VERSIONS).filter((one) => !isThere(one))
  if (newest)
    console.log(
      Object.keys(VERSIONS)
        .map((name) => `${name} ${installed(name)}`)
        .join('\n'),
    )
  if (missing.length === 0) return
  console.log(`Installing ${missing.map(([name]) => name).join(', ')} into ${cache} …`)
  const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${newest ? 'latest' : version}`)
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], {
    cwd: cache,
    encoding: 'utf8',
  })
  if (done.status !== 0) console.log(`(not all of them: ${done.stderr.trim().split('\n').at(-1)})`)
}

function installed(name) {
  try {
    return JSON.parse(readFileSync(join(cache, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/** Where it is allowed, in a network of its own that has nothing but loopback. */
function enterApart() {
  const script = 'ip link set lo up && exec "$@"'
  if (spawnSync('unshare', ['-n', 'sh', '-c', 'ip link set lo up']).status !== 0) return false
  const done = spawnSync(
    'unshare',
    ['-n', 'sh', '-c', script, 'sh', process.execPath, ...process.argv.slice(1)],
    {
      stdio: 'inherit',
      env: { ...process.env, MEMDIR_CLIENTS_APART: '1' },
    },
  )
  process.exitCode = done.status ?? 1
  return true
}

async function main() {
  /** The name of a part before the names: that part alone. */
  const alone = PARTS.filter(({ name }) => name !== undefined && wanted.includes(name))
  const parts = alone.length > 0 ? alone : PARTS
  const names = wanted.filter((name) => !alone.some((part) => part.name === name))
  const chosen = (name) => names.length === 0 || names.includes(name)
  if (alone.length === 0 && chosen('manifests')) {
    const scratch = join(tmpdir(), `memdir-manifests-${process.pid}`)
    if (installed('@modelcontextprotocol/inspector'))
      checkManifests(binaries, plugins, reporter('manifests'), scratch)
    else skip('manifests', 'the clients are not installed')
    // A worker that was started there may still be writing.
    rmSync(scratch, { recursive: true, force: true, maxRetries: 40 })
  }
  for (const tried of ODD_FILES) {
    const name = `odd-${tried.title ?? tried.name}`
    if (alone.length > 0 || (!chosen(name) && !wanted.includes('odd'))) continue
    if (existsSync(join(binaries, tried.list[0]))) checkOddFiles(tried, binaries, reporter(name))
    else skip(name, 'it is not installed and could not be had')
  }
  const model = await startFakeModel()
  if (wanted.includes('record')) {
    const named = CLIENTS.filter(({ name, title = name }) => wanted.length === 1 || wanted.includes(title))
    await recordTranscripts(named, model, binaries)
    return model.close()
  }
  for (const client of CLIENTS.filter(({ name, title = name }) => chosen(title))) {
    const { title = client.name } = client
    if (!existsSync(join(binaries, client.bin))) {
      skip(title, 'it is not installed and could not be had')
      continue
    }
    for (const { check, copy } of parts) {
      const lab = openLab(client, model, binaries, { copy })
      try {
        await check(lab, reporter(title))
      } catch (error) {
        reporter(title)('the checks ran to their end', false, { output: error.stack })
      } finally {
        if (!process.env.MEMDIR_KEEP_LABS) await lab.close()
      }
    }
  }
  if (wanted.includes('cost')) console.table(await measureCost(model, binaries))
  model.close()
  const failed = results.filter(({ ok }) => ok === false).length
  console.log(
    `\n${results.filter(({ ok }) => ok === true).length} shown, ${failed} failed, ${results.filter(({ ok }) => ok === 'skip').length} skipped`,
  )
  process.exitCode = failed > 0 ? 1 : 0
}

function reporter(who) {
  return (what, ok, run) => {
    results.push({ who, what, ok })
    const mark = ok === 'skip' ? 'skip' : ok ? 'ok  ' : 'FAIL'
    console.log(`${mark} ${who}: ${what}${ok === 'skip' ? ` (${run})` : ''}`)
    if (ok === false)
      console.log(
        String(run?.output ?? '')
          .trim()
          .split('\n')
          .slice(-15)
          .map((line) => `       ${line}`)
          .join('\n'),
      )
  }
}

function skip(who, why) {
  reporter(who)('all of it', 'skip', why)
}
