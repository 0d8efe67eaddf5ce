// kill -9 at every call that changes the disk, of every command that writes: what was acknowledged is there, nothing is
// torn, and after the next write every change is whole or was never made.
import { runFaults } from './faults/run-faults.mjs'

export function run({ tries, ...options }) {
  return runFaults({ kinds: ['kill'], perCommand: tries ?? 40, ...options })
}
