// Sets of updates: <set>.updates.jsonl.gz with pairs of an older and a newer statement, and beside it what else a perfect
// writer would have stored (<set>.points or <set>.messages), so that the older one has neighbours.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export function readUpdates(data, set) {
  const byNewer = new Map()
  for (const row of read(data, `${set}.updates`)) {
    const [older, newer] = [textOf(row, 'older', 0), textOf(row, 'newer', 1)]
    if (!older || !newer) continue
    // Said once, however many older ones it is about; a judgement names one of them.
    const known = byNewer.get(newer)
    if (known) known.older.push(...(known.relation === row.relation ? [older] : []))
    else byNewer.set(newer, { id: row.id, relation: row.relation, older: [older], newer })
  }
  const pairs = [...byNewer.values()]
  const said = new Set(pairs.map(({ newer }) => newer))
  const others = [
    ...read(data, `${set}.points`).map(({ text }) => text),
    ...read(data, `${set}.messages`).flatMap(({ keep, statements }) =>
      keep === 'yes' ? (statements ?? []) : [],
    ),
  ]
  return { pairs, others: others.map((text) => text.trim()).filter((text) => text && !said.has(text)) }
}

/** The statement; where a set labels the messages alone, their prose. */
function textOf(row, which, at) {
  if (row[which]) return row[which].trim()
  if (row.relation === 'update' && row.statements?.[at]) return row.statements[at].trim()
  return row[`${which}_messages`]?.[0]?.replace(/```[\s\S]*?(?:```|$)/g, '').trim()
}

function read(data, name) {
  const path = join(data, `${name}.jsonl.gz`)
  if (!existsSync(path)) return []
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
  return lines.filter((line) => line.trim()).map((line) => JSON.parse(line))
}
