// The options that set the fields of a memory: of `add` and of `edit`.

import { fieldOptionsTexts } from '../base/messages/field-options.ts'
import { listOf } from '../base/messages/message.ts'
import { MEMORY_KINDS, MEMORY_TYPES } from '../memory/memory.ts'
import type { CommandOption } from './command.ts'

export const FIELD_OPTIONS = {
  type: {
    type: 'string',
    short: 't',
    value: 'TYPE',
    choices: MEMORY_TYPES,
    text: listOf(MEMORY_TYPES),
  },
  kind: {
    type: 'string',
    value: 'KIND',
    choices: MEMORY_KINDS,
    text: fieldOptionsTexts.optionKind,
  },
  name: { type: 'string', short: 'n', value: 'NAME', text: fieldOptionsTexts.optionName },
  description: {
    type: 'string',
    short: 'd',
    value: 'TEXT',
    text: fieldOptionsTexts.optionDescription,
  },
  tags: { type: 'string', value: 'A,B', text: fieldOptionsTexts.optionTags },
  category: { type: 'string', value: 'NAME', text: fieldOptionsTexts.optionCategory },
  importance: { type: 'string', short: 'i', value: '1-5', text: fieldOptionsTexts.optionImportance },
  expires: {
    type: 'string',
    value: 'WHEN',
    text: fieldOptionsTexts.optionExpires,
  },
  when: { type: 'string', multiple: true, value: 'TEXT', text: fieldOptionsTexts.optionWhen },
  on: { type: 'string', multiple: true, value: 'PATTERN', text: fieldOptionsTexts.optionOn },
  related: { type: 'string', value: 'ID,…', text: fieldOptionsTexts.optionRelated },
} satisfies Record<string, CommandOption>
