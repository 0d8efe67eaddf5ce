// What memdir wants in a JSON file, put in and taken out by single properties.
import { putHooksIn, takeHooksOut } from './hook-groups.ts'
import { makeGroups, placeKey, removeWithGroups } from './json-groups.ts'
import { rawAt, removeAt, replaceRaw, sameJson, setAt, valueAt } from './json-text.ts'
import { isOurCommand, REMOTE_KEYS } from './our-server.ts'
import type { FileRecord } from './setup-record.ts'
import { lineEndOf, replaceRange, type TextDraft } from './text-draft.ts'
import type { WantedJson, WantedValue } from './wanted-file.ts'

export function putJsonIn(draft: TextDraft, { values, hooks }: WantedJson, record: FileRecord): void {
  const empty = draft.text.replace(/^\ufeff/, '').trim() === ''
  const wantsAny = values.some(({ value }) => value !== undefined) || (hooks?.list.length ?? 0) > 0
  if (empty && !wantsAny) return
  if (empty) replaceRange(draft, draft.text.length, draft.text.length, `{}${lineEndOf(draft.text)}`)
  for (const wanted of values) putValueIn(draft, wanted, record)
  if (hooks) putHooksIn(draft, hooks, record)
}

export function takeJsonOut(
  draft: TextDraft,
  { values, hooks }: WantedJson,
  record: FileRecord | undefined,
): void {
  if (hooks) takeHooksOut(draft, record)
  for (const wanted of values.toReversed()) takeValueOut(draft, wanted, record)
}

function putValueIn(draft: TextDraft, wanted: WantedValue, record: FileRecord): void {
  const { at, value } = wanted
  const current = valueAt(draft, at)
  if (current === undefined && value === undefined) return
  if (isSaid(current, value)) return
  const raw = rawAt(draft, at)
  if (raw !== undefined && !(wanted.isOurs ?? isOurCommand)(current)) record.previous[placeKey(at)] ??= raw
  if (value === undefined) removeWithGroups(draft, at, record)
  else {
    makeGroups(draft, at, record)
    setParts(draft, at, current, value)
  }
}

/** Sets only what differs in an object, so that the person's own keys and comments in it stay. */
function setParts(draft: TextDraft, at: readonly string[], current: unknown, value: unknown): void {
  if (!isObject(current) || !isObject(value)) {
    setAt(draft, at, value)
    return
  }
  for (const key of REMOTE_KEYS) if (!(key in value)) removeAt(draft, [...at, key])
  for (const [key, part] of Object.entries(value))
    if (!sameJson(current[key], part)) setAt(draft, [...at, key], part)
}

/** What is wanted is there; other keys of a group may be there too, unless they contradict it. */
function isSaid(current: unknown, value: unknown): boolean {
  if (!isObject(current) || !isObject(value)) return sameJson(current, value)
  const contradicts = REMOTE_KEYS.some((key) => key in current && !(key in value))
  return !contradicts && Object.entries(value).every(([key, part]) => sameJson(current[key], part))
}

function takeValueOut(
  draft: TextDraft,
  { at, value, shared }: WantedValue,
  record: FileRecord | undefined,
): void {
  const previous = record?.previous[placeKey(at)]
  const current = valueAt(draft, at)
  if (current === undefined) {
    // We took it away; who changed it since then has decided.
    if (previous === undefined || value !== undefined || !record) return
    makeGroups(draft, at, record)
    setAt(draft, at, null)
    replaceRaw(draft, at, previous)
    return
  }
  const isOursToUndo = !shared || (record !== undefined && sameJson(current, value))
  if (!isOursToUndo) return
  if (previous !== undefined) replaceRaw(draft, at, previous)
  else if (!shared || record?.made.includes(placeKey(at))) removeWithGroups(draft, at, record)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
