// Files outside the project that the person has allowed a project's instructions to include.
import { readFileSync } from 'node:fs'
import { writeFileAtomic } from '../lib/atomic-write.ts'
import { attempt } from '../lib/attempt.ts'

export interface IncludeApprovals {
  /** Both are real paths: a link that is pointed elsewhere later is not approved. */
  isApproved(project: string, file: string): boolean
  approve(project: string, file: string): void
  withdraw(project: string, file: string): void
}

interface Store {
  v: 1
  projects: Record<string, string[]>
}

/** `file`: a JSON file of the person's own, outside every project. */
export function openIncludeApprovals(file: string): IncludeApprovals {
  const change = (project: string, edit: (files: Set<string>) => void) => {
    const store = readStore(file)
    const files = new Set(filesOf(store, project))
    edit(files)
    store.projects[project] = [...files].sort()
    writeFileAtomic(file, `${JSON.stringify(store, null, 2)}\n`)
  }
  return {
    isApproved: (project, wanted) => filesOf(readStore(file), project).includes(wanted),
    approve: (project, wanted) => change(project, (files) => files.add(wanted)),
    withdraw: (project, wanted) => change(project, (files) => files.delete(wanted)),
  }
}

function readStore(file: string): Store {
  const value = attempt(() => JSON.parse(readFileSync(file, 'utf8')) as Partial<Store> | null)
  const projects = value?.v === 1 && typeof value.projects === 'object' ? value.projects : undefined
  return { v: 1, projects: { ...projects } }
}

function filesOf(store: Store, project: string): string[] {
  const files: unknown = Object.hasOwn(store.projects, project) ? store.projects[project] : undefined
  return Array.isArray(files) ? files.filter((one): one is string => typeof one === 'string') : []
}
