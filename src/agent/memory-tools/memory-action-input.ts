// What the `memory` tool is asked: the schema that agents are shown, and the check of what they give.

import type { Message } from '../../base/messages/message.ts'
import { attempt } from '../../base/values/attempt.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { InputSchema } from '../../base/values/json-schema.ts'
import { IMPORT_FORMATS } from '../../memory/import-format.ts'
import { MEMORY_KINDS, MEMORY_TYPES } from '../../memory/memory.ts'
import { ACTION_WORDS, type ActionWord, actionNamed, type MemoryAction } from '../../memory/memory-verbs.ts'
import { checkInput } from './client-tool.ts'
import { MOMENT_FIELDS } from './moment-fields.ts'

export interface MemoryToolInput {
  action: MemoryAction
  query?: string
  content?: string
  id?: string
  /** One of the four types or of the eight kinds. */
  type?: string
  tags?: string[]
  importance?: number
  /** Situations, and patterns of calls in one line each. */
  when?: string[]
  on?: string[]
  /** add: a memory of its own, however similar others are. */
  separate?: boolean
  limit?: number
  threshold?: number
  /** Where an export goes; without it the document is returned. */
  output?: string
  /** What is imported; or `data`. */
  file?: string
  data?: string
  format?: string
}

const text = (description: string) => ({ type: 'string', description }) as const

export const MEMORY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['action'],
  properties: {
    action: {
      type: 'string',
      enum: ACTION_WORDS,
      description:
        'What to do. list leaves out what has expired or was superseded, as search does. remember is add, edit is update, forget and rm are delete, recall is search.',
    },
    query: text('search: what to look for.'),
    content: text('add: what to remember. update: the new text.'),
    id: text('delete, update, explain: an id, a unique beginning of one, or a file name.'),
    type: {
      type: 'string',
      enum: [...MEMORY_TYPES, ...MEMORY_KINDS],
      description: 'list, search: only these. add, update: what it is.',
    },
    tags: {
      type: 'array',
      items: { type: 'string' },
      description: 'add, update: tags. list: only with all of them.',
    },
    importance: {
      type: 'number',
      minimum: 1,
      maximum: 5,
      description: 'add, update: 1 (passing) to 5 (permanent).',
    },
    when: { ...MOMENT_FIELDS.when, description: `add, update: ${MOMENT_FIELDS.when.description}` },
    on: { ...MOMENT_FIELDS.on, description: `add, update: ${MOMENT_FIELDS.on.description}` },
    separate: {
      type: 'boolean',
      description: 'add: true keeps it apart from a memory that says the same; otherwise they are merged.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      description: 'list, search: at most this many (20).',
    },
    threshold: { type: 'number', minimum: 0, maximum: 1, description: 'search: least similarity (0.6).' },
    output: text('export: a file to write; without it the document is returned.'),
    file: text('import: a file or directory to read.'),
    data: text('import: the document itself.'),
    format: {
      type: 'string',
      enum: [...IMPORT_FORMATS],
      description: 'import: the program that wrote it, if it is not recognised.',
    },
  },
} as const satisfies InputSchema

/** Null is taken as left out. */
export function readMemoryInput(given: unknown): MemoryToolInput {
  const input = typeof given === 'string' ? attempt(() => JSON.parse(given) as unknown) : given
  const { action, ...rest } = checkInput(MEMORY_SCHEMA, input)
  return { ...rest, action: actionNamed(action as ActionWord) }
}

export function bad(problem: Message, fix: Message): MemdirError {
  return new MemdirError('usage', problem, { fix })
}
