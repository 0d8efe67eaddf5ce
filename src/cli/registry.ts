// All commands, by what people want to do, as the overview lists them: a line for each, and how to load the rest.

import type { CommandGroup, Entry } from './command.ts'
import { READ, UNDO, WRITE } from './memory-commands.ts'
import { MODEL, SET_UP, SETTINGS } from './program-commands.ts'
import { KEEP_IN_ORDER, MOVE } from './upkeep-commands.ts'

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  SET_UP,
  WRITE,
  READ,
  KEEP_IN_ORDER,
  UNDO,
  MOVE,
  MODEL,
  SETTINGS,
]

export const COMMANDS: Record<string, Entry> = Object.assign(
  {},
  ...COMMAND_GROUPS.map(({ commands }) => commands),
)
