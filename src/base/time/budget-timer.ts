// Bounds work by the processor time that it takes: a machine that is busy with other things, or was stopped meanwhile,
// must not make short work look endless.
import { monotonicMs } from '../values/clock.ts'

/** Says whether so many milliseconds of processor time, of all threads, have been used since it was made. */
export function budgetTimer(budgetMs: number): () => boolean {
  const deadline = monotonicMs() + budgetMs
  const before = processorMs()
  // The clock is the cheaper look, and one thread cannot use more than has passed.
  return () => monotonicMs() > deadline && processorMs() - before > budgetMs
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
