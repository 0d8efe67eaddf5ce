// Options that choose among memories, the same for every command that has them.
import { MEMORY_KINDS, MEMORY_TYPES } from '../memory/memory.ts'
import type { Command } from './command.ts'

export const filterOptions = {
  type: {
    type: 'string',
    short: 't',
    value: 'TYPE',
    choices: [...MEMORY_TYPES, ...MEMORY_KINDS],
    en: 'only this type or kind',
    zh: '仅此类型或种类',
  },
  tags: { type: 'string', value: 'A,B', en: 'only with all these tags', zh: '仅含全部这些标签' },
  'min-importance': { type: 'string', value: '1-5', en: 'only at least this important', zh: '最低重要性' },
} satisfies Command['options']
