// Finds the installed memdir and hands over to it: `run.cjs hook [AGENT]` or `run.cjs mcp`; `run.cjs late`: it was started
// and has not ended. Clients may copy this directory away from the package, so it is looked for next to us, then where
// `memdir init` wrote it down, then on the PATH. CommonJS: Node starts a module a third slower, and a client waits for it
// with every prompt.
const { existsSync, readFileSync, readSync, realpathSync } = require('node:fs')
const { delimiter, dirname, join } = require('node:path')

/** The hook itself gives up after a second; after one and a half Claude Code ends what runs at the end, and says so. */
const LATE_MS = 1_300

const { argv, env } = process
const [what, ...rest] = argv.slice(2)
if (what === 'late') late()
else {
  if (what !== 'mcp') setTimeout(late, LATE_MS * (env.MEMDIR_HOOK_SLOWER || 1)).unref()
  start(find(what === 'mcp' ? 'memdir.js' : 'hook.js'))
}

function start(program) {
  if (!program) return unusable('memdir is not installed, so there are no memories: npm install -g memdir')
  process.argv = [argv[0], program, ...(what === 'mcp' ? ['mcp'] : []), ...rest]
  try {
    require(program)
  } catch (error) {
    const [reason] = error.message.split('\n')
    unusable(`memdir cannot be started (${reason}), so there are no memories: npm install -g memdir`)
  }
}

/** The event is still to be read, or the hook has read it and put it among its arguments. */
function late() {
  const bytes = Buffer.alloc(65_536)
  const given = process.argv.slice(2).find((word) => word.startsWith('{'))
  const read = () => given ?? bytes.toString('utf8', 0, readSync(0, bytes))
  unusable('memdir does not answer, so there are no memories; `memdir doctor` says more', read)
  process.exit(0)
}

function find(name) {
  const packaged = join(__dirname, '..', '..', 'dist', 'bin', name)
  if (existsSync(packaged)) return packaged
  const written = attempt(() => JSON.parse(readFileSync(join(home(), 'install.json'), 'utf8')).bin)
  if (written && existsSync(join(written, name))) return join(written, name)
  for (const directory of (env.PATH ?? '').split(delimiter)) {
    const command = attempt(() => realpathSync(join(directory, 'memdir')))
    if (command && existsSync(join(dirname(command), name))) return join(dirname(command), name)
  }
  return undefined
}

/** The person is told when a conversation starts, and nothing fails. */
function unusable(text, read = () => readFileSync(0, 'utf8')) {
  if (what === 'mcp') {
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
    return
  }
  const event = attempt(() => JSON.parse(read()))
  if (event?.hook_event_name === 'SessionStart')
    process.stdout.write(`${JSON.stringify({ systemMessage: text })}\n`)
}

function home() {
  const { MEMDIR_HOME, HOME } = env
  return MEMDIR_HOME || join(HOME || require('node:os').homedir(), '.memdir')
}

function attempt(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
