// claude-mem's SQLite database: observations (what was done and learnt), read without changing it.
import { openSqlite } from '../../../base/files/sqlite.ts'
import { type ImportedMemory, isoTime, nonEmptyText, nonEmptyTexts } from './imported.ts'

const KINDS: Record<string, ImportedMemory['kind']> = {
  decision: 'technical_decision',
  discovery: 'fact',
  bugfix: 'fact',
  feature: 'project_context',
  refactor: 'project_context',
  change: 'project_context',
}

/** `path`: a copy or the database itself. undefined when it has no observations table. */
export function readClaudeMem(path: string): ImportedMemory[] | undefined {
  const database = openSqlite(path)
  try {
    const columns = database.prepare('PRAGMA table_info(observations)').all() as { name: string }[]
    if (!columns.some(({ name }) => name === 'title')) return undefined
    const rows = database.prepare('SELECT * FROM observations ORDER BY id').all() as Record<string, unknown>[]
    return rows.flatMap((row) => fromObservation(row) ?? [])
  } finally {
    database.close()
  }
}

function fromObservation(row: Record<string, unknown>): ImportedMemory | undefined {
  const title = nonEmptyText(row.title)
  const parts = [nonEmptyText(row.subtitle), nonEmptyText(row.narrative) ?? nonEmptyText(row.text)]
  const facts = nonEmptyTexts(row.facts).map((fact) => `- ${fact}`)
  const body = [...parts.filter(Boolean), ...(facts.length > 0 ? [facts.join('\n')] : [])].join('\n\n')
  if (!title && !body) return undefined
  const conversation =
    nonEmptyText(row.memory_session_id) ?? nonEmptyText(row.sdk_session_id) ?? nonEmptyText(row.session_id)
  const project = nonEmptyText(row.project)
  return {
    name: title,
    description: nonEmptyText(row.subtitle),
    content: body || title!,
    kind: KINDS[nonEmptyText(row.type) ?? ''] ?? 'fact',
    category: nonEmptyText(row.type),
    tags: [...new Set([...nonEmptyTexts(row.concepts), ...(project ? [project] : [])])],
    created: isoTime(row.created_at_epoch) ?? isoTime(row.created_at),
    source: { origin: 'import', ...(conversation ? { conversation } : {}) },
  }
}
