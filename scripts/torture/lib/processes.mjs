// Starts the built programs as processes of their own, and ends those that are still running at the end.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const built = (path) => fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url))
export const MEMDIR = built('bin/memdir.js')
export const HOOK = built('bin/hook.js')

const running = new Set()

export function endAll() {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * The child and, as `ended`, what came of it: code, signal, out, err, timedOut, ms. `onOut` is called with all of
 * standard output so far.
 */
export function start(
  args,
  { cwd, env, input = '', timeoutMs = 60_000, file = process.execPath, onOut } = {},
) {
  const started = Date.now()
  const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  const result = { code: null, signal: null, out: '', err: '', timedOut: false, ms: 0 }
  const timer = setTimeout(() => {
    result.timedOut = true
    child.kill('SIGKILL')
  }, timeoutMs)
  child.stdout.setEncoding('utf8').on('data', (data) => {
    result.out += data
    onOut?.(result.out, child)
  })
  child.stderr.setEncoding('utf8').on('data', (data) => {
    result.err += data
  })
  // A child that is killed does not read what it is given.
  child.stdin.on('error', () => {})
  if (input !== null) child.stdin.end(input)
  const ended = new Promise((done) => {
    child.on('error', (error) => {
      result.err += error.message
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      running.delete(child)
      done(Object.assign(result, { code, signal, ms: Date.now() - started }))
    })
  })
  return { child, result, ended }
}

export function run(args, options) {
  return start(args, options).ended
}

/** `memdir … --json` → what it answers; throws where that is not a document. */
export async function memdirJson(args, options) {
  const done = await run([MEMDIR, ...args, '--json'], options)
  try {
    return JSON.parse(done.out)
  } catch {
    throw new Error(`memdir ${args.join(' ')} ended with ${done.signal ?? done.code}: ${done.out}${done.err}`)
  }
}

/** Runs `work` over the items, `width` at a time. After an error nothing new is begun, and what runs is waited for. */
export async function inParallel(items, width, work) {
  const queue = [...items]
  const lane = async (id) => {
    try {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item, id)
    } finally {
      queue.length = 0
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: width }, (_, id) => lane(id)))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}
