import { switchCommandTexts } from '../../base/messages/switch-command.ts'
import type { Command } from '../command.ts'
import { SWITCH_OPTIONS, switchMemory } from '../switch-memory.ts'

export const command: Command = {
  usage: 'off',
  help: switchCommandTexts.help,
  most: 0,
  options: SWITCH_OPTIONS,
  examples: ['memdir off', 'memdir off --all'],
  withoutProject: true,
  run: async (input) => switchMemory(input, false),
}
