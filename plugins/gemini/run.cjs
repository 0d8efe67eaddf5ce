// Finds the installed memdir and hands over to it: `run.cjs hook [AGENT]` or `run.cjs mcp`. Clients may copy this
// directory away from the package, so it is looked for next to us, then where `memdir init` wrote it down, then on the
// PATH. CommonJS: Node starts a module a third slower, and a client waits for it with every prompt.
const { existsSync, readFileSync, realpathSync } = require('node:fs')
const { delimiter, dirname, join } = require('node:path')

const [what, ...rest] = process.argv.slice(2)
const program = find(what === 'mcp' ? 'memdir.js' : 'hook.js')
if (program) {
  process.argv = [process.argv[0], program, ...(what === 'mcp' ? ['mcp'] : []), ...rest]
  try {
    require(program)
  } catch (error) {
    unusable(`memdir cannot be started (${error.message}), so there are no memories: npm install -g memdir`)
  }
} else unusable('memdir is not installed, so there are no memories: npm install -g memdir')

function find(name) {
  const packaged = join(__dirname, '..', '..', 'dist', 'bin', name)
  if (existsSync(packaged)) return packaged
  const written = attempt(() => JSON.parse(readFileSync(join(home(), 'install.json'), 'utf8')).bin)
  if (written && existsSync(join(written, name))) return join(written, name)
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const command = attempt(() => realpathSync(join(directory, 'memdir')))
    if (command && existsSync(join(dirname(command), name))) return join(dirname(command), name)
  }
  return undefined
}

/** The person is told when a conversation starts, and nothing fails. */
function unusable(text) {
  if (what === 'mcp') {
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
    return
  }
  const event = attempt(() => JSON.parse(readFileSync(0, 'utf8')))
  if (event?.hook_event_name === 'SessionStart')
    process.stdout.write(`${JSON.stringify({ systemMessage: text })}\n`)
}

function home() {
  const { MEMDIR_HOME, HOME } = process.env
  return MEMDIR_HOME || join(HOME || require('node:os').homedir(), '.memdir')
}

function attempt(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
