import { isDeepStrictEqual } from 'node:util'
import { isOurCommand, REMOTE_KEYS } from './our-server.ts'
import type { FileRecord } from './setup-record.ts'
import { replaceRange, type TextDraft } from './text-draft.ts'
import {
  addPairs,
  appendTable,
  findTable,
  lineOf,
  type Place,
  parseToml,
  rangeOfTable,
  removeLines,
  setPairs,
  type TomlRefusal,
  tomlValueAt,
} from './toml-text.ts'
import type { WantedToml } from './wanted-file.ts'

const KEY = 'table'

/** Puts the table in, or takes over the one that is there. */
export function putTomlIn(draft: TextDraft, wanted: WantedToml, record: FileRecord): TomlRefusal | undefined {
  const before = parseToml(draft.text)
  if ('why' in before) return before
  removeOldMarks(draft)
  const { table: path, values } = wanted
  const current = tomlValueAt(before.data, path) as Record<string, unknown> | undefined
  const hasRemote = REMOTE_KEYS.some((key) => current?.[key] !== undefined)
  const isThere = Object.entries(values).every(([key, value]) => isDeepStrictEqual(current?.[key], value))
  if (isThere && !hasRemote) return undefined
  const parsed = parseToml(draft.text)
  if ('why' in parsed) return parsed
  const place = findTable(parsed.body, path)
  if ('why' in place) return place
  // A server that is reached by an address is not started: both together are refused by the agent.
  if (hasRemote && place.form === 'value') return { why: 'inline', line: place.pair.loc.start.line }
  if (place.form === 'none') appendTable(draft, path, values)
  else {
    const [from, to] = place.form === 'table' ? rangeOfTable(draft.text, place.table) : place.value.range
    const written = draft.text.slice(from, to)
    const dropped = hasRemote ? dropTables(draft, path) : ''
    if (!isOurCommand(current)) record.previous[KEY] ??= written + dropped
    if (hasRemote) dropPairs(draft, path)
    setValues(draft, path, values)
  }
  return unlessOthersChanged(draft, path, before.data)
}

function setValues(draft: TextDraft, path: readonly string[], values: WantedToml['values']): void {
  const place = placeOf(draft, path)
  if (!place || place.form === 'none') return
  const pairs = place.form === 'table' ? place.table.body : place.value.body
  addPairs(draft, place, setPairs(draft, pairs, values), values)
}

function placeOf(draft: TextDraft, path: readonly string[]): Place | undefined {
  const parsed = parseToml(draft.text)
  const place = 'why' in parsed ? parsed : findTable(parsed.body, path)
  return 'why' in place ? undefined : place
}

/** Takes the table out, with all below it, or puts back the one that was there. */
export function takeTomlOut(
  draft: TextDraft,
  wanted: WantedToml,
  record: FileRecord | undefined,
): TomlRefusal | undefined {
  const before = parseToml(draft.text)
  if ('why' in before) return before
  removeOldMarks(draft)
  const { table: path } = wanted
  if (tomlValueAt(before.data, path) === undefined) return undefined
  const parsed = parseToml(draft.text)
  if ('why' in parsed) return parsed
  const place = findTable(parsed.body, path)
  if ('why' in place) return place
  const previous = record?.previous[KEY]
  if (place.form === 'value') {
    if (previous !== undefined) replaceRange(draft, ...place.value.range, previous)
    else removeLines(draft, ...lineOf(draft.text, place.pair))
  } else if (place.form === 'table' && previous !== undefined)
    replaceRange(draft, ...rangeOfTable(draft.text, place.table), previous)
  else {
    const tables = parsed.body.filter(
      (part) => part.type === 'TOMLTable' && path.every((key, index) => part.resolvedKey[index] === key),
    )
    for (const table of tables.toReversed())
      if (table.type === 'TOMLTable') removeLines(draft, ...rangeOfTable(draft.text, table))
  }
  return unlessOthersChanged(draft, path, before.data)
}

/** The last look: the text is still TOML, and everything but our table says what it said. */
function unlessOthersChanged(
  draft: TextDraft,
  path: readonly string[],
  before: Record<string, unknown>,
): TomlRefusal | undefined {
  const after = parseToml(draft.text)
  if ('why' in after) return after
  return isDeepStrictEqual(without(after.data, path), without(before, path))
    ? undefined
    : { why: 'inline', line: 0 }
}

/** Without the value, and without groups that are empty then. */
function without(data: unknown, [key, ...rest]: readonly string[]): unknown {
  if (typeof data !== 'object' || data === null || key === undefined || Array.isArray(data)) return data
  const { [key]: value, ...others } = data as Record<string, unknown>
  const left = rest.length > 0 ? without(value, rest) : undefined
  const isEmpty =
    left === undefined || (typeof left === 'object' && left !== null && Object.keys(left).length === 0)
  return isEmpty ? others : { ...others, [key]: left }
}

/** Tables below ours that belong to a server with an address. Their text, to be put back. */
function dropTables(draft: TextDraft, path: readonly string[]): string {
  let dropped = ''
  for (const key of REMOTE_KEYS) {
    const place = placeOf(draft, [...path, key])
    if (place?.form !== 'table') continue
    const [from, to] = rangeOfTable(draft.text, place.table)
    dropped += draft.text.slice(from, to)
    removeLines(draft, from, to)
  }
  return dropped
}

function dropPairs(draft: TextDraft, path: readonly string[]): void {
  const place = placeOf(draft, path)
  if (place?.form !== 'table') return
  for (const pair of place.table.body.toReversed()) {
    const [first] = pair.key.keys
    const name = first && ('name' in first ? first.name : first.value)
    if (REMOTE_KEYS.some((key) => key === name)) replaceRange(draft, ...lineOf(draft.text, pair), '')
  }
}

/** Lines of comments by which an earlier memdir marked its part; Codex writes between them. */
function removeOldMarks(draft: TextDraft): void {
  const parsed = parseToml(draft.text)
  if ('why' in parsed) return
  for (const comment of parsed.comments.toReversed()) {
    const [from, to] = lineOf(draft.text, comment)
    if (/^# memdir: (?:begin|end)\r?\n?$/.test(draft.text.slice(from, to))) replaceRange(draft, from, to, '')
  }
}
