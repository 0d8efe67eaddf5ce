// The fields of a memory as the command line says them.

import { editCommandsTexts } from '../base/messages/edit-commands.ts'
import { nameOfLabel } from '../base/messages/kinds.ts'
import { listOf, message } from '../base/messages/message.ts'
import { usageTexts } from '../base/messages/usage.ts'
import { isMemoryKind, isMemoryType } from '../memory/memory.ts'
import { FIELD_NAMES, type FieldChanges, type FieldName } from '../memory/memory-file.ts'
import { parseFutureExpiry, textOption, textOptions, usage } from './arguments.ts'
import type { Values } from './command.ts'

/** Set by memdir: an id, and who said what when. */
const OWN_FIELDS = ['id', 'source', 'evidence', 'created', 'updated'] as const
type Field = Exclude<FieldName, (typeof OWN_FIELDS)[number]>
const FIELDS = FIELD_NAMES.filter((name): name is Field => !(OWN_FIELDS as readonly string[]).includes(name))

/** What `--set FIELD=VALUE`, `--FIELD VALUE` and `--unset FIELD` change. `findId` gives the id of a memory that is referred to. */
export function fieldChanges(values: Values, findId: (reference: string) => string): FieldChanges {
  const changes: FieldChanges = {}
  const given = FIELDS.flatMap((field) => {
    const value = isMoment(field) ? undefined : textOption(values, field)
    return value === undefined ? [] : [`${field}=${value}`]
  })
  for (const assignment of [...textOptions(values, 'set'), ...given]) {
    const at = assignment.indexOf('=')
    if (at < 1)
      throw usage(
        message(editCommandsTexts.setWithoutEquals, { assignment }),
        message(editCommandsTexts.exampleSet, { field: 'importance', max: '5' }),
      )
    const field = fieldNamed(assignment.slice(0, at).trim())
    changes[field] = fieldValue(field, assignment.slice(at + 1).trim(), findId)
  }
  for (const field of MOMENTS)
    if (textOptions(values, field).length > 0) changes[field] = textOptions(values, field)
  for (const name of textOptions(values, 'unset')) changes[fieldNamed(name)] = undefined
  return changes
}

/** Each may be given several times. */
const MOMENTS = ['when', 'on'] as const

function isMoment(field: Field): boolean {
  return (MOMENTS as readonly Field[]).includes(field)
}

function fieldNamed(name: string): Field {
  if ((FIELDS as readonly string[]).includes(name)) return name as Field
  throw usage(
    message(editCommandsTexts.unknownField, { name }),
    message(usageTexts.chooseOneOf, { choices: listOf(FIELDS) }),
  )
}

function fieldValue(field: Field, given: string, findId: (reference: string) => string): unknown {
  const value = field === 'type' || field === 'kind' ? nameOfLabel(given) : given
  const list = () =>
    value
      .split(/[,，]/)
      .map((item) => item.trim())
      .filter(Boolean)
  if (field === 'tags') return list()
  if (field === 'related') return list().map(findId)
  if (field === 'importance') return numberIn(field, value, 1, 5)
  if (field === 'confidence') return numberIn(field, value, 0, 1)
  if (field === 'expires') return parseFutureExpiry(value, new Date())
  if (field === 'type' && !isMemoryType(value))
    throw usage(
      message(usageTexts.unknownType, { type: value }),
      message(usageTexts.chooseOneOf, { choices: 'user, feedback, project, reference' }),
    )
  if (field === 'kind' && !isMemoryKind(value))
    throw usage(message(usageTexts.unknownKind, { kind: value }), message(usageTexts.seeAddHelp))
  if (value === '')
    throw usage(
      message(editCommandsTexts.setWithoutValue, { field }),
      message(editCommandsTexts.toUnset, { field }),
    )
  return value
}

function numberIn(field: string, value: string, min: number, max: number): number {
  const number = Number(value)
  if (value !== '' && number >= min && number <= max) return number
  throw usage(
    message(editCommandsTexts.fieldOutOfRange, { field, min, max, value }),
    message(editCommandsTexts.exampleSet, { field, max }),
  )
}
