// A disk on which no file can be made any more: removing needs a little room itself (a lock, a line of history, an index
// put in place). A few empty files are kept for that; when they are gone, what can be made again goes.
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../base/values/attempt.ts'
import { isDiskFull } from '../../base/values/errors.ts'
import { once } from '../../base/values/once.ts'

export interface Disposable {
  /** Directories whose whole content can be made again; the first of them goes first. */
  places: readonly string[]
  /** Called once for each that was emptied. */
  onEmptied?(place: string): void
}

/** What a purge takes at once, and a little more. */
const RESERVED = 8

/** Each file has an entry in the file system's table, which is given back when it goes. Never throws. */
function keepReserve(directory: string): void {
  attempt(() => {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    if (readdirSync(directory).length >= RESERVED) return
    for (let at = 0; at < RESERVED; at++) writeFileSync(join(directory, String(at)), '', { mode: 0o600 })
  })
}

/** Does the work; where the disk is full, empties the next place and does it again. The work has changed nothing by then. */
async function withRoom<T>(work: () => Promise<T>, { places, onEmptied }: Disposable): Promise<T> {
  const left = [...places]
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const emptied = isDiskFull(error) ? emptyNext(left) : undefined
      if (emptied === undefined) throw error
      onEmptied?.(emptied)
    }
  }
}

function emptyNext(left: string[]): string | undefined {
  for (let place = left.shift(); place !== undefined; place = left.shift()) if (empty(place)) return place
  return undefined
}

/** False where nothing went. */
function empty(place: string): boolean {
  if (attempt(() => lstatSync(place).isDirectory()) !== true) return false
  const names = attempt(() => readdirSync(place)) ?? []
  for (const name of names) attempt(() => rmSync(join(place, name), { recursive: true }))
  return (attempt(() => readdirSync(place)) ?? []).length < names.length
}

/** The room of one memory directory: what is kept below its `state/` for a full disk, and what else can go. */
export function openRoom(state: string, { places, onEmptied }: Disposable = { places: [] }) {
  const reserve = join(state, 'reserve')
  return {
    reserve,
    async makingRoom<T>(work: () => Promise<T>, from: readonly string[] = [reserve, ...places]): Promise<T> {
      let taken = false
      const done = await withRoom(work, {
        places: from,
        onEmptied: (place) => {
          if (place === reserve) taken = true
          else onEmptied?.(place)
        },
      })
      // Before somebody else takes what this has freed.
      if (taken) keepReserve(reserve)
      return done
    },
    reserveOnce: once(() => keepReserve(reserve)),
  }
}
