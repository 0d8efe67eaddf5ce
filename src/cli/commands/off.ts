import type { Command } from '../command.ts'
import { SWITCH_OPTIONS, switchMemory } from '../switch-memory.ts'

export const command: Command = {
  usage: 'off',
  help: {
    en: 'Switches memory off for this project, or for all. Memories stay where they are.',
    zh: '为此项目或所有项目关闭记忆。已有记忆保持不变。',
  },
  most: 0,
  options: SWITCH_OPTIONS,
  examples: ['memdir off', 'memdir off --all'],
  withoutProject: true,
  run: async (input) => switchMemory(input, false),
}
