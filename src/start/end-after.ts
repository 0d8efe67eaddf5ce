// A process that nobody waits for, and that loops, would run for ever: its own timers do not fire. A thread's do.

/** Not loaded where somebody waits: a thread takes ten milliseconds to start. */
export function endAfter(ms: number): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const code = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`
  const thread = new Worker(code, { eval: true, execArgv: [] })
  // Without it the program's own limit is left.
  thread.on('error', () => {})
  thread.unref()
}
