// npm run test:stores [-- vitest's arguments]: the contract suite, failures and commands on the real stores. LanceDB and
// the clients of Chroma, Pinecone and PostgreSQL are installed once into node_modules/.cache, never into the project;
// Chroma's own server is started for the run, and PostgreSQL with pgvector in WebAssembly, which also answers at an
// address. `--install` only installs. With MEMDIR_TEST_POSTGRES (an address) a real server takes part as well.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = process.env.MEMDIR_STORES ?? join(root, 'node_modules', '.cache', 'memdir-stores')

/** The newest that run on Node 20. LanceDB's own embeddings (300 MB) are not used. */
const PACKAGES = {
  clients: {
    dependencies: {
      '@lancedb/lancedb': '0.37.1',
      chromadb: '3.5.0',
      '@pinecone-database/pinecone': '8.2.0',
      pg: '8.23.0',
      // A server of PostgreSQL that npm can install: it takes part where there is no other.
      '@electric-sql/pglite-socket': '0.2.17',
      '@electric-sql/pglite': '0.5.14',
      '@electric-sql/pglite-pgvector': '0.0.15',
    },
    overrides: { '@huggingface/transformers': 'npm:empty-npm-package@1.0.0' },
  },
  // Newer bindings want a newer glibc.
  'chroma-server': {
    dependencies: { chromadb: '3.0.12' },
    overrides: { 'chromadb-js-bindings-linux-x64-gnu': '1.0.3' },
  },
}

if (import.meta.filename === process.argv[1]) {
  installStores()
  if (!process.argv.includes('--install')) process.exitCode = await runTests()
}

async function runTests() {
  const chroma = await startChroma()
  const postgres = startPostgres()
  try {
    const args = ['--no-install', 'vitest', 'run', '--config', 'test/stores/vitest.config.ts']
    const env = {
      ...process.env,
      ...storesEnvironment(),
      MEMDIR_TEST_CHROMA: chroma.url,
      MEMDIR_TEST_PGLITE: await postgres.url,
    }
    const tests = spawn('npx', [...args, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env })
    return await new Promise((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
  } finally {
    postgres.stop()
    await chroma.stop()
  }
}

/** In WebAssembly: quick enough for commands, in memory, and gone with its process. */
function startPostgres() {
  const program = fileURLToPath(new URL('./postgres-server.mjs', import.meta.url))
  const env = { ...process.env, ...storesEnvironment() }
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'], env })
  const url = new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`PostgreSQL in WebAssembly ended with ${code}`)))
    server.stdout.once('data', (port) => resolve(`postgres://postgres@127.0.0.1:${Number(port)}/postgres`))
  })
  return { url, stop: () => server.kill('SIGKILL') }
}

/** Where the packages are found: `require` looks there last. */
export function storesEnvironment() {
  return { NODE_PATH: join(cache, 'clients', 'node_modules') }
}

export function installStores() {
  for (const [name, wanted] of Object.entries(PACKAGES)) {
    const directory = join(cache, name)
    const description = `${JSON.stringify({ private: true, ...wanted }, null, 2)}\n`
    const stamp = join(directory, 'installed.json')
    if (readText(stamp) === description) continue
    console.log(`Installing ${Object.keys(wanted.dependencies).join(', ')} into ${directory} …`)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'package.json'), description)
    const done = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (done.status !== 0) throw new Error(`npm install failed in ${directory}`)
    writeFileSync(stamp, description)
  }
}

/** A server of its own on loopback, with data that is gone afterwards. */
export async function startChroma() {
  const port = await freePort()
  const data = mkdtempSync(join(tmpdir(), 'memdir-chroma-'))
  const program = join(cache, 'chroma-server', 'node_modules', 'chromadb', 'dist', 'cli.mjs')
  const args = [program, 'run', '--path', data, '--host', '127.0.0.1', '--port', String(port)]
  const server = spawn(process.execPath, args, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL')
      await ended
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
  for (let tries = 0; tries < 150; tries++) {
    if (await answers(`${url}/api/v2/heartbeat`)) return { url, data, pid: server.pid, stop }
    if (server.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error('the Chroma server did not start')
}

async function answers(url) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
