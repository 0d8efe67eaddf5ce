import { switchCommandTexts } from '../../base/messages/switch-command.ts'
import type { Command } from '../command.ts'
import { SWITCH_OPTIONS, switchMemory } from '../switch-memory.ts'

export const command: Command = {
  usage: 'on',
  help: switchCommandTexts.help2,
  most: 0,
  options: SWITCH_OPTIONS,
  examples: ['memdir on', 'memdir on --all'],
  withoutProject: true,
  run: async (input) => switchMemory(input, true),
}
