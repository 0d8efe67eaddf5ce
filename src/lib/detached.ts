// Starts a process that outlives this one: its own session, no standard streams, nothing to wait for.

export interface DetachedOptions {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
}

/** Costs a few milliseconds. Never throws: background work that cannot start is done another time. */
export function startDetached(args: readonly string[], { cwd, env }: DetachedOptions): boolean {
  try {
    const { spawn } = process.getBuiltinModule('node:child_process')
    const child = spawn(process.execPath, args, {
      cwd,
      env,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    })
    child.on('error', () => {})
    child.unref()
    return child.pid !== undefined
  } catch {
    return false
  }
}
