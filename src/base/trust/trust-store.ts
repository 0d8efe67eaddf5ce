// What the person has approved of what projects ask for: `trust.json` in the config home, outside every project. An
// approval is for exactly one content of one part of one project. A file that cannot be understood approves nothing.

import { join } from 'node:path'
import { lookAtState, type StateKind, updateState } from '../files/state-file.ts'
import { canonicalJson } from '../text/canonical-json.ts'
import { contentHash } from '../values/hash.ts'
import { isObject } from '../values/is-object.ts'

const PART_KINDS = ['settings', 'include', 'mcp', 'agent', 'skill', 'style'] as const
export type PartKind = (typeof PART_KINDS)[number]

/** One thing below a working tree that counts only once it is approved. */
export interface TrustPart {
  readonly kind: PartKind
  /** Its file, relative to the project's root with `/`; an include: the real path of the file outside. */
  readonly name: string
  /** What needs approval, as plain data. */
  readonly content: unknown
  /** An include: the file that asks for it. */
  readonly from?: string
}

interface Approval {
  readonly hash: string
  /** When, in ISO form. */
  readonly time: string
  /** The content as the person saw it: what a changed one is compared with. */
  readonly shown: string
}

export interface TrustStore {
  readonly path: string
  /** It is there and cannot be understood: nothing is approved. */
  readonly damaged: boolean
  isApproved(root: string, part: TrustPart): boolean
  /** What was approved last of this part. */
  latest(root: string, part: Pick<TrustPart, 'kind' | 'name'>): Approval | undefined
  /** Everything that is approved for a project, by part. */
  approved(root: string): { kind: PartKind; name: string; approvals: readonly Approval[] }[]
  approve(root: string, part: TrustPart, shown: string, now: Date): Promise<void>
  /** Takes all approvals of a project back, or those of the named parts; how many parts that were. */
  revoke(root: string, names?: readonly string[]): Promise<number>
}

/** By the real path of the project's root, then by part; the newest approval last. */
interface Stored {
  projects: Record<string, Record<string, Approval[]>>
}

const STORED: StateKind<Stored> = {
  read: ({ projects }) => (isProjects(projects) ? { projects } : undefined),
  most: 64_000_000,
  indent: true,
}

/** Branches differ: what was approved once stays so until it is revoked. */
const MAX_APPROVALS = 20

/** undefined: it nests too deep to be approved at all. */
export function partHash({ kind, name, content }: TrustPart): string | undefined {
  const text = canonicalJson([kind, name, content])
  return text === undefined ? undefined : contentHash(text)
}

export function openTrustStore(home: string): TrustStore {
  const path = join(home, 'trust.json')
  let read = lookAtState(path, STORED)
  const partsOf = (root: string) => ownValue(read.value?.projects ?? {}, root) ?? {}
  const change = async (edit: (stored: Stored) => void) => {
    const value = await updateState(path, STORED, (now = { projects: {} }) => {
      edit(now)
      return now
    })
    if (value) read = { status: 'read', value }
  }
  return {
    path,
    get damaged() {
      return read.status === 'damaged' || read.status === 'newer'
    },
    isApproved(root, part) {
      const hash = partHash(part)
      const approvals = ownValue(partsOf(root), keyOf(part)) ?? []
      return hash !== undefined && approvals.some((approval) => approval.hash === hash)
    },
    latest: (root, part) => ownValue(partsOf(root), keyOf(part))?.at(-1),
    approved: (root) =>
      Object.entries(partsOf(root)).map(([key, approvals]) => ({ ...partOf(key), approvals })),
    approve: (root, part, shown, now) =>
      change(({ projects }) => {
        const hash = partHash(part)
        if (hash === undefined) return
        const parts = ownValue(projects, root) ?? {}
        const others = (ownValue(parts, keyOf(part)) ?? []).filter((approval) => approval.hash !== hash)
        parts[keyOf(part)] = [...others, { hash, time: now.toISOString(), shown }].slice(-MAX_APPROVALS)
        projects[root] = parts
      }),
    async revoke(root, names) {
      let count = 0
      await change(({ projects }) => {
        const kept = Object.entries(ownValue(projects, root) ?? {}).filter(
          ([key]) => names !== undefined && !names.includes(partOf(key).name),
        )
        count = Object.keys(ownValue(projects, root) ?? {}).length - kept.length
        if (kept.length > 0) projects[root] = Object.fromEntries(kept)
        else delete projects[root]
      })
      return count
    },
  }
}

function keyOf({ kind, name }: Pick<TrustPart, 'kind' | 'name'>): string {
  return `${kind}:${name}`
}

function partOf(key: string): { kind: PartKind; name: string } {
  const at = key.indexOf(':')
  return { kind: key.slice(0, at) as PartKind, name: key.slice(at + 1) }
}

/** Paths come from anywhere: `__proto__` is a name like any other. */
function ownValue<T>(record: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function isProjects(value: unknown): value is Stored['projects'] {
  if (!isObject(value)) return false
  return Object.values(value).every(
    (parts) =>
      isObject(parts) &&
      Object.entries(parts).every(
        ([key, approvals]) =>
          PART_KINDS.includes(partOf(key).kind) && Array.isArray(approvals) && approvals.every(isApproval),
      ),
  )
}

function isApproval(value: unknown): value is Approval {
  return isObject(value) && [value.hash, value.time, value.shown].every((field) => typeof field === 'string')
}
