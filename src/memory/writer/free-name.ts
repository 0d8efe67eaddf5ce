// Names for files that do not exist yet.
import { foldName } from '../../base/paths/portable-name.ts'
import { randomId } from '../../base/values/ids.ts'

/** For thousands that may want the same name: each stem continues counting where it was. */
export function nameAllocator(isTaken: (file: string) => boolean): (wanted: string) => string {
  const given = new Set<string>()
  const counted = new Map<string, number>()
  return (name) => {
    const usable = isShut(name, isTaken) ? name.replace(/^.*\//, '') : name
    const stem = usable.replace(/\.md$/, '')
    let n = counted.get(stem) ?? 1
    let file = n === 1 ? usable : `${stem}_${n}.md`
    while (given.has(foldName(file)) || isTaken(file)) file = `${stem}_${++n}.md`
    counted.set(stem, n)
    given.add(foldName(file))
    return file
  }
}

/** Whether its directory differs from another only in case: no name in there is free. */
function isShut(name: string, isTaken: (file: string) => boolean): boolean {
  return name.includes('/') && isTaken(name) && isTaken(name.replace(/[^/]*$/, `${randomId()}.md`))
}

export function freeNames(wanted: readonly string[], isTaken: (file: string) => boolean): string[] {
  const nextName = nameAllocator(isTaken)
  return wanted.map((name) => nextName(name))
}

export function freeName(wanted: string, isTaken: (file: string) => boolean): string {
  if (!isTaken(wanted)) return wanted
  const stem = wanted.replace(/\.md$/, '')
  for (let n = 2; n < 1_000; n++) if (!isTaken(`${stem}_${n}.md`)) return `${stem}_${n}.md`
  return `${stem}_${randomId()}.md`
}
