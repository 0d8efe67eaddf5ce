// Temporary files that killed processes left next to the registry, the settings and a project's entry.
import { dirname } from 'node:path'
import { abandonedIn } from '../base/files/abandoned-files.ts'
import { unlinkQuietly } from '../base/files/atomic-write.ts'
import { nodeFileOps } from '../base/files/file-ops.ts'
import type { Engine } from '../connect/engine.ts'
import type { DoctorFinding } from '../memory/doctor-finding.ts'

export function examineLeftovers(
  { home, location }: Pick<Engine, 'home' | 'location'>,
  fix: boolean,
): { fixed: DoctorFinding[]; left: DoctorFinding[] } {
  const found = [home, dirname(location.state)].flatMap(abandonedIn)
  const finding = (file: string): DoctorFinding => ({ code: 'leftover', file, facts: {}, fixable: true })
  const gone = new Set(fix ? found.filter((path) => unlinkQuietly(nodeFileOps, path)) : [])
  return {
    fixed: [...gone].map(finding),
    left: found.filter((path) => !gone.has(path)).map(finding),
  }
}
