// What is below a directory, without following links.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Relative path → bytes of a file, or where a link leads. Directories count only by what is in them. */
export function readTree(root, wanted = () => true, prefix = '') {
  const found = new Map()
  for (const entry of readdirSync(join(root, prefix), { withFileTypes: true })) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) for (const [name, bytes] of readTree(root, wanted, path)) found.set(name, bytes)
    else if (wanted(path)) found.set(path, contentOf(join(root, path)))
  }
  return found
}

function contentOf(path) {
  const info = lstatSync(path)
  if (info.isSymbolicLink()) return Buffer.from(`link to ${readlinkSync(path)}`)
  return info.isFile() ? readFileSync(path) : Buffer.from('neither file nor link')
}

/** Paths that differ between two trees. */
export function changedPaths(before, after) {
  const paths = new Set([...before.keys(), ...after.keys()])
  const same = (path) => before.get(path)?.equals(after.get(path) ?? Buffer.from('\0')) === true
  return [...paths].filter((path) => !same(path)).sort()
}
