// Apart from embedded-mark.ts: a hook that asks for new search data loads no more than this.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../base/values/attempt.ts'

/** `cache`: where the search data is. */
export function embeddedMarkPath(cache: string): string {
  return join(cache, 'embedded')
}

/** For whoever finds the search data missing or damaged. */
export function dropEmbeddedMark(cache: string): void {
  attempt(() => rmSync(embeddedMarkPath(cache), { force: true }))
}
