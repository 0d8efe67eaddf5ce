// Which paths may be written: strictly inside the memory directory, ordinary names, Markdown only.
import { realpathSync } from 'node:fs'
import { isAbsolute, resolve, sep } from 'node:path'
import { type Message, type MessageTemplate, message } from '../../base/messages/message.ts'
import { pathsTexts } from '../../base/messages/paths.ts'
import { hasControl, hasHidden } from '../../base/text/invisible.ts'
import { attempt } from '../../base/values/attempt.ts'

export type PathVerdict = { ok: true; file: string } | { ok: false; reason: Message }

const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 4096
const MAX_DEPTH = 16
const DEVICE_NAMES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/** Not possible on Windows, or read as patterns and streams there. */
const RESERVED = /[<>:"|?*\\]/

/**
 * Judges an absolute path for writing. `roots`: the memory directory as given and its real path. `/./` and `//` mean
 * nothing and are dropped, as the kernel does; `..` is refused: behind a link it means another place to the kernel than
 * to a string function.
 */
export function checkWritePath(path: unknown, roots: readonly string[]): PathVerdict {
  if (typeof path !== 'string') return refuse(message(pathsTexts.pathNotText))
  if (path === '') return refuse(message(pathsTexts.pathEmpty))
  if (path.includes('\0')) return refuse(message(pathsTexts.pathNul))
  if (!isAbsolute(path)) return refuse(message(pathsTexts.pathRelative))
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return refuse(message(pathsTexts.pathTooLong))
  if (/[/\\]\.?$/.test(path)) return refuse(message(pathsTexts.pathDirectory))
  if (path.split(/[/\\]/).includes('..')) return refuse(message(pathsTexts.pathUp))
  const plain = plainPath(path)
  const root = roots.find((candidate) => isInside(candidate, plain))
  if (root === undefined) return refuse(message(pathsTexts.pathOutside))
  return checkMemoryFile(relativeTo(root, plain))
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

/** Judges a path relative to the memory directory, with `/`: also the keys of a shared memory. */
export function checkMemoryFile(file: unknown): PathVerdict {
  if (typeof file !== 'string' || file === '') return refuse(message(pathsTexts.pathEmpty))
  if (Buffer.byteLength(file) > MAX_PATH_BYTES / 2) return refuse(message(pathsTexts.pathTooLong))
  const names = file.split('/')
  if (names.length > MAX_DEPTH) return refuse(message(pathsTexts.pathDeep, { most: MAX_DEPTH }))
  for (const name of names) {
    const reason = nameProblem(name)
    if (reason) return refuse(reason)
  }
  if (!/\.md$/.test(file)) return refuse(message(pathsTexts.pathNotMarkdown))
  return { ok: true, file }
}

/** Why this name may not be part of a path, or undefined. */
export function nameProblem(name: string): Message | undefined {
  const found = NAME_PROBLEMS.find(([isWrong]) => isWrong(name))
  return found && message(found[1])
}

const NAME_PROBLEMS: readonly [isWrong: (name: string) => boolean, reason: MessageTemplate][] = [
  [(name) => name === '', pathsTexts.pathEmptyPart],
  [(name) => name.startsWith('.'), pathsTexts.nameDot],
  [hasControl, pathsTexts.nameControl],
  [hasHidden, pathsTexts.nameInvisible],
  // Two such names become one on the disk, where each half is written as U+FFFD.
  [(name) => !name.isWellFormed(), pathsTexts.nameSurrogate],
  [(name) => RESERVED.test(name), pathsTexts.nameReserved],
  [(name) => /%[0-9a-f]{2}/i.test(name), pathsTexts.namePercent],
  [(name) => /[ .]$/.test(name), pathsTexts.nameEnd],
  [(name) => DEVICE_NAMES.test(name), pathsTexts.nameDevice],
  [(name) => /~\d+(\.|$)/.test(name), pathsTexts.nameAlias],
  [(name) => Buffer.byteLength(name) > MAX_NAME_BYTES, pathsTexts.nameLong],
  [hasLookAlike, pathsTexts.nameLookAlike],
]

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

/**
 * Names with the same result are one file on systems that fold case or the way in which accents are written. It folds
 * more than any of them does (the German sharp s is ss): a name too many is refused, never one too few.
 */
export function foldName(name: string): string {
  if (/^[\x00-\x7f]*$/.test(name)) return name.toLowerCase()
  return name.normalize('NFD').toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3').normalize('NFC')
}

/** Pairs of keys that would land on one file on some machine. */
export function findCollisions(files: readonly string[]): [string, string][] {
  const collisions: [string, string][] = []
  const seen = new Map<string, string>()
  for (const file of files) {
    const other = seen.get(foldName(file))
    if (other !== undefined && other !== file) collisions.push([other, file])
    seen.set(foldName(file), file)
  }
  for (const file of files) {
    for (let at = file.indexOf('/'); at > 0; at = file.indexOf('/', at + 1)) {
      const parent = seen.get(foldName(file.slice(0, at)))
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

function refuse(reason: Message): PathVerdict {
  return { ok: false, reason }
}

/** The memory directory as given and as it really is: both prove that a path is inside. */
export function memoryRoots(directory: string): string[] {
  const real = attempt(() => realpathSync.native(directory))
  return real && real !== directory ? [directory, real] : [directory]
}
