// Options that choose among memories, the same for every command that has them.

import { commandLineTexts } from '../base/messages/command-line.ts'
import { MEMORY_KINDS, MEMORY_TYPES } from '../memory/memory.ts'
import type { Command } from './command.ts'

export const filterOptions = {
  type: {
    type: 'string',
    short: 't',
    value: 'TYPE',
    choices: [...MEMORY_TYPES, ...MEMORY_KINDS],
    text: commandLineTexts.optionType,
  },
  tags: { type: 'string', value: 'A,B', text: commandLineTexts.optionTags },
  'min-importance': { type: 'string', value: '1-5', text: commandLineTexts.optionMinImportance },
} satisfies Command['options']
