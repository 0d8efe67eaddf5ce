// A home of its own for one agent, with memdir in it, and everything that was started there.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))
const TIMEOUT_MS = 180_000

/** `copy`: with a memdir of its own, in which something can be broken. */
export function openLab(client, model, binaries, { copy = false } = {}) {
  const root = mkdtempSync(join(tmpdir(), `memdir-client-${client.name}-`))
  const mark = root
  const home = join(root, 'home')
  const project = join(root, 'project')
  for (const directory of [home, project]) mkdirSync(directory)
  const memdir = copy ? copyPackage(join(root, 'memdir')) : PACKAGE
  const env = {
    PATH: `${binaries}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TMPDIR: root,
    MEMDIR_LAB: mark,
    // Slow machines: what is tested is that nothing waits for the deadline, not how fast this one is.
    MEMDIR_HOOK_SLOWER: process.env.MEMDIR_HOOK_SLOWER ?? '3',
    ...client.env?.({ model }),
  }
  client.prepare({ home, project, model })
  return labAt({ client, root, home, project, env, model, mark, binaries, bin: join(memdir, 'dist', 'bin') })
}

/** The same home and agent, in one project. */
function labAt(lab) {
  const { client, root, project, env, model, mark, binaries, bin } = lab
  return {
    ...lab,
    at: (other) => labAt({ ...lab, project: other }),
    memdir(...args) {
      return this.runMemdir(args).stdout.trim()
    },
    /** With what it says beside its answer. */
    memdirSays(...args) {
      const { stdout, stderr } = this.runMemdir(args)
      return `${stdout}${stderr}`
    },
    runMemdir(args) {
      const done = spawnSync(process.execPath, [join(bin, 'memdir.js'), ...args], {
        cwd: project,
        env,
        encoding: 'utf8',
      })
      if (done.status !== 0) throw new Error(`memdir ${args.join(' ')}: ${done.stderr}`)
      return done
    },
    jobs() {
      return JSON.parse(this.memdir('jobs', '--json')).data.jobs
    },
    /** One run of the agent. `sent`: its requests to the model that carry the conversation. */
    async run(args, extra = {}) {
      const from = model.requests.length
      const started = Date.now()
      const { code, output } = await start(join(binaries, client.bin), args, {
        cwd: project,
        env: { ...env, ...extra },
      })
      return {
        code,
        output,
        ms: Date.now() - started,
        sent: model.requests
          .slice(from)
          .filter(client.isMain)
          .map((request) => ({ ...request, raw: client.ours?.(request.raw) ?? request.raw })),
        all: model.requests.slice(from),
      }
    },
    prompt(text, options = {}) {
      return this.run(client.args(text, options), options.env)
    },
    /** Processes that this lab started and that still run. */
    leftovers: () => processesWith(mark),
    /** When what it started has ended, or after a while all the same. */
    async close() {
      for (const end = Date.now() + 20_000; processesWith(mark).length > 0 && Date.now() < end; )
        await new Promise((wake) => setTimeout(wake, 250))
      try {
        rmSync(root, { recursive: true, force: true, maxRetries: 5 })
      } catch (error) {
        console.log(`(${root} could not be removed: ${error.code})`)
      }
    },
  }
}

function copyPackage(to) {
  mkdirSync(to)
  for (const part of ['dist', 'plugins', 'package.json'])
    cpSync(join(PACKAGE, part), join(to, part), { recursive: true })
  symlinkSync(join(PACKAGE, 'node_modules'), join(to, 'node_modules'))
  return to
}

function start(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), TIMEOUT_MS)
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('exit', (code) => {
      clearTimeout(late)
      setTimeout(done, 50, { code, output })
    })
  })
}

function processesWith(mark) {
  const found = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`MEMDIR_LAB=${mark}\0`))
        found.push(readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').slice(0, 200))
    } catch {
      // Ended in the meantime, or not ours to look at.
    }
  }
  return found
}
