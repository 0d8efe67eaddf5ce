import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How a package is installed where memdir finds it: globally only where memdir is itself. `module`: where that is. */
export function installCommand(name: string, module: string = import.meta.url): string {
  const steps = fileURLToPath(module).split(sep)
  const at = steps.lastIndexOf('node_modules')
  const isGlobal = at >= 0 && !existsSync(join(steps.slice(0, at).join(sep) || sep, 'package.json'))
  return `npm install ${isGlobal ? '-g ' : ''}${name}`
}
