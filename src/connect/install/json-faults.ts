// Why a JSON file is left as it is, and on which line.
import { type JSONVisitor, type ParseError, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import { JSON_FAULTS, JSON_SYNTAX } from '../../base/messages/json-faults.ts'
import { type Message, message } from '../../base/messages/message.ts'
import { nodeAt } from './json-text.ts'
import type { JsonDialect, WantedJson } from './wanted-file.ts'

export type JsonRefusal =
  | { why: 'no-json' | 'not-read'; line: number; fault: Message }
  | { why: 'no-object'; line: number; place: string; type: 'object' | 'array' }

/** undefined: everything that is wanted in it can be put in and taken out. */
export function findJsonFault(text: string, { values, hooks }: WantedJson): JsonRefusal | undefined {
  if (isBlank(text)) return undefined
  const broken = findSyntaxFault(text)
  if (broken) return broken
  const groups = values.flatMap(({ at }) => at.slice(0, -1).map((_, index) => at.slice(0, index + 1)))
  const lists = hooks?.list.map(({ event }) => ['hooks', event]) ?? []
  const objects = [[], ...groups, ...(hooks ? [['hooks']] : [])]
  return findOther(text, objects, 'object') ?? findOther(text, lists, 'array')
}

function isBlank(text: string): boolean {
  return text.replace(/^\ufeff/, '').trim() === ''
}

function findSyntaxFault(text: string): JsonRefusal | undefined {
  const errors: ParseError[] = []
  parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true })
  const [first] = errors
  if (!first) return undefined
  const code = printParseErrorCode(first.error)
  const said = code in JSON_SYNTAX ? JSON_SYNTAX[code as keyof typeof JSON_SYNTAX] : JSON_FAULTS.other
  return { why: 'no-json', line: lineAt(text, first.offset), fault: message(said) }
}

/** The first of these places that is there and is something else. */
function findOther(
  text: string,
  places: readonly (readonly string[])[],
  type: 'object' | 'array',
): JsonRefusal | undefined {
  for (const place of places) {
    const node = nodeAt({ text, steps: [] }, place)
    if (node && node.type !== type)
      return { why: 'no-object', line: lineAt(text, node.offset), place: place.join('.'), type }
  }
  return undefined
}

/** What an agent that accepts only this does not read. The text is JSON with comments and trailing commas. */
export function findDialectFault(dialect: JsonDialect, text: string): JsonRefusal | undefined {
  if (isBlank(text)) return undefined
  if (dialect.mark === false && text.startsWith('\ufeff')) return notRead(1, message(JSON_FAULTS.mark))
  const faults: JsonRefusal[] = []
  let comma: number | undefined
  const follows = () => {
    comma = undefined
  }
  const ends = () => {
    if (dialect.commas === false && comma !== undefined)
      faults.push(notRead(comma, message(JSON_FAULTS.comma)))
    comma = undefined
  }
  const visitor: JSONVisitor = {
    onComment(_offset, _length, line) {
      if (dialect.comments === false) faults.push(notRead(line + 1, message(JSON_FAULTS.comment)))
    },
    onSeparator(character, _offset, _length, line) {
      comma = character === ',' ? line + 1 : undefined
    },
    onObjectProperty: follows,
    onLiteralValue: follows,
    onObjectBegin: follows,
    onArrayBegin: follows,
    onObjectEnd: ends,
    onArrayEnd: ends,
  }
  visit(text.replace(/^\ufeff/, ' '), visitor, { allowTrailingComma: true })
  return faults[0]
}

function notRead(line: number, fault: Message): JsonRefusal {
  return { why: 'not-read', line, fault }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
