// Apart from embedded-mark.ts: a hook that asks for new search data loads no more than this.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../base/values/attempt.ts'

export function embeddedMarkPath(state: string): string {
  return join(state, 'cache', 'embedded')
}

/** For whoever finds the search data missing or damaged. */
export function dropEmbeddedMark(state: string): void {
  attempt(() => rmSync(embeddedMarkPath(state), { force: true }))
}
