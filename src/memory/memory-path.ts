// Which paths may be written: strictly inside the memory directory, ordinary names, Markdown only.
import { isAbsolute, resolve, sep } from 'node:path'

export type PathVerdict = { ok: true; file: string } | { ok: false; reason: string }

const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 4096
const MAX_DEPTH = 16
const DEVICE_NAMES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const HIDDEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e01ef}]/u
/** Not possible on Windows, or read as patterns and streams there. */
const RESERVED = /[<>:"|?*\\]/

/** Judges an absolute path for writing. `roots`: the memory directory as given and its real path. */
export function checkWritePath(path: unknown, roots: readonly string[]): PathVerdict {
  if (typeof path !== 'string') return refuse('a path must be text')
  if (path === '') return refuse('the path is empty')
  if (path.includes('\0')) return refuse('the path has a NUL byte')
  if (!isAbsolute(path)) return refuse('the path is not absolute')
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return refuse('the path is too long')
  if (/[/\\]$/.test(path)) return refuse('the path names a directory')
  // Before normalisation: `link/..` means another place to the kernel than to a string function.
  if (path.split(/[/\\]/).includes('..')) return refuse('the path goes up with ".."')
  const root = roots.find((candidate) => isInside(candidate, path))
  if (root === undefined) return refuse('the path is outside the memory directory')
  const file = relativeTo(root, path)
  const verdict = checkMemoryFile(file)
  return verdict.ok ? checkMemoryFile(file.normalize('NFC')) : verdict
}

/** Judges a path relative to the memory directory, with `/`: also the keys of a shared memory. */
export function checkMemoryFile(file: unknown): PathVerdict {
  if (typeof file !== 'string' || file === '') return refuse('the path is empty')
  if (Buffer.byteLength(file) > MAX_PATH_BYTES / 2) return refuse('the path is too long')
  const names = file.split('/')
  if (names.length > MAX_DEPTH) return refuse(`the path is more than ${MAX_DEPTH} directories deep`)
  for (const name of names) {
    const reason = nameProblem(name)
    if (reason) return refuse(reason)
  }
  if (!/\.md$/.test(file)) return refuse('only .md files can be written')
  return { ok: true, file }
}

/** Why this name may not be part of a path, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'the path has an empty part'
  if (name.startsWith('.')) return 'names that start with a dot are not memories'
  if (CONTROL.test(name)) return 'the name has a control character'
  if (HIDDEN.test(name)) return 'the name has an invisible character'
  if (RESERVED.test(name)) return 'the name has a character that is reserved (< > : " | ? * \\)'
  if (/%[0-9a-f]{2}/i.test(name)) return 'the name has a percent-encoded character'
  if (/[ .]$/.test(name)) return 'the name ends with a space or a dot'
  if (DEVICE_NAMES.test(name)) return 'the name is reserved for a device on Windows'
  if (/~\d+(\.|$)/.test(name)) return 'the name looks like a short alias of another (~1)'
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 'the name is longer than 255 bytes'
  if (hasLookAlike(name)) return 'the name has a character that can be taken for "/", "." or another letter'
  return undefined
}

/** Characters that become `/`, `.`, `\` or `%` when normalised, or an ASCII letter when case is folded. */
function hasLookAlike(name: string): boolean {
  if (/^[\x20-\x7e]*$/.test(name)) return false
  // As it is given: normalising would hide the Kelvin sign, which is a K afterwards.
  for (const character of name) {
    if (character <= '~') continue
    if (/[/\\.%]/.test(character.normalize('NFKC'))) return true
    if (/[\u2044\u2215\u29f8\u2216]/.test(character)) return true
    if (/^[a-z]+$/.test(character.toLowerCase()) || /^[A-Z]$/.test(character.toUpperCase())) return true
  }
  return false
}

/** Pairs of keys that would land on one file on some machine. */
export function findCollisions(files: readonly string[]): [string, string][] {
  const collisions: [string, string][] = []
  const seen = new Map<string, string>()
  const folded = (file: string) => file.normalize('NFC').toLowerCase()
  for (const file of files) {
    const other = seen.get(folded(file))
    if (other !== undefined && other !== file) collisions.push([other, file])
    seen.set(folded(file), file)
  }
  for (const file of files) {
    for (let at = file.indexOf('/'); at > 0; at = file.indexOf('/', at + 1)) {
      const parent = seen.get(folded(file.slice(0, at)))
      if (parent !== undefined) collisions.push([parent, file])
    }
  }
  return collisions
}

/** By path segments: `/mem-evil` is not inside `/mem`. */
export function isInside(directory: string, path: string): boolean {
  const root = resolve(directory)
  const prefix = root.endsWith(sep) ? root : root + sep
  return path.startsWith(prefix) && path.length > prefix.length
}

function relativeTo(root: string, path: string): string {
  const rest = path
    .slice(resolve(root).length)
    .split(sep)
    .filter((part, i) => i > 0 || part !== '')
  return rest.join('/')
}

function refuse(reason: string): PathVerdict {
  return { ok: false, reason }
}
