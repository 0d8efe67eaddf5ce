// The end of a turn or of a conversation: the client waits until its hook has ended, so the hook only starts a process
// that does the rest, and ends.
import { openSync, unlinkSync, writeSync } from 'node:fs'
import type { Environment } from '../base/settings/environment.ts'
import { attempt } from '../base/values/attempt.ts'
import { APART } from '../connect/hook-exchange.ts'

/** Exits where the process was started. */
export function handOver(raw: string, agent: string | undefined, env: Environment): void {
  const input = attempt(() => namelessFile(Buffer.from(raw), env))
  if (input === undefined) return
  const { spawn } = process.getBuiltinModule('node:child_process')
  const started = attempt(() =>
    spawn(process.execPath, [import.meta.filename, agent ?? '', APART], {
      detached: true,
      stdio: [input, 'ignore', 'ignore'],
      windowsHide: true,
    }),
  )
  if (started?.pid !== undefined) process.exit(0)
}

/**
 * What was said must not stay on the disk, also not after a crash: the file has no name any more when it is written. It
 * takes any length without a reader, which a pipe does not.
 */
function namelessFile(bytes: Buffer, env: Environment): number {
  const path = `${env.TMPDIR?.trim() || '/tmp'}/.memdir-${process.pid}-${process.hrtime.bigint()}`
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  // By its position, so that the other process reads from the beginning.
  if (writeSync(file, bytes, 0, bytes.length, 0) !== bytes.length) throw new Error('the disk is full')
  return file
}
