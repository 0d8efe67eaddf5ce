// How readers of a project's files (agents, skills, instructions) look into it: through files that are what they seem,
// and with the person's word for what needs approval. What waits and what is not read is collected for the person.
import { join } from 'node:path'
import { listBelow, type Refusal, readBelow } from '../files/read-below.ts'
import { configHome, isPersonsHome } from '../settings/config-home.ts'
import type { Environment } from '../settings/environment.ts'
import type { ProjectRoots, RefusedFile } from '../settings/settings.ts'
import { openTrustStore, type TrustPart, type TrustStore } from './trust-store.ts'

export interface ProjectAccess {
  /** Where the project's files are. */
  readonly checkout: string
  /** In the person's home directory `.claude` is the person's own, and read as such elsewhere. */
  readonly personal: boolean
  isApproved(part: TrustPart): boolean
  /** What was found and waits, each part once. */
  readonly waiting: TrustPart[]
  /** What was found and is not read. */
  readonly refused: RefusedFile[]
}

export function openProjectAccess(
  env: Environment,
  { checkout, root }: ProjectRoots,
  opened?: TrustStore,
): ProjectAccess {
  const waiting: TrustPart[] = []
  // Read only where something asks for it.
  let store = opened
  return {
    checkout,
    personal: isPersonsHome(checkout, env),
    waiting,
    refused: [],
    isApproved(part) {
      store ??= openTrustStore(configHome(env))
      if (store.isApproved(root, part)) return true
      if (!waiting.some(({ kind, name }) => kind === part.kind && name === part.name)) waiting.push(part)
      return false
    },
  }
}

/** The text of a file of the project; undefined where there is none or it is not read. */
export function readProjectText(access: ProjectAccess, path: string, most: number): string | undefined {
  if (access.personal) return undefined
  const read = readBelow(access.checkout, path, most)
  if (read.status === 'refused') refuse(access, read.at ?? path, read.reason)
  return read.status === 'read' ? read.bytes.toString('utf8') : undefined
}

/** Names that may be files or directories; which of them, reading tells. */
export function listProject(access: ProjectAccess, path: string): string[] {
  if (access.personal) return []
  const listed = listBelow(access.checkout, path)
  if (listed.status === 'refused') refuse(access, listed.at ?? path, listed.reason)
  return listed.status === 'listed' ? listed.names : []
}

function refuse({ checkout, refused }: ProjectAccess, path: string, reason: Refusal): void {
  const full = join(checkout, path)
  if (!refused.some((file) => file.path === full)) refused.push({ path: full, reason })
}
