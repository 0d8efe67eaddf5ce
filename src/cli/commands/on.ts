import type { Command } from '../command.ts'
import { SWITCH_OPTIONS, switchMemory } from '../switch-memory.ts'

export const command: Command = {
  usage: 'on',
  help: {
    en: 'Switches memory on for this project, or for all. Memories stay where they are.',
    zh: '为此项目或所有项目打开记忆。已有记忆保持不变。',
  },
  most: 0,
  options: SWITCH_OPTIONS,
  examples: ['memdir on', 'memdir on --all'],
  withoutProject: true,
  run: async (input) => switchMemory(input, true),
}
