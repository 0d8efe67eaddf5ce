// Paths by their segments.
import { resolve, sep } from 'node:path'

/** By path segments: `/mem-evil` is not inside `/mem`. */
export function isInside(directory: string, path: string): boolean {
  const root = resolve(directory)
  const prefix = root.endsWith(sep) ? root : root + sep
  return path.startsWith(prefix) && path.length > prefix.length
}

/** Without the parts that mean nothing: `a//b/./c` is `a/b/c`. What goes up stays as it is. */
export function plainPath(path: string): string {
  const start = path.startsWith('/') ? '/' : ''
  return (
    start +
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/')
  )
}
