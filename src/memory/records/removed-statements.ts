// What was removed here is not learnt again from elsewhere. Read from the history; of what goes from that, and of what was
// refused, a hash of the words stays in `state/removed`. Whoever adds it again lifts it.

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../base/files/atomic-write.ts'
import { readRegularText } from '../../base/files/read-regular.ts'
import { statementKey } from '../../base/statements/words.ts'
import type { Clock } from '../../base/values/clock.ts'
import { shortHash } from '../../base/values/hash.ts'
import { endOf } from '../memory.ts'
import type { Journal } from '../writer/journal.ts'
import { memoryOf } from '../writer/write-step.ts'
import type { Change } from '../writer.ts'
import { bytesOf } from '../writer.ts'

interface RemovedStatements {
  /** Whether this was removed, and nobody has put it back since. Reads the history once, for many questions. */
  read(): (content: string) => boolean
  /** These are about to go from the history: what they removed stays known. Under the write lock. */
  keep(changes: readonly Change[]): void
  /** The texts of what is erased for good, or was refused. Under the write lock. */
  add(contents: readonly string[]): void
}

/** A line is a time and a hash. */
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\da-f]{10})$/
const MOST_LINES = 20_000

export function openRemovedStatements(
  journal: Pick<Journal, 'read'>,
  { state, clock }: { state: string; clock: Clock },
): RemovedStatements {
  const path = join(state, 'removed')
  const lines = () => (readRegularText(path, MOST_LINES * 100) ?? '').split('\n').filter(Boolean)
  const append = (marks: ReadonlyMap<string, string>) => {
    if (marks.size === 0) return
    const text = [...marks].map(([hash, time]) => `${time} ${hash}\n`).join('')
    const known = lines()
    if (known.length + marks.size > MOST_LINES)
      writeFileAtomic(path, `${known.slice(-MOST_LINES / 2).join('\n')}\n${text}`, { mode: 0o600 })
    else appendFileSync(path, text, { mode: 0o600 })
  }
  return {
    read() {
      const [removed, back] = timesOf(journal.read())
      for (const line of lines()) {
        const [, time = '', hash = ''] = LINE.exec(line) ?? []
        if (time > (removed.get(hash) ?? '')) removed.set(hash, time)
      }
      return (content) => {
        const hash = hashOf(content)
        const time = removed.get(hash)
        return time !== undefined && time > (back.get(hash) ?? '')
      }
    },
    keep: (changes) => append(timesOf(changes)[0]),
    add(contents) {
      const time = clock.now().toISOString()
      append(new Map(contents.map((content) => [hashOf(content), time])))
    },
  }
}

function hashOf(content: string): string {
  return shortHash(statementKey(content))
}

/** When each statement was removed last, and when it was written last, by the hash of its words. */
function timesOf(changes: readonly Change[]): [removed: Map<string, string>, back: Map<string, string>] {
  const [removed, back] = [new Map<string, string>(), new Map<string, string>()]
  // What was written before anything was removed lifts nothing.
  const first = changes.findIndex(({ action }) => action === 'remove')
  for (const { action, file, time, before, after } of first < 0 ? [] : changes.slice(first)) {
    const now = memoryOf(file, bytesOf(after))
    const old = action === 'remove' ? memoryOf(file, bytesOf(before)) : undefined
    if (now) back.set(hashOf(now.content), time)
    // What has expired goes by itself.
    else if (old && (endOf(old) ?? Number.POSITIVE_INFINITY) > Date.parse(time))
      removed.set(hashOf(old.content), time)
  }
  return [removed, back]
}
