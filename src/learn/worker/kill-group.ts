// Ends a job's process and what it started: a job leads a process group of its own.
import { attempt } from '../../base/values/attempt.ts'

export function killGroup(pid: number | undefined): void {
  if (pid !== undefined) attempt(() => process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL'))
}
