// Any command in a pseudo terminal, where a person could be asked.
import { spawn } from 'node:child_process'
import type { TemporaryHome } from '../support/published/temporary-home.ts'
import { COMMAND, ended, type RunMemdirOptions } from './run-memdir.ts'
import { listen } from './use-chat.ts'

export function inTerminal(place: TemporaryHome, args: readonly string[], options: RunMemdirOptions = {}) {
  const line = [process.execPath, COMMAND, ...args].map((part) => `'${part}'`).join(' ')
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: options.cwd ?? place.project,
    env: { ...place.env, TERM: 'dumb', ...options.env },
    stdio: 'pipe',
  })
  return {
    end: ended(child),
    /** Waits for these words. */
    said: listen(child),
    type: (text: string) => child.stdin.write(text),
  }
}
