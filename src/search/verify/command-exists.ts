// Whether the project still has a command: the symbol list knows those of all its packages; what it does not know is
// asked of the files in the root.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '../../base/files/read-regular.ts'
import type { JudgeContext } from '../recall/judge-context.ts'
import { COMMAND_FILES, commandKey, findCommands, namedCommand } from './symbols/find-commands.ts'

const MOST_BYTES = 256 * 1024

/** undefined: this tree cannot tell. */
export function commandExists(command: string, { root, list, mayDeny }: JudgeContext): boolean | undefined {
  const named = namedCommand(command)
  if (!named) return undefined
  const { runner, name, isOwn } = named
  const key = commandKey(runner, name)
  if (list?.has('command', key)) return true
  const files = COMMAND_FILES[runner]
  // The first that is there is the one that counts.
  const first = files.find((file) => existsSync(join(root, file)))
  const text = first === undefined ? undefined : readRegularText(join(root, first), MOST_BYTES)
  const defined = text === undefined ? undefined : findCommands(first ?? '', text)
  if (defined?.names.includes(name)) return true
  if (!list || !isOwn || list.header.open.includes(runner) || defined?.isOpen) return undefined
  if (list.had('command', key) || !files.some((file) => list.had('path', file)) || !mayDeny())
    return undefined
  return runner === 'make' && isMade(root, name) ? undefined : false
}

/** make builds `name` from `name.c` without a rule, and takes a file or directory of that name as made. */
function isMade(root: string, name: string): boolean {
  return (
    name.includes('.') ||
    ['', '.c', '.cc', '.cpp', '.o', '.sh'].some((end) => existsSync(join(root, name + end)))
  )
}
