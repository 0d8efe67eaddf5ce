// ENOSPC at every call that changes the disk, once or from there on: a clear error or nothing lost, never half a change.
import { runFaults } from './faults/run-faults.mjs'

export function run({ tries, ...options }) {
  return runFaults({ kinds: ['full', 'once'], perCommand: tries ?? 40, ...options })
}
