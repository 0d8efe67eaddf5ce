// ripgrep comes with an optional package that contains the program itself; nothing is downloaded.
import { existsSync } from 'node:fs'

let known: Promise<string | undefined> | undefined

/** The path of the program, or undefined where the package or its platform part is not installed. */
export function findRipgrep(): Promise<string | undefined> {
  known ??= import('@vscode/ripgrep').then(
    ({ rgPath }) => (existsSync(rgPath) ? rgPath : undefined),
    () => undefined,
  )
  return known
}
