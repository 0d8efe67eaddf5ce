// Passes, and leaves something behind: what MEMDIR_LEAVES says.
import { spawn } from 'node:child_process'
import { expect, it } from 'vitest'
import { runMemdir } from '../../cli/run-memdir.ts'
import { useCli } from '../../cli/use-cli.ts'

const cli = useCli()

/** As in a call of the system that does not come back. */
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

const LEAVES: Record<string, () => void> = {
  nothing: () => {},
  'a process': () =>
    spawn('sleep', ['1000'], { env: cli.place.env, detached: true, stdio: 'ignore' }).unref(),
  'a test that hangs': () => {
    process.stderr.write('hangs\n')
    block()
  },
}

it('passes', () => {
  expect(runMemdir(cli.place, ['--version']).code).toBe(0)
  LEAVES[process.env.MEMDIR_LEAVES ?? 'nothing']!()
})
