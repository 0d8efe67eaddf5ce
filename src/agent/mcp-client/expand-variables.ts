// `${VAR}` and `${VAR:-default}` in the configuration of servers, as Claude Code writes them.
import type { Environment } from '../../base/settings/environment.ts'

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/** Text with its variables put in. A variable that is not set and has no default stays, and is added to `missing`. */
export function expandVariables(text: string, env: Environment, missing: Set<string>): string {
  return text.replace(VARIABLE, (written, name: string, otherwise: string | undefined) => {
    const value = env[name] ?? otherwise
    if (value === undefined) missing.add(name)
    return value ?? written
  })
}
