// What a person adds where memdir does not edit a file.
import { renderPair, renderTable } from './toml-text.ts'
import type { WantedFile, WantedJson } from './wanted-file.ts'

/** `inside`: the table is part of a value on one line, and so is what has to be added to it. */
export function linesByHand(wanted: WantedFile, inside: boolean): string[] {
  if (wanted.format === 'json') return JSON.stringify(wholeJson(wanted), null, 2).split('\n')
  if (wanted.format !== 'toml') return wanted.text.split('\n')
  if (!inside) return renderTable(wanted.table, wanted.values)
  const pairs = Object.entries(wanted.values).map(([key, value]) => renderPair(key, value))
  return [`${wanted.table.at(-1)} = { ${pairs.join(', ')} }`]
}

function wholeJson({ values, hooks }: WantedJson): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const { at, value } of values) {
    if (value === undefined) continue
    let group = whole
    for (const key of at.slice(0, -1)) {
      group[key] ??= {}
      group = group[key] as Record<string, unknown>
    }
    group[at.at(-1) ?? ''] = value
  }
  const events: Record<string, unknown[]> = {}
  for (const { event, matcher, hook } of hooks?.list ?? []) {
    const nested = matcher === undefined ? { hooks: [hook] } : { matcher, hooks: [hook] }
    events[event] = [
      ...(events[event] ?? []),
      hooks?.form === 'nested' ? nested : { ...hook, ...(matcher && { matcher }) },
    ]
  }
  return Object.keys(events).length > 0 ? { ...whole, hooks: events } : whole
}
