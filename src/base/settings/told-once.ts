// What a person was told once, known by what it was about: it is not said again, and what waited for it may go on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../files/atomic-write.ts'
import { attempt } from '../values/attempt.ts'
import { shortHash } from '../values/hash.ts'

/** `about`: whatever makes it news when it changes. */
export function wasTold(home: string, about: readonly unknown[]): boolean {
  return existsSync(markOf(home, about))
}

/** After it was said: what was not said is said again. */
export function markTold(home: string, about: readonly unknown[]): void {
  attempt(() => writeFileAtomic(markOf(home, about), ''))
}

function markOf(home: string, about: readonly unknown[]): string {
  return join(home, 'cache', 'notices', shortHash(JSON.stringify(about)))
}
