// Finds the installed memdir and hands over to it: `run.mjs hook [AGENT]` or `run.mjs mcp`. Clients may copy this
// directory away from the package, so it is looked for next to us, then where `memdir init` wrote it down, then on the
// PATH. Without memdir nothing happens: a hook must not fail the client.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [what, ...rest] = process.argv.slice(2)
const file = what === 'mcp' ? 'memdir.js' : 'hook.js'
const program = find(file)
if (program) {
  process.argv = [process.argv[0], program, ...(what === 'mcp' ? ['mcp'] : []), ...rest]
  await import(pathToFileURL(program).href)
} else if (what === 'mcp') {
  process.stderr.write('memdir is not installed: npm install -g memdir\n')
  process.exitCode = 1
}

function find(name) {
  const packaged = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'bin', name)
  if (existsSync(packaged)) return packaged
  const written = attempt(() => JSON.parse(readFileSync(join(home(), 'install.json'), 'utf8')).bin)
  if (written && existsSync(join(written, name))) return join(written, name)
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const command = attempt(() => realpathSync(join(directory, 'memdir')))
    if (command && existsSync(join(dirname(command), name))) return join(dirname(command), name)
  }
  return undefined
}

function home() {
  return process.env.MEMDIR_HOME || join(process.env.HOME || homedir(), '.memdir')
}

function attempt(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
