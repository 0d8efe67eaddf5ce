import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from './attempt.ts'

/** The version of this package, from its manifest: some levels up, more from the library's folders than from the bundle's. */
export function packageVersion(): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const text = attempt(() => readFileSync(join(directory, 'package.json'), 'utf8'))
    const { name, version } =
      text === undefined ? {} : (JSON.parse(text) as { name?: string; version?: string })
    if (name === 'memdir' && version) return version
    if (dirname(directory) === directory) throw new Error('the package has no manifest')
  }
}
