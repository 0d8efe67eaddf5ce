// What a project's definition may say only once the person has approved it. Without approval it loads without these
// fields.
import type { ProjectAccess } from '../../base/trust/project-access.ts'
import type { TrustPart } from '../../base/trust/trust-store.ts'

export function withApproved<T extends object>(
  definition: T,
  guarded: Partial<T>,
  part: TrustPart,
  project: ProjectAccess,
): T {
  if (Object.keys(guarded).length === 0 || project.isApproved(part)) return definition
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !Object.hasOwn(guarded, name))) as T
}
