// The options that set the fields of a memory: of `add` and of `edit`.
import { MEMORY_KINDS, MEMORY_TYPES } from '../memory/memory.ts'
import type { CommandOption } from './command.ts'

export const FIELD_OPTIONS = {
  type: {
    type: 'string',
    short: 't',
    value: 'TYPE',
    choices: MEMORY_TYPES,
    en: MEMORY_TYPES.join(', '),
    zh: MEMORY_TYPES.join('、'),
  },
  kind: {
    type: 'string',
    value: 'KIND',
    choices: MEMORY_KINDS,
    en: 'finer kind, for example technical_decision',
    zh: '更细的种类，如 technical_decision',
  },
  name: { type: 'string', short: 'n', value: 'NAME', en: 'short title', zh: '简短标题' },
  description: {
    type: 'string',
    short: 'd',
    value: 'TEXT',
    en: 'one specific line; recall judges by it',
    zh: '一行具体描述，召回时据此判断',
  },
  tags: { type: 'string', value: 'A,B', en: 'tags', zh: '标签' },
  category: { type: 'string', value: 'NAME', en: 'category', zh: '分类' },
  importance: { type: 'string', short: 'i', value: '1-5', en: 'importance', zh: '重要性' },
  expires: {
    type: 'string',
    value: 'WHEN',
    en: 'date or span: 2027-01-31, 90d',
    zh: '到期：日期或时长，如 2027-01-31、90d',
  },
  related: { type: 'string', value: 'ID,…', en: 'related memories', zh: '相关记忆' },
} satisfies Record<string, CommandOption>
