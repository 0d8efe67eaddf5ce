// Compiles src/ to dist/ (incremental) and makes the command executable.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
// The incremental state says "nothing to do" even when the output was deleted: start clean then.
if (!existsSync(`${root}dist/cli/main.js`)) rmSync(`${root}dist`, { recursive: true, force: true })
const done = spawnSync(process.execPath, [tsc, '-p', `${root}tsconfig.build.json`], {
  stdio: 'inherit',
  cwd: root,
})
if (done.status !== 0) process.exit(done.status ?? 1)
// WebAssembly kernels are committed beside their loaders; `npm run build:wasm` makes them from assembly/.
for (const file of readdirSync(`${root}src`, { recursive: true }))
  if (String(file).endsWith('.wasm')) cpSync(`${root}src/${file}`, `${root}dist/${file}`)
if (existsSync(`${root}dist/cli/main.js`)) chmodSync(`${root}dist/cli/main.js`, 0o755)
