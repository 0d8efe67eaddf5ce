// Whether a disk answers at all. A file call that it never answers cannot be given up, and a process with a thread in one
// cannot end by itself; so another process asks, and is left behind if it gets no answer.
import { spawn } from 'node:child_process'

const ASK = 'for path; do [ -e "$path" ]; done; :'

/** True where nobody can be asked: only silence counts. */
export function diskAnswers(paths: readonly string[], ms: number): Promise<boolean> {
  if (process.platform === 'win32') return Promise.resolve(true)
  return new Promise((done) => {
    const late = setTimeout(() => {
      // Where the system lets a process go that waits for a disk.
      child.kill('SIGKILL')
      done(false)
    }, ms)
    const child = spawn('/bin/sh', ['-c', ASK, 'sh', ...paths], { stdio: 'ignore', detached: true, cwd: '/' })
    const answered = () => {
      clearTimeout(late)
      done(true)
    }
    child.on('exit', answered)
    child.on('error', answered)
    child.unref()
  })
}
