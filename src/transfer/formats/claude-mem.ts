// claude-mem's SQLite database: observations (what was done and learnt), read without changing it.
import { openSqlite } from '../../search/sqlite.ts'
import { type ImportedMemory, textOf, textsOf, timeOf } from './imported.ts'

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
  const title = textOf(row.title)
  const parts = [textOf(row.subtitle), textOf(row.narrative) ?? textOf(row.text)]
  const facts = textsOf(row.facts).map((fact) => `- ${fact}`)
  const body = [...parts.filter(Boolean), ...(facts.length > 0 ? [facts.join('\n')] : [])].join('\n\n')
  if (!title && !body) return undefined
  const conversation = textOf(row.memory_session_id) ?? textOf(row.sdk_session_id) ?? textOf(row.session_id)
  const project = textOf(row.project)
  return {
    name: title,
    description: textOf(row.subtitle),
    content: body || title!,
    kind: KINDS[textOf(row.type) ?? ''] ?? 'fact',
    category: textOf(row.type),
    tags: [...new Set([...textsOf(row.concepts), ...(project ? [project] : [])])],
    created: timeOf(row.created_at_epoch) ?? timeOf(row.created_at),
    source: { origin: 'import', ...(conversation ? { conversation } : {}) },
  }
}
