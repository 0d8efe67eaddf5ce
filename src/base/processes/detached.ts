// Starts a process that outlives this one: its own session, no standard streams, nothing to wait for.

interface DetachedOptions {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
}

/** Its number; undefined where it could not start: background work is done another time. Costs a few milliseconds. */
export function startDetached(args: readonly string[], { cwd, env }: DetachedOptions): number | undefined {
  try {
    const { spawn } = process.getBuiltinModule('node:child_process')
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    })
    // Comes with an absent number, which says the same.
    child.on('error', () => {})
    child.unref()
    return child.pid
  } catch {
    return undefined
  }
}
