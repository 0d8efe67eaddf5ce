// Names of files that are one name on every system.
import { type Message, type MessageTemplate, message } from '../messages/message.ts'
import { pathsTexts } from '../messages/paths.ts'
import { hasControl, hasHidden } from '../text/invisible.ts'

const MAX_NAME_BYTES = 255
const DEVICE_NAMES = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/** Not possible on Windows, or read as patterns and streams there. */
const RESERVED = /[<>:"|?*\\]/

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
