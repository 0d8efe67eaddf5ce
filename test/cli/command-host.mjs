// Runs commands of the bundle one after the other in one process, each with modules of its own: a process start costs
// more than most commands do. Standard input, output and error are files, so that a command reads and writes them by
// their descriptors as in a process of its own; requests come and answers go by two further ones.
import { createReadStream, ftruncateSync, readFileSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { endWithParent } from '../run/end-with-parent.mjs'

const REQUESTS = 3
const ANSWERS = 4
const bin = fileURLToPath(new URL('../../dist/bin/', import.meta.url))
const packages = createRequire(`${bin}memdir.js`)
const importModule = (id) => import(id)
const PARAMETERS = 'exports,require,module,__filename,__dirname,importModule,process,setTimeout'

/** What ends the host when a command does not come to its end, whatever it does. */
const deadline = new Float64Array(new SharedArrayBuffer(8))
endWithParent(deadline)

const QUICK_TURNS = 50
const LEFT = Symbol('left')
let started = 0
/** Compiled once; each command runs them anew. */
const scripts = new Map()

function compile(chunk) {
  const known = scripts.get(chunk)
  if (known) return known
  const text = readFileSync(bin + chunk, 'latin1')
  const script = new Script(`(function(${PARAMETERS}){${text}\n})`, { filename: bin + chunk })
  scripts.set(chunk, script)
  return script
}

/** The exit code. */
function runProgram(program, argv) {
  return new Promise((done) => {
    const modules = new Map()
    const timers = new Set()
    const startTimer = (...args) => {
      const timer = setTimeout(...args)
      timers.add(timer)
      return timer
    }
    // The command says with the exit code that it is over; the hook leaves, and whatever it has set a time for is void.
    let isLoading = true
    const leave = (code) => {
      for (const timer of timers) clearTimeout(timer)
      done(code)
      // Nothing of a module runs after it.
      if (isLoading) throw LEFT
    }
    const asProcess = {
      argv: { value: argv },
      exitCode: { set: done },
      ...(program === 'hook' && {
        exit: { value: leave },
        // One of its own, as a claim of an event is by the process.
        pid: { value: process.pid * 1_000 + ++started },
        on: { value: () => {} },
      }),
    }
    const entry = Object.create(process, asProcess)
    const load = (chunk, given = process) => {
      const known = modules.get(chunk)
      if (known) return known.exports
      const module = { exports: {} }
      modules.set(chunk, module)
      const run = compile(chunk).runInThisContext()
      const place = [bin + chunk, bin.slice(0, -1)]
      run(module.exports, find, module, ...place, importModule, given, startTimer)
      return module.exports
    }
    const find = (id) =>
      id.startsWith('./') ? load(id.slice(2)) : (process.getBuiltinModule(id) ?? packages(id))
    try {
      load(`${program}-program.js`, entry)
    } catch (error) {
      if (error !== LEFT) throw error
    }
    isLoading = false
  })
}

/** As a process does that has nothing left to wait for. */
async function idle() {
  const waitsFor = () => process.getActiveResourcesInfo().filter((name) => name !== 'Immediate')
  for (let turn = 0; turn === 0 || waitsFor().length > 0; turn++)
    // What takes longer than a few turns is waited for, not asked about at full speed.
    await (turn < QUICK_TURNS ? nextTurn() : wait(1))
}

function nextRequest() {
  const chunks = []
  const chunk = Buffer.alloc(65_536)
  for (;;) {
    const size = readSync(REQUESTS, chunk, 0, chunk.length, null)
    if (size === 0) process.exit()
    chunks.push(Buffer.from(chunk.subarray(0, size)))
    if (chunk[size - 1] === 10) return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  }
}

function standAs({ program, args, cwd, env }) {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, `${bin}${program}.js`, ...args]
  ftruncateSync(1)
  ftruncateSync(2)
  let stdin
  Object.defineProperty(process, 'stdin', {
    configurable: true,
    get: () => (stdin ??= createReadStream('', { fd: 0, autoClose: false })),
  })
}

/** Whatever the command left unread. */
function emptyInput() {
  const rest = Buffer.alloc(65_536)
  while (readSync(0, rest, 0, rest.length, null) > 0);
}

// Each command listens to them for itself.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)

let isRunning = false
// Also when a command calls `process.exit`, or throws what nobody catches.
process.on('exit', (code) => {
  if (isRunning) writeSync(ANSWERS, `${JSON.stringify({ code, ends: true })}\n`)
})
for (;;) {
  const request = nextRequest()
  isRunning = true
  deadline[0] = Date.now() + request.timeoutMs
  standAs(request)
  const code = await runProgram(request.program, process.argv)
  await idle()
  deadline[0] = 0
  isRunning = false
  emptyInput()
  process.chdir('/')
  writeSync(ANSWERS, `${JSON.stringify({ code, ends: false })}\n`)
}
