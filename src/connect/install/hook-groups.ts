// The `hooks` object that agents share: event → groups → hooks, or event → hooks. Single hooks are put in and taken out;
// a group in which somebody else has a hook stays.
import { makeGroups, placeKey, removeWithGroups } from './json-groups.ts'
import { appendAt, nodeAt, removeAt, sameJson, valueAt } from './json-text.ts'
import type { FileRecord } from './setup-record.ts'
import type { TextDraft } from './text-draft.ts'
import type { WantedHook, WantedJson } from './wanted-file.ts'

type Hooks = NonNullable<WantedJson['hooks']>

interface FoundHook {
  event: string
  matcher: unknown
  hook: unknown
  /** In a list of groups: which group, and which hook of it. */
  at: [group: number, hook: number] | [hook: number]
}

export function putHooksIn(draft: TextDraft, { form, list }: Hooks, record: FileRecord): void {
  const there = ourHooks(draft)
  const isWanted = (found: FoundHook, { event, matcher, hook }: WantedHook) =>
    found.event === event && found.matcher === matcher && sameJson(found.hook, hook)
  const kept = new Set<FoundHook>()
  const missing = list.filter((wanted) => {
    const found = there.find((one) => !kept.has(one) && isWanted(one, wanted))
    if (found) kept.add(found)
    return !found
  })
  for (const found of there.toReversed()) if (!kept.has(found)) removeHook(draft, found, record)
  for (const { event, matcher, hook } of missing) {
    const group = matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] }
    const entry = form === 'nested' ? group : matcher === undefined ? hook : { ...hook, matcher }
    if (valueAt(draft, ['hooks', event]) === undefined) makeGroups(draft, ['hooks', event], record, [entry])
    else appendAt(draft, ['hooks', event], entry)
  }
}

export function takeHooksOut(draft: TextDraft, record: FileRecord | undefined): void {
  for (const found of ourHooks(draft).toReversed()) removeHook(draft, found, record)
}

/** The hook; its group where it is alone in it; the list where nothing is left and it is ours. */
function removeHook(draft: TextDraft, { event, at }: FoundHook, record: FileRecord | undefined): void {
  const list = ['hooks', event]
  const [first, second] = at
  const siblings =
    second === undefined ? 1 : (nodeAt(draft, [...list, first, 'hooks'])?.children?.length ?? 1)
  const isOnly = nodeAt(draft, list)?.children?.length === 1
  const isOurs = !record || record.made.includes(placeKey(list))
  if (siblings > 1 && second !== undefined) removeAt(draft, [...list, first, 'hooks', second])
  else if (isOnly && isOurs) removeWithGroups(draft, list, record)
  else removeAt(draft, [...list, first])
}

/** In the order of the file. */
function ourHooks(draft: TextDraft): FoundHook[] {
  const events = valueAt(draft, ['hooks'])
  if (typeof events !== 'object' || events === null) return []
  return Object.entries(events).flatMap(([event, entries]) =>
    (Array.isArray(entries) ? (entries as unknown[]) : []).flatMap((entry, index): FoundHook[] => {
      if (typeof entry !== 'object' || entry === null) return []
      const { hooks, matcher, ...hook } = entry as { hooks?: unknown; matcher?: unknown }
      if (!Array.isArray(hooks)) return isOurs(entry) ? [{ event, matcher, hook, at: [index] }] : []
      return (hooks as unknown[]).flatMap((one, place) =>
        isOurs(one) ? [{ event, matcher, hook: one, at: [index, place] as [number, number] }] : [],
      )
    }),
  )
}

/** Known by the program that they start or the server that they ask. */
function isOurs(hook: unknown): boolean {
  const { type, command, bash, server } = hook as Record<string, unknown>
  if (type === 'mcp_tool') return server === 'memdir'
  const line = command ?? bash
  return typeof line === 'string' && /[\\/](?:dist[\\/]bin[\\/]hook\.js|memdir-hook)"? [\w-]+/.test(line)
}
