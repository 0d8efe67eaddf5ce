// Hooks in a project's committed settings are somebody else's programs: they run only after the person has trusted
// exactly these hooks. Trust is bound to their content, so that a pull request cannot widen it.
import { readFileSync } from 'node:fs'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'
import { contentHash } from '../lib/hash.ts'
import { isRecord } from './read-hooks.ts'

export interface ProjectTrust {
  isTrusted(project: string, hooks: unknown): boolean
  trust(project: string, hooks: unknown, now: Date): void
  forget(project: string): void
}

interface Store {
  v: 1
  projects: Record<string, { hash: string; time: string }>
}

/** `file`: a JSON file of the person's own, outside every project. */
export function openProjectTrust(file: string): ProjectTrust {
  const read = (): Store => {
    const value: unknown = attempt(() => JSON.parse(readFileSync(file, 'utf8')))
    const known = isRecord(value) && value.v === 1 && isRecord(value.projects) ? value.projects : {}
    const entries = Object.entries(known).filter(
      ([, entry]) => isRecord(entry) && typeof entry.hash === 'string',
    )
    return { v: 1, projects: Object.fromEntries(entries) as Store['projects'] }
  }
  const write = (store: Store) => writeFileAtomic(file, `${JSON.stringify(store, null, 2)}\n`)
  return {
    isTrusted(project, hooks) {
      const { projects } = read()
      return Object.hasOwn(projects, project) && projects[project]!.hash === hooksHash(hooks)
    },
    trust(project, hooks, now) {
      const store = read()
      store.projects[project] = { hash: hooksHash(hooks), time: now.toISOString() }
      write(store)
    },
    forget(project) {
      const store = read()
      delete store.projects[project]
      write(store)
    },
  }
}

/** The same for the same hooks, whatever the order of their fields. */
export function hooksHash(hooks: unknown): string {
  return contentHash(canonical(hooks ?? null))
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value).sort()
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}
